import LuaRuntime

/// Checks bytes that are read as a wire value.
///
/// Neither reader may read past the end, both must agree on what is a value, and a value accepted by Lua must come back
/// unchanged.
enum WireCheck {
  /// The checks to run on the bytes, because running all of them would take too long.
  struct Way {
    /// The way the bytes enter Lua in addition to a global, from 0 to 3.
    var door: Int
    /// Which types to decode in addition to the simplest, from 0 to 3.
    var types: Int
    /// The way a host function returns its response, from 0 to 3.
    var reply: Int32
    var isCoroutine: Bool
    var isCaught: Bool

    init(_ byte: UInt8) {
      (door, types) = (Int(byte & 3), Int(byte >> 2 & 3))
      reply = Int32(byte >> 4 & 3)
      (isCoroutine, isCaught) = (byte & 64 != 0, byte & 128 != 0)
    }
  }

  /// Returns the bytes themselves or a value generated from them, depending on the first byte.
  static func bytes(of input: UnsafeRawBufferPointer) -> [UInt8] {
    var source = ByteSource(input)
    let isMade = source.bool()
    _ = source.byte()
    return isMade ? WireMaker(source).bytes : Array(source.rest)
  }

  static func run(_ input: UnsafeRawBufferPointer) throws {
    let way = Way(input.count > 1 ? input[1] : 0)
    let wire = bytes(of: input)
    // An allocation of exactly this size, so that a sanitizer detects reads past the end.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: wire.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: wire)
    let tree = WireTree(UnsafeRawBufferPointer(bytes))
    try LuaDoors.check(UnsafeRawBufferPointer(bytes), tree, way)
    try SwiftReaders.check(UnsafeRawBufferPointer(bytes), tree, way)
  }
}
