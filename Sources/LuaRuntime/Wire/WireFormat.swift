internal import CLibrary
internal import CMockLua
package import MockData

/// A value in the wire format, read in place.
///
/// Swift and Lua exchange values in the wire format, which `wire_encode.c` describes. A `WireValue` is only a position
/// in the buffer. Its contents are read when a decoder needs them.
///
/// It refers to a buffer that the Lua state owns, so it must not outlive the closure that receives it. Creating the
/// first value validates the whole buffer. After that, all lengths are within their values, and nothing is nested more
/// than 200 levels deep.
package struct WireValue {
  package enum Kind: UInt8 {
    case `nil` = 0
    case null
    case `false`
    case `true`
    case integer
    case number
    case string
    case array
    case map
    case empty
    case function
    /// A value in a form that only the script language itself can create, and scripts can't.
    case packed
    /// A whole number beyond 64 bits, as its digits.
    case exact
  }

  package let start: UnsafeRawPointer

  /// Creates a value within a validated one.
  init(at start: UnsafeRawPointer) { self.start = start }

  /// Creates a value from a buffer; nil if the buffer doesn't contain exactly one valid value.
  package init?(checking bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress,
      mocklua_wire_is_valid(start.assumingMemoryBound(to: UInt8.self), bytes.count)
    else { return nil }
    self.start = start
  }

  /// Lua's nil, for an absent value.
  static var none: WireValue { WireValue(at: ("\0" as StaticString).utf8Start) }

  /// The offset of the first element from the start of a list.
  static let elementsOffset = 9

  @inline(__always)
  package var kind: Kind {
    let tag = start.load(as: UInt8.self)
    // The raw values count up from 0, so the bits can be cast. `init(rawValue:)` would compare the cases one by one.
    return tag <= Kind.exact.rawValue ? unsafeBitCast(tag, to: Kind.self) : .nil
  }

  @inline(__always)
  func has(_ kind: Kind) -> Bool { start.load(as: UInt8.self) == kind.rawValue }

  package var isNil: Bool { kind == .nil || kind == .null }

  package var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// A number with an integral value counts as an integer.
  @inline(__always)
  package var integer: Int64? {
    if has(.integer) { return start.loadUnaligned(fromByteOffset: 1, as: Int64.self) }
    guard has(.number) else { return nil }
    return Int64(exactly: start.loadUnaligned(fromByteOffset: 1, as: Double.self))
  }

  @inline(__always)
  package var number: Double? {
    if has(.number) { return start.loadUnaligned(fromByteOffset: 1, as: Double.self) }
    guard has(.integer) else { return exact?.double }
    return Double(start.loadUnaligned(fromByteOffset: 1, as: Int64.self))
  }

  /// The whole number beyond 64 bits; nil for any other value.
  package var exact: JSONNumber? {
    guard has(.exact) else { return nil }
    let digits = UnsafeRawBufferPointer(start: start + 5, count: length(at: 1))
    return JSONNumber(whole: String(decoding: digits, as: UTF8.self))
  }

  /// The string's bytes; nil for any other value.
  package var bytes: UnsafeRawBufferPointer? {
    guard has(.string) else { return nil }
    return UnsafeRawBufferPointer(start: start + 5, count: length(at: 1))
  }

  /// The string; nil for any other value, or if it isn't UTF-8.
  package var string: String? { bytes?.text }

  package var count: Int {
    switch kind {
    case .array, .map: length(at: 5)
    default: 0
    }
  }

  /// The end of the value, at which the next one starts.
  @inline(__always)
  package var end: UnsafeRawPointer {
    switch kind {
    case .nil, .null, .false, .true, .empty: start + 1
    case .integer, .number: start + 9
    case .string, .packed, .exact: start + 5 + length(at: 1)
    case .array: start + 9 + length(at: 1)
    case .map: start + 13 + length(at: 1)
    case .function: start + 5
    }
  }

  package var packed: WireValue? { has(.packed) ? WireValue(at: start + 5) : nil }

  @inline(__always)
  var firstEntry: UnsafeRawPointer { start + 13 }

  /// The elements of an array; empty for any other value.
  package var elements: Elements {
    kind == .array
      ? Elements(position: start + Self.elementsOffset, remaining: count)
      : Elements(position: start, remaining: 0)
  }

  /// The entries of a map, unsorted; empty for any other value.
  package var entries: Entries {
    kind == .map
      ? Entries(position: firstEntry, remaining: count) : Entries(position: start, remaining: 0)
  }

  package subscript(key: StaticString) -> WireValue? {
    let wanted = UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    for entry in entries where entry.key.hasSameBytes(as: wanted) { return entry.value }
    return nil
  }

  @inline(__always)
  func length(at offset: Int) -> Int {
    Int(start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  package struct Elements: Sequence, IteratorProtocol {
    var position: UnsafeRawPointer
    var remaining: Int

    package mutating func next() -> WireValue? {
      guard remaining > 0 else { return nil }
      let value = WireValue(at: position)
      position = value.end
      remaining -= 1
      return value
    }
  }

  package struct Entry {
    package let key: UnsafeRawBufferPointer
    package let value: WireValue

    /// The key as a string; nil if it isn't UTF-8.
    package var name: String? { key.text }
  }

  package struct Entries: Sequence, IteratorProtocol {
    var position: UnsafeRawPointer
    var remaining: Int

    package mutating func next() -> Entry? {
      guard remaining > 0 else { return nil }
      let count = Int(position.loadUnaligned(as: UInt32.self))
      let key = UnsafeRawBufferPointer(start: position + 4, count: count)
      let value = WireValue(at: position + 4 + count)
      position = value.end
      remaining -= 1
      return Entry(key: key, value: value)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes as a string; nil if they aren't UTF-8.
  var text: String? {
    isASCII ? String(decoding: self, as: UTF8.self) : String(validUTF8: self)
  }

  /// Whether all bytes are ASCII, which is much cheaper to check than UTF-8.
  @inline(__always)
  private var isASCII: Bool {
    for byte in self where byte >= 0x80 { return false }
    return true
  }

  @inline(__always)
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start, otherStart, count) == 0
  }
}

extension WireValue {
  func find(_ key: String) -> WireValue? {
    var key = key
    return key.withUTF8 { find(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the value for the key with these bytes; nil if the key is missing or the value isn't a map.
  ///
  /// Decoders usually read keys in the same order, so each search continues where the last one ended. The map's header
  /// stores that position. A whole table then takes a single pass, regardless of its size. Writing the position is
  /// safe, because the state owns the buffer, and only one decoder reads it.
  @inline(__always)
  func find(_ key: UnsafeRawBufferPointer) -> WireValue? {
    guard has(.map) else { return nil }
    let next = firstEntry + length(at: 9)
    if next < end, let value = value(of: key, at: next) { return value }
    return search(for: key, from: next, to: end) ?? search(for: key, from: firstEntry, to: next)
  }

  @inline(never)
  private func search(
    for key: UnsafeRawBufferPointer, from start: UnsafeRawPointer, to end: UnsafeRawPointer
  ) -> WireValue? {
    var entry = start
    while entry < end {
      if let value = value(of: key, at: entry) { return value }
      entry = entryValue(entry).end
    }
    return nil
  }

  /// If the key matches, the next search starts after the entry.
  @inline(__always)
  private func value(of key: UnsafeRawBufferPointer, at entry: UnsafeRawPointer) -> WireValue? {
    let count = Int(entry.loadUnaligned(as: UInt32.self))
    let name = UnsafeRawBufferPointer(start: entry + 4, count: count)
    guard name.hasSameBytes(as: key) else { return nil }
    let value = entryValue(entry)
    UnsafeMutableRawPointer(mutating: start).storeBytes(
      of: UInt32(truncatingIfNeeded: value.end - firstEntry), toByteOffset: 9, as: UInt32.self)
    return value
  }

  @inline(__always)
  private func entryValue(_ entry: UnsafeRawPointer) -> WireValue {
    WireValue(at: entry + 4 + Int(entry.loadUnaligned(as: UInt32.self)))
  }
}

extension WireValue {
  /// Returns the coding path to a value within this one.
  ///
  /// Decoders have no paths, because only errors and explicit requests need them. The position of a value in the buffer
  /// is enough to compute its path.
  func path(to value: WireValue) -> [any CodingKey] { path(to: UInt(bitPattern: value.start)) }

  package func path(to address: UInt) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var table = self
    while UInt(bitPattern: table.start) != address {
      guard let (key, next) = table.member(around: address) else { break }
      path.append(key)
      table = next
    }
    return path
  }

  /// Returns the member that starts at or contains an address.
  private func member(around address: UInt) -> (key: DataKey, value: WireValue)? {
    if kind == .array {
      for (index, element) in elements.enumerated() where element.spans(address) {
        return (DataKey.index(index), element)
      }
    }
    for entry in entries where entry.value.spans(address) {
      return (DataKey.name(String(decoding: entry.key, as: UTF8.self)), entry.value)
    }
    return nil
  }

  private func spans(_ address: UInt) -> Bool {
    UInt(bitPattern: start) <= address && address < UInt(bitPattern: end)
  }
}

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
