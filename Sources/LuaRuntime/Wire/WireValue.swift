internal import CMockLua
internal import MockData

/// A value on the wire, read in place.
///
/// The wire is the form in which values cross between Swift and Lua; `wire_encode.c` describes it. A value is a place in
/// the buffer: making one reads nothing, and what it holds is looked up when a decoder asks for it.
///
/// It points into a buffer that the Lua state owns, so it must not outlive the closure that received
/// it. The whole buffer is checked once, where its first value is made: from then on every length lies within
/// its value, and nothing nests deeper than 200 levels.
package struct WireValue {
  /// What stands at a place of the wire.
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
    /// Data that the language holds in a form which no script can make; one value stands within.
    case packed
  }

  package let start: UnsafeRawPointer

  /// A value within one that was checked.
  init(at start: UnsafeRawPointer) { self.start = start }

  /// The value that a buffer holds; nil where it is not one value and nothing else.
  package init?(checking bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress,
      mocklua_wire_is_valid(start.assumingMemoryBound(to: UInt8.self), bytes.count)
    else { return nil }
    self.start = start
  }

  /// Nil, wherever there is no value.
  static var none: WireValue { WireValue(at: ("\0" as StaticString).utf8Start) }

  /// Where the first element of a list stands, counted from the list's start.
  static let elementsOffset = 9

  @inline(__always)
  package var kind: Kind {
    let tag = start.load(as: UInt8.self)
    // The cases count up from 0, as their bits do; `init(rawValue:)` would go through them.
    return tag <= Kind.packed.rawValue ? unsafeBitCast(tag, to: Kind.self) : .nil
  }

  @inline(__always)
  func has(_ kind: Kind) -> Bool { start.load(as: UInt8.self) == kind.rawValue }

  package var isNil: Bool { kind == .nil || kind == .null }

  /// The bool, or nil where the value is none.
  package var bool: Bool? {
    switch kind {
    case .true: true
    case .false: false
    default: nil
    }
  }

  /// The integer, or nil where the value is none.
  ///
  /// A number with an integral value is one.
  @inline(__always)
  package var integer: Int64? {
    if has(.integer) { return start.loadUnaligned(fromByteOffset: 1, as: Int64.self) }
    guard has(.number) else { return nil }
    return Int64(exactly: start.loadUnaligned(fromByteOffset: 1, as: Double.self))
  }

  /// The number as a double, or nil where the value is no number.
  @inline(__always)
  package var number: Double? {
    if has(.number) { return start.loadUnaligned(fromByteOffset: 1, as: Double.self) }
    guard has(.integer) else { return nil }
    return Double(start.loadUnaligned(fromByteOffset: 1, as: Int64.self))
  }

  /// The string's bytes, or nil where the value is no string.
  package var bytes: UnsafeRawBufferPointer? {
    guard has(.string) else { return nil }
    return UnsafeRawBufferPointer(start: start + 5, count: length(at: 1))
  }

  /// The string, or nil where the value is none or not UTF-8.
  package var string: String? {
    guard let bytes else { return nil }
    return bytes.isASCII
      ? String(decoding: bytes, as: UTF8.self) : String(validUTF8: bytes)
  }

  /// The number of elements or entries.
  package var count: Int {
    switch kind {
    case .array, .map: length(at: 5)
    default: 0
    }
  }

  /// Where the value ends and the next one starts.
  @inline(__always)
  package var end: UnsafeRawPointer {
    switch kind {
    case .nil, .null, .false, .true, .empty: start + 1
    case .integer, .number: start + 9
    case .string, .packed: start + 5 + length(at: 1)
    case .array: start + 9 + length(at: 1)
    case .map: start + 13 + length(at: 1)
    case .function: start + 5
    }
  }

  /// What stands in packed data, or nil where the value is none.
  package var packed: WireValue? { has(.packed) ? WireValue(at: start + 5) : nil }

  /// Where the first entry of a map stands.
  @inline(__always)
  var firstEntry: UnsafeRawPointer { start + 13 }

  /// The elements of an array; none where the value is no array.
  package var elements: Elements {
    kind == .array
      ? Elements(position: start + Self.elementsOffset, remaining: count)
      : Elements(position: start, remaining: 0)
  }

  /// The entries of a map, in no order; none where the value is no map.
  package var entries: Entries {
    kind == .map
      ? Entries(position: firstEntry, remaining: count) : Entries(position: start, remaining: 0)
  }

  /// The value of a key, or nil where it is missing.
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

    /// The key, or nil where it is not UTF-8.
    package var name: String? {
      key.isASCII ? String(decoding: key, as: UTF8.self) : String(validUTF8: key)
    }
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
  /// Validating in general costs more than making most strings; bytes that are ASCII need none.
  @inline(__always)
  var isASCII: Bool {
    for byte in self where byte >= 0x80 { return false }
    return true
  }

  /// Compares words, of which the last may overlap the one before it.
  @inline(__always)
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    switch count {
    case 8...:
      for offset in stride(from: 0, to: count - 8, by: 8)
      where !hasSame(UInt64.self, as: other, at: offset) { return false }
      return hasSame(UInt64.self, as: other, at: count - 8)
    case 4...7:
      return hasSame(UInt32.self, as: other, at: 0)
        && hasSame(UInt32.self, as: other, at: count - 4)
    case 2...3:
      return hasSame(UInt16.self, as: other, at: 0)
        && hasSame(UInt16.self, as: other, at: count - 2)
    case 1: return self[0] == other[0]
    default: return true
    }
  }

  @inline(__always)
  private func hasSame<Word: FixedWidthInteger & BitwiseCopyable>(
    _ word: Word.Type, as other: UnsafeRawBufferPointer, at offset: Int
  ) -> Bool {
    loadUnaligned(fromByteOffset: offset, as: word)
      == other.loadUnaligned(fromByteOffset: offset, as: word)
  }
}
