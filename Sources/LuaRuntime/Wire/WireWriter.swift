internal import CMockLua

/// Writes values in the wire's form, for Lua to read.
///
/// The form is described in CMockLua's `wire_encode.c`.
package struct WireWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var count: Int { bytes.count }

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  package mutating func writeNil() { bytes.append(UInt8(MOCKLUA_WIRE_NIL)) }

  package mutating func writeNull() { bytes.append(UInt8(MOCKLUA_WIRE_NULL)) }

  package mutating func write(_ value: Bool) {
    bytes.append(UInt8(value ? MOCKLUA_WIRE_TRUE : MOCKLUA_WIRE_FALSE))
  }

  package mutating func write(_ value: Int64) {
    bytes.append(UInt8(MOCKLUA_WIRE_INTEGER))
    append(raw: value)
  }

  package mutating func write(_ value: Double) {
    bytes.append(UInt8(MOCKLUA_WIRE_NUMBER))
    append(raw: value)
  }

  package mutating func write(_ value: String) {
    bytes.append(UInt8(MOCKLUA_WIRE_STRING))
    writeKey(value)
  }

  package mutating func write(bytes value: some Collection<UInt8>) {
    bytes.append(UInt8(MOCKLUA_WIRE_STRING))
    append(raw: UInt32(value.count))
    bytes.append(contentsOf: value)
  }

  package mutating func write(functionReference: Int32) {
    bytes.append(UInt8(MOCKLUA_WIRE_FUNCTION))
    append(raw: functionReference)
  }

  /// Bare bytes that are no value, for messages.
  mutating func append(text: String) { bytes.append(contentsOf: text.utf8) }

  /// Values that another writer wrote.
  package mutating func append(_ other: WireWriter) { bytes.append(contentsOf: other.bytes) }

  /// A key of a map; its value follows.
  package mutating func writeKey(_ key: String) {
    var key = key
    key.withUTF8 { utf8 in
      append(raw: UInt32(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  /// Opens an array or a map; the result goes to `close`.
  package mutating func openArray() -> Int { open(tag: UInt8(MOCKLUA_WIRE_ARRAY)) }

  package mutating func openMap() -> Int { open(tag: UInt8(MOCKLUA_WIRE_MAP)) }

  package mutating func close(_ start: Int, count: Int) {
    let payload = UInt32(bytes.count - start - 8)
    bytes.withUnsafeMutableBytes { buffer in
      buffer.storeBytes(of: payload, toByteOffset: start, as: UInt32.self)
      buffer.storeBytes(of: UInt32(count), toByteOffset: start + 4, as: UInt32.self)
    }
  }

  /// Puts values that another writer wrote at `offset`, which lies between two values.
  mutating func insert(_ other: [UInt8], at offset: Int) {
    bytes.insert(contentsOf: other, at: offset)
  }

  private mutating func open(tag: UInt8) -> Int {
    bytes.append(tag)
    let start = bytes.count
    append(raw: UInt64(0))
    return start
  }

  private mutating func append<T: BitwiseCopyable>(raw value: T) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }
}
