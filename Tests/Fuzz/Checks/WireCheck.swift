import LuaRuntime

/// What holds for any bytes that are taken for a value on the wire: neither reader looks past their end, the
/// two agree on what is a value, and what Lua accepts comes back as it was.
enum WireCheck {
  /// What is done with the bytes, since all of it would take long.
  struct Way {
    /// 0 to 3: how they come into Lua, apart from a global.
    var door: Int
    /// 0 to 3: which types they decode into, apart from the plainest.
    var types: Int
    /// 0 to 3: what a host function says of its answer.
    var reply: Int32
    var isCoroutine: Bool
    var isCaught: Bool

    init(_ byte: UInt8) {
      (door, types) = (Int(byte & 3), Int(byte >> 2 & 3))
      reply = Int32(byte >> 4 & 3)
      (isCoroutine, isCaught) = (byte & 64 != 0, byte & 128 != 0)
    }
  }

  /// Bytes as they stand, or a value that they describe, as the first byte says.
  static func bytes(of input: UnsafeRawBufferPointer) -> [UInt8] {
    var source = ByteSource(input)
    let isMade = source.bool()
    _ = source.byte()
    return isMade ? WireMaker(source).bytes : Array(source.rest)
  }

  static func run(_ input: UnsafeRawBufferPointer) throws {
    let way = Way(input.count > 1 ? input[1] : 0)
    let wire = bytes(of: input)
    // A block of just this size, so that a sanitizer sees what lies beyond.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: wire.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: wire)
    let tree = WireTree(UnsafeRawBufferPointer(bytes))
    try LuaDoors.check(UnsafeRawBufferPointer(bytes), tree, way)
    try SwiftReaders.check(UnsafeRawBufferPointer(bytes), tree, way)
  }
}
