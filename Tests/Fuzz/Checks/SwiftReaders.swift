import LuaRuntime
import MockServices

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a wire value in every way that Swift supports.
enum SwiftReaders {
  static func check(
    _ bytes: UnsafeRawBufferPointer, _ tree: WireTree?, _ way: WireCheck.Way
  ) throws {
    let value = WireValue(checking: bytes)
    try require((value != nil) == (tree != nil), "the bytes are a value for one reader only")
    guard let value, let tree else { return }
    try require(value.end == bytes.baseAddress.map { $0 + bytes.count }, "the value ends elsewhere")
    try require(try WireTree(reading: value) == tree, "the value reads as another one")
    try decodePlainly(value, tree)
    try decode(value, way.types)
    // Lookups have written to the tables, which must stay readable in place.
    try require(try WireTree(reading: value) == tree, "decoding has changed the value")
  }

  private static func decodePlainly(_ value: WireValue, _ tree: WireTree) throws {
    let all = try attempt(LuaValue.self, value)
    try require(all == LuaValue(tree) || tree.holdsNaN, "`LuaValue` is \(String(describing: all))")
    let integer = try attempt(Int.self, value)
    try require(integer == tree.integer.map(Int.init), "`Int` is \(String(describing: integer))")
    try require(try attempt(Bool.self, value) == tree.bool, "`Bool` reads another value")
    try require(try attempt(String.self, value) == tree.text, "`String` reads another value")
  }

  private static func decode(_ value: WireValue, _ types: Int) throws {
    switch types {
    case 0:
      _ = try attempt(AnyCodableValue.self, value)
      _ = try attempt(Int8.self, value)
      _ = try attempt(UInt64.self, value)
      _ = try attempt(Float.self, value)
      _ = try attempt(Double?.self, value)
      _ = try attempt([UInt8].self, value)
    case 1:
      _ = try attempt([Int?].self, value)
      _ = try attempt([String: Int].self, value)
      _ = try attempt([Int: String].self, value)
      _ = try attempt([[String: LuaValue]].self, value)
    case 2:
      _ = try attempt(Node.self, value)
      _ = try attempt([Node].self, value)
      _ = try attempt(Choice.self, value)
      _ = try attempt(Walker.self, value)
    default:
      _ = try attempt(URL.self, value)
      _ = try attempt(Date.self, value)
      _ = try attempt(Data.self, value)
      _ = try attempt(Decimal.self, value)
    }
  }

  /// Decodes the value as a type.
  ///
  /// Returns nil if the value has another shape, which must be reported with its path.
  private static func attempt<T: Decodable>(_ type: T.Type, _ value: WireValue) throws -> T? {
    do {
      return try WireDecoder.decode(type, from: value)
    } catch is DecodingError {
      return nil
    }
  }
}

/// A recursive type with a field of each kind.
private struct Node: Decodable {
  var id: Int
  var name: String?
  var ratio: Double?
  var isOn: Bool?
  var items: [Node]?
  var rest: [String: Node]?
  var choice: Choice?
}

private enum Choice: Decodable {
  case name(String, Int)
  case items(a: [Choice])
  case rest
}

/// Walks any value without knowing its shape, and checks the coding path.
private struct Walker: Decodable {
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let kind = (decoder as? WireDecoder)?.value.kind
    if kind == .map || kind == .empty {
      let table = try decoder.container(keyedBy: Key.self)
      for key in table.allKeys {
        guard table.contains(key) else { throw FuzzFinding("a key of `allKeys` is missing") }
        let member = try table.decode(Walker.self, forKey: key)
        _ = (member, try table.decodeNil(forKey: key))
      }
      _ = try? table.superDecoder()
      _ = try? table.nestedUnkeyedContainer(forKey: Key(stringValue: "items"))
    }
    if kind == .array || kind == .empty {
      var list = try decoder.unkeyedContainer()
      var count = 0
      while !list.isAtEnd {
        if try !list.decodeNil() { _ = try list.decode(Walker.self) }
        count += 1
      }
      guard count == list.count, (try? list.decode(Walker.self)) == nil else {
        throw FuzzFinding("the count of a list differs from its number of elements")
      }
    }
    if kind == .integer, decoder.codingPath.count > 200 {
      throw FuzzFinding("a path of \(decoder.codingPath.count) keys")
    }
  }
}

extension WireTree {
  /// Converts a value from its `WireValue` form.
  init(reading value: WireValue) throws {
    switch value.kind {
    case .nil: self = .nil
    case .null: self = .null
    case .false, .true: self = .bool(value.bool ?? (value.kind == .false))
    case .integer: self = .integer(value.integer ?? 0)
    case .number: self = .number((value.number ?? 0).bitPattern)
    case .string: self = .string(value.bytes.map { Array($0) } ?? [])
    case .array:
      self = .array(try value.elements.map { try WireTree(reading: $0) })
      try require(
        value.elements.reduce(0) { count, _ in count + 1 } == value.count, "a wrong count")
    case .map:
      self = .map(
        try value.entries.map { Entry(key: Array($0.key), value: try WireTree(reading: $0.value)) })
    case .empty: self = .empty
    case .function:
      self = .function(UInt32(value.start.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
    case .packed:
      guard let inner = value.packed else { throw FuzzFinding("packed data without a value") }
      let content = UnsafeRawBufferPointer(start: inner.start, count: value.end - inner.start)
      self = .packed(Array(content), try WireTree(reading: inner))
    case .exact: self = .exact(value.exact.map { Array($0.text.utf8) } ?? [])
    }
  }

  /// Whether the value contains NaN, which doesn't equal itself.
  fileprivate var holdsNaN: Bool {
    switch self {
    case .number(let bits): Double(bitPattern: bits).isNaN
    case .array(let elements): elements.contains(where: \.holdsNaN)
    case .map(let entries): entries.contains(where: \.value.holdsNaN)
    default: false
    }
  }

  fileprivate var integer: Int64? {
    switch self {
    case .integer(let integer): integer
    case .number(let bits): Int64(exactly: Double(bitPattern: bits))
    default: nil
    }
  }

  fileprivate var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  fileprivate var text: String? {
    if case .string(let bytes) = self { String(validUTF8: bytes) } else { nil }
  }
}

extension LuaValue {
  /// Creates the expected reading of a wire value.
  fileprivate init(_ tree: WireTree) {
    switch tree {
    case .nil, .function, .packed: self = .nil
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .integer(let integer): self = .integer(Int(integer))
    case .number(let bits): self = .number(Double(bitPattern: bits))
    case .exact(let digits): self = .number(Double(String(decoding: digits, as: UTF8.self)) ?? 0)
    case .string(let bytes): self = .string(String(decoding: bytes, as: UTF8.self))
    case .array(let elements): self = .array(elements.map { LuaValue($0) })
    case .map(let entries):
      let pairs = entries.map { (String(decoding: $0.key, as: UTF8.self), LuaValue($0.value)) }
      self = .table(Dictionary(pairs) { $1 })
    case .empty: self = .table([:])
    }
  }
}
