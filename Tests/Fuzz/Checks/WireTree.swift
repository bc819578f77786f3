/// A wire value, read as simply as possible from the format description in `wire_encode.c`.
indirect enum WireTree: Equatable {
  case `nil`
  case null
  case bool(Bool)
  case integer(Int64)
  /// Compared by its bits, because NaN doesn't equal itself.
  case number(UInt64)
  case string([UInt8])
  case array([WireTree])
  case map([Entry])
  case empty
  case function(UInt32)
  case packed([UInt8], WireTree)
  /// The digits of a whole number beyond 64 bits.
  case exact([UInt8])

  struct Entry: Equatable {
    var key: [UInt8]
    var value: WireTree
  }

  /// The maximum nesting of tables and packed data.
  private static let maximumDepth = 200

  /// Decodes the bytes.
  ///
  /// Returns nil unless they are exactly one value.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    guard let tree = Self.read(&rest, depth: 0), rest.isEmpty else { return nil }
    self = tree
  }

  private typealias Bytes = Slice<UnsafeRawBufferPointer>

  private static func read(_ rest: inout Bytes, depth: Int) -> WireTree? {
    guard let tag = rest.popFirst() else { return nil }
    switch tag {
    case 0: return .nil
    case 1: return .null
    case 2, 3: return .bool(tag == 3)
    case 4: return take(8, from: &rest).map { .integer(Int64(bitPattern: number($0))) }
    case 5: return take(8, from: &rest).map { .number(number($0)) }
    case 6: return text(&rest).map { .string(Array($0)) }
    case 7, 8: return table(&rest, isMap: tag == 8, depth: depth)
    case 9: return .empty
    case 10: return take(4, from: &rest).map { .function(UInt32(number($0))) }
    case 11:
      guard depth < maximumDepth, let content = text(&rest) else { return nil }
      var inner = content
      guard let tree = read(&inner, depth: depth + 1), inner.isEmpty else { return nil }
      return .packed(Array(content), tree)
    case 12: return text(&rest).map(Array.init).flatMap { isWhole($0) ? .exact($0) : nil }
    default: return nil
    }
  }

  /// Whether the bytes are a whole number without leading zeros, not too long for a double.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    return digits.count <= 309 && digits.allSatisfy { (0x30...0x39).contains($0) }
      && (digits.first ?? 0x30) != 0x30
  }

  private static func table(_ rest: inout Bytes, isMap: Bool, depth: Int) -> WireTree? {
    guard depth < maximumDepth, let payload = take(4, from: &rest).map(number),
      let count = take(4, from: &rest).map(number)
    else { return nil }
    if isMap, take(4, from: &rest).map(number) != 0 { return nil }
    guard var inner = take(Int(payload), from: &rest) else { return nil }
    var elements: [WireTree] = []
    var entries: [Entry] = []
    for _ in 0..<count {
      guard let key = isMap ? text(&inner) : inner.prefix(0),
        let value = read(&inner, depth: depth + 1)
      else { return nil }
      if isMap {
        entries.append(Entry(key: Array(key), value: value))
      } else {
        elements.append(value)
      }
    }
    guard inner.isEmpty else { return nil }
    return isMap ? .map(entries) : .array(elements)
  }

  private static func text(_ rest: inout Bytes) -> Bytes? {
    take(4, from: &rest).map(number).flatMap { take(Int($0), from: &rest) }
  }

  private static func take(_ count: Int, from rest: inout Bytes) -> Bytes? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private static func number(_ bytes: Bytes) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension WireTree {
  /// Whether the value contains a function reference, which only the state can resolve.
  var namesFunction: Bool {
    switch self {
    case .function: true
    case .array(let elements): elements.contains(where: \.namesFunction)
    case .map(let entries): entries.contains(where: \.value.namesFunction)
    default: false
    }
  }

  /// The maximum nesting of tables that Lua can return.
  private static let maximumDataDepth = 64

  /// Returns the value after a round trip through Lua, or nil if it can't be encoded again.
  ///
  /// Keys are sorted by their bytes.
  func afterLua(depth: Int = 0) -> WireTree? {
    switch self {
    case .number(let bits): return Double(bitPattern: bits).isFinite ? self : nil
    case .function: return nil
    case .empty: return depth < Self.maximumDataDepth ? self : nil
    case .array(var elements):
      while elements.last == .nil { elements.removeLast() }
      guard depth < Self.maximumDataDepth, !elements.contains(.nil) else { return nil }
      var result: [WireTree] = []
      for element in elements {
        guard let element = element.afterLua(depth: depth + 1) else { return nil }
        result.append(element)
      }
      return .array(result)
    case .map(let entries):
      guard depth < Self.maximumDataDepth else { return nil }
      let last = Dictionary(entries.map { ($0.key, $0.value) }) { $1 }.filter { $0.value != .nil }
      var result: [Entry] = []
      for (key, value) in last {
        guard let value = value.afterLua(depth: depth + 1) else { return nil }
        result.append(Entry(key: key, value: value))
      }
      return result.isEmpty ? .empty : WireTree.map(result).sorted
    case .nil, .null, .bool, .integer, .string, .packed, .exact: return self
    }
  }

  /// The same value with the entries of all tables sorted by the bytes of their keys.
  var sorted: WireTree {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .map(let entries):
      .map(
        entries.map { Entry(key: $0.key, value: $0.value.sorted) }
          .sorted { $0.key.lexicographicallyPrecedes($1.key) })
    default: self
    }
  }
}
