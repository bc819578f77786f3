internal import CMockLua
package import MockData

/// Writes values in the wire format for Lua to read.
///
/// CMockLua's `wire_encode.c` describes the format. All code that writes parts of one value shares a writer. Only the
/// owner of the runtime may use it.
package final class WireWriter {
  /// The buffer, which is accessed through a pointer, so that writing needs no exclusivity checks and never copies an
  /// array.
  private struct Storage {
    var bytes: UnsafeMutableRawPointer
    var capacity: Int
    var count = 0
  }

  private let storage: UnsafeMutablePointer<Storage>

  package init() {
    let capacity = 256
    storage = .allocate(capacity: 1)
    storage.initialize(
      to: Storage(
        bytes: .allocate(byteCount: capacity, alignment: 8), capacity: capacity))
  }

  deinit {
    storage.pointee.bytes.deallocate()
    storage.deallocate()
  }

  package var count: Int { storage.pointee.count }

  /// The bytes written so far, valid until the next write.
  var bytes: UnsafePointer<UInt8> {
    UnsafePointer(storage.pointee.bytes.assumingMemoryBound(to: UInt8.self))
  }

  package func removeAll() { storage.pointee.count = 0 }

  /// Whether the buffer is small enough to keep for reuse.
  var isSmall: Bool { storage.pointee.capacity <= 64 << 10 }

  /// Frees the memory of a large value after its bytes have been used.
  func shrink() {
    if isSmall { return }
    removeAll()
    storage.pointee.bytes.deallocate()
    storage.pointee.capacity = 256
    storage.pointee.bytes = .allocate(byteCount: 256, alignment: 8)
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
  func append(text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  package func append(_ other: WireWriter) {
    append(UnsafeRawBufferPointer(start: other.bytes, count: other.count))
  }

  /// Writes a key of a map, whose value must follow.
  package func writeKey(_ key: String) {
    var key = key
    key.withUTF8 { utf8 in
      append(UInt32(utf8.count))
      append(UnsafeRawBufferPointer(utf8))
    }
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
    let bytes = storage.pointee.bytes
    let isMap = bytes.load(fromByteOffset: start - 1, as: UInt8.self) == MOCKLUA_WIRE_MAP
    let payload = UInt32(self.count - start - (isMap ? 12 : 8))
    bytes.storeBytes(of: payload, toByteOffset: start, as: UInt32.self)
    bytes.storeBytes(of: UInt32(count), toByteOffset: start + 4, as: UInt32.self)
  }

  /// Inserts values from another writer at `offset`, which must be between two values.
  func insert(_ other: WireWriter, at offset: Int) {
    let tail = count - offset
    reserve(other.count)
    let place = storage.pointee.bytes + offset
    (place + other.count).copyMemory(from: place, byteCount: tail)
    place.copyMemory(from: other.bytes, byteCount: other.count)
    storage.pointee.count += other.count
  }

  @inline(__always)
  private func write(tag: Int) { append(UInt8(truncatingIfNeeded: tag)) }

  @inline(__always)
  private func append<T: BitwiseCopyable>(_ value: T) {
    reserve(MemoryLayout<T>.size)
    storage.pointee.bytes.storeBytes(of: value, toByteOffset: storage.pointee.count, as: T.self)
    storage.pointee.count += MemoryLayout<T>.size
  }

  private func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (storage.pointee.bytes + storage.pointee.count).copyMemory(
      from: start, byteCount: bytes.count)
    storage.pointee.count += bytes.count
  }

  @inline(__always)
  private func reserve(_ more: Int) {
    if storage.pointee.capacity - storage.pointee.count < more { grow(more) }
  }

  private func grow(_ more: Int) {
    let old = storage.pointee
    let capacity = max(old.capacity * 2, old.count + more)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    bytes.copyMemory(from: old.bytes, byteCount: old.count)
    old.bytes.deallocate()
    storage.pointee.bytes = bytes
    storage.pointee.capacity = capacity
  }
}
