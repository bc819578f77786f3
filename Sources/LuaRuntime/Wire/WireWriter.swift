internal import CMockLua
package import MockData

/// Writes values in the wire format for Lua to read.
///
/// CMockLua's `wire_encode.c` describes the format. All code that writes parts of one value shares a writer. Only the
/// owner of the runtime may use it.
package final class WireWriter {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []

  package init() { bytes.reserveCapacity(256) }

  package var count: Int { bytes.count }

  package func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Whether the buffer is small enough to keep for reuse.
  var isSmall: Bool { bytes.capacity <= 64 << 10 }

  /// Frees the memory of a large value after its bytes have been used.
  func shrink() {
    if !isSmall { bytes = [] }
  }

  package func writeNil() { write(tag: MOCKLUA_WIRE_NIL) }

  package func writeNull() { write(tag: MOCKLUA_WIRE_NULL) }

  package func write(_ value: Bool) { write(tag: value ? MOCKLUA_WIRE_TRUE : MOCKLUA_WIRE_FALSE) }

  package func write(_ value: Int64) {
    write(tag: MOCKLUA_WIRE_INTEGER)
    append(value)
  }

  package func write(_ value: Double) {
    write(tag: MOCKLUA_WIRE_NUMBER)
    append(value)
  }

  /// Writes a whole number with all its digits, or the nearest double of a fraction.
  package func write(_ value: JSONNumber) {
    guard value.isInteger else { return write(value.double) }
    write(tag: MOCKLUA_WIRE_EXACT)
    writeKey(value.text)
  }

  package func write(_ value: String) {
    write(tag: MOCKLUA_WIRE_STRING)
    writeKey(value)
  }

  package func write(functionReference: Int32) {
    write(tag: MOCKLUA_WIRE_FUNCTION)
    append(functionReference)
  }

  /// Appends text that isn't a value, for messages.
  func append(text: String) { bytes.append(contentsOf: text.utf8) }

  package func append(_ other: WireWriter) { bytes.append(contentsOf: other.bytes) }

  /// Writes a key of a map, whose value must follow.
  package func writeKey(_ key: String) {
    append(UInt32(key.utf8.count))
    bytes.append(contentsOf: key.utf8)
  }

  /// Writes a list, whose values `write` appends and counts.
  func writeList(_ write: (WireWriter) throws -> Int) throws(LuaError) {
    let start = openArray()
    do {
      close(start, count: try write(self))
    } catch {
      throw LuaError(converting: error)
    }
  }

  /// Starts an array, and returns the argument for `close`.
  package func openArray() -> Int {
    write(tag: MOCKLUA_WIRE_ARRAY)
    append(UInt64(0))
    return count - 8
  }

  /// Starts a map, and returns the argument for `close`.
  package func openMap() -> Int {
    write(tag: MOCKLUA_WIRE_MAP)
    append(UInt64(0))
    append(UInt32(0))
    return count - 12
  }

  /// Ends an array or a map by writing its header.
  package func close(_ start: Int, count: Int) {
    let isMap = bytes[start - 1] == MOCKLUA_WIRE_MAP
    let payload = UInt32(self.count - start - (isMap ? 12 : 8))
    bytes.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: payload, toByteOffset: start, as: UInt32.self)
      bytes.storeBytes(of: UInt32(count), toByteOffset: start + 4, as: UInt32.self)
    }
  }

  /// Inserts values from another writer at `offset`, which must be between two values.
  func insert(_ other: WireWriter, at offset: Int) {
    bytes.insert(contentsOf: other.bytes, at: offset)
  }

  @inline(__always)
  private func write(tag: Int) { bytes.append(UInt8(truncatingIfNeeded: tag)) }

  @inline(__always)
  private func append<T: BitwiseCopyable>(_ value: T) {
    withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
  }
}
