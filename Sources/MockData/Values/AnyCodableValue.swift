/// A JSON value whose type is only known at run time, with separate integers and floating-point numbers.
///
/// `==` compares the stored values, so `.int(1)` and `.double(1)` differ. Strings and keys are only equal if their
/// bytes are equal, so a composed `é` differs from an `e` with a combining accent. `isNumericallyEqual(to:)` compares
/// numbers by their mathematical values.
public enum AnyCodableValue: Sendable, Hashable {
  /// A Unicode string.
  case string(String)
  /// A whole number, written without a decimal point.
  case int(Int)
  /// A floating-point number, written with a decimal point even if it is whole (`1.0`).
  case double(Double)
  /// A number that would lose digits as an `Int` or a `Double`, such as a whole number with twenty digits.
  ///
  /// It decodes as any type that can represent it, and otherwise as the nearest double.
  case number(JSONNumber)
  /// `true` or `false`.
  case bool(Bool)
  /// A JSON object; the order of its members isn't preserved.
  case dictionary([String: AnyCodableValue])
  /// A JSON array.
  case array([AnyCodableValue])
  /// A JSON `null`.
  ///
  /// It is a value, unlike the absence of a value.
  case null
}

extension AnyCodableValue {
  /// Returns whether two values are of the same kind and equal.
  public static func == (one: AnyCodableValue, other: AnyCodableValue) -> Bool {
    switch (one, other) {
    case (.string(let text), .string(let other)): return text.hasSameUTF8(as: other)
    case (.int(let integer), .int(let other)): return integer == other
    case (.double(let number), .double(let other)): return number == other
    case (.number(let number), .number(let other)): return number == other
    case (.bool(let flag), .bool(let other)): return flag == other
    case (.array(let elements), .array(let others)): return elements == others
    case (.dictionary(let members), .dictionary(let others)):
      guard members.count == others.count else { return false }
      for (key, value) in members where others.member(named: key) != value { return false }
      return true
    case (.null, .null): return true
    default: return false
    }
  }

  /// The kind of a value, with the name that `$type` patterns and messages use.
  package enum Kind: String, Sendable, CaseIterable {
    case null
    case bool
    case int
    case double
    case string
    case array
    case object
  }

  /// The kind of this value as it is stored: `.double(1)` is a `double`, although it is a whole number.
  package var kind: Kind {
    switch self {
    case .string: .string
    case .int: .int
    case .double: .double
    case .number(let number): number.isInteger ? .int : .double
    case .bool: .bool
    case .dictionary: .object
    case .array: .array
    case .null: .null
    }
  }
}

extension AnyCodableValue.Kind {
  /// The kind with its article, for a sentence: `a string`, `an int`, `null`.
  package var phrase: String {
    switch self {
    case .null: "null"
    case .int, .array, .object: "an \(rawValue)"
    case .bool, .double, .string: "a \(rawValue)"
    }
  }
}

extension AnyCodableValue: ExpressibleByStringLiteral {
  /// Creates a ``string(_:)`` from a literal.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension AnyCodableValue: ExpressibleByStringInterpolation {}

extension AnyCodableValue: ExpressibleByIntegerLiteral {
  /// Creates an ``int(_:)`` from a literal.
  public init(integerLiteral value: Int) {
    self = .int(value)
  }
}

extension AnyCodableValue: ExpressibleByFloatLiteral {
  /// Creates a ``double(_:)`` from a literal.
  public init(floatLiteral value: Double) {
    self = .double(value)
  }
}

extension AnyCodableValue: ExpressibleByBooleanLiteral {
  /// Creates a ``bool(_:)`` from a literal.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension AnyCodableValue: ExpressibleByArrayLiteral {
  /// Creates an ``array(_:)`` from a literal.
  public init(arrayLiteral elements: AnyCodableValue...) {
    self = .array(elements)
  }
}

extension AnyCodableValue: ExpressibleByDictionaryLiteral {
  /// Creates a ``dictionary(_:)`` from a literal.
  ///
  /// If a key occurs more than once, the last value is used.
  public init(dictionaryLiteral elements: (String, AnyCodableValue)...) {
    self = .dictionary(Dictionary(elements) { _, last in last })
  }
}

extension AnyCodableValue: ExpressibleByNilLiteral {
  /// Creates a ``null``.
  ///
  /// If the expected type is `AnyCodableValue?`, the literal `nil` creates an absent value instead.
  public init(nilLiteral: ()) {
    self = .null
  }
}

/// Can return a value of any kind directly, so that the caller doesn't try one kind after another.
package protocol AnyCodableValueSource: Decoder {
  func anyCodableValue() throws -> AnyCodableValue
}

extension AnyCodableValue: Codable {
  /// Reads a value of any kind from any decoder.
  ///
  /// From a `JSONDecoder`, `1.0` becomes an integer. The reader for configurations preserves the kind and all digits.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = decoder.value
      return
    }
    if let source = decoder as? any AnyCodableValueSource {
      self = try source.anyCodableValue()
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .int(integer)
    } else if let large = try? container.decode(UInt64.self) {
      self = AnyCodableValue(exactly: large)
    } else if let number = try? container.decode(Double.self) {
      self = .double(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if (try? decoder.unkeyedContainer()) != nil {
      // Determine the kind of collection first, so that an error inside it is reported with its own path.
      self = .array(try container.decode([AnyCodableValue].self))
    } else {
      self = .dictionary(try container.decode([String: AnyCodableValue].self))
    }
  }

  /// Writes the value to any encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let string): try container.encode(string)
    case .int(let integer): try container.encode(integer)
    case .double(let number): try container.encode(number)
    case .number(let number):
      // Other encoders don't support numbers with arbitrarily many digits, but most support these types.
      if let large = UInt64(number.text) {
        try container.encode(large)
      } else {
        try container.encode(number.double)
      }
    case .bool(let bool): try container.encode(bool)
    case .dictionary(let members): try container.encode(members)
    case .array(let elements): try container.encode(elements)
    case .null: try container.encodeNil()
    }
  }
}

extension [AnyCodableValue] {
  /// The elements of a set, in an order that depends only on the elements.
  ///
  /// The order of Swift's sets and dictionaries differs from process to process, but equal calls must always have equal
  /// data. Numbers are sorted by value, strings by their bytes, and all other values by their JSON.
  package var inElementOrder: [AnyCodableValue] { inElementOrder(groupedBy: 1) }

  /// Returns the elements in groups of a given size, sorted by the first element of each group.
  func inElementOrder(groupedBy width: Int) -> [AnyCodableValue] {
    let groups = stride(from: 0, to: count - count % width, by: width).map { self[$0..<$0 + width] }
    return groups.sorted { first, second in
      switch (first.first, second.first) {
      case (let first?, let second?): first.precedes(second)
      default: false
      }
    }.flatMap { $0 }
  }
}

extension AnyCodableValue {
  fileprivate func precedes(_ other: AnyCodableValue) -> Bool {
    switch (self, other) {
    case (.int(let first), .int(let second)): first < second
    case (.string(let first), .string(let second)): first.precedesInBytes(second)
    default:
      if let first = asDouble, let second = other.asDouble, first != second {
        first < second
      } else {
        text(limit: .max - 3).precedesInBytes(other.text(limit: .max - 3))
      }
    }
  }
}

/// A collection that is encoded as a list in undefined order.
protocol UnorderedList {
  /// The number of list elements that belong together, such as 2 for a key and its value.
  static var groupWidth: Int { get }
}

extension Set: UnorderedList {
  static var groupWidth: Int { 1 }
}

extension Dictionary: UnorderedList {
  static var groupWidth: Int { 2 }
}

extension AnyCodableValue {
  /// The approximate number of bytes that the value takes in memory.
  package var byteSize: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .int, .double, .bool, .null: 0
    case .number(let number): number.text.utf8.count
    case .array(let elements): elements.reduce(elements.count * Self.place) { $0 + $1.byteSize }
    case .dictionary(let members):
      members.reduce(members.count * Self.place * 2) { $0 + $1.key.utf8.count + $1.value.byteSize }
    }
  }

  /// The size of an element in a list.
  private static let place = MemoryLayout<AnyCodableValue>.stride
}

extension AnyCodableValue {
  /// Creates an object, without the members that are nil.
  ///
  /// For an absent member, write `condition ? value : .none`, because `nil` could also be a JSON `null`.
  package static func object(_ members: [String: AnyCodableValue?]) -> AnyCodableValue {
    .dictionary(members.compactMapValues(\.self))
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number of an ``int(_:)``; nil for any other value.
  package var integer: Int? { if case .int(let number) = self { number } else { nil } }

  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  package var members: [String: AnyCodableValue]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  package var elements: [AnyCodableValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// Returns whether the value, or any value in it, meets a condition.
  package func contains(where condition: (AnyCodableValue) -> Bool) -> Bool {
    if condition(self) { return true }
    switch self {
    case .array(let elements): return elements.contains { $0.contains(where: condition) }
    case .dictionary(let members): return members.values.contains { $0.contains(where: condition) }
    default: return false
    }
  }

  /// Returns a copy in which everything except lists and objects is replaced.
  func mapLeaves(_ replacement: (AnyCodableValue) -> AnyCodableValue) -> AnyCodableValue {
    switch self {
    case .array(let elements): .array(elements.map { $0.mapLeaves(replacement) })
    case .dictionary(let members): .dictionary(members.mapValues { $0.mapLeaves(replacement) })
    default: replacement(self)
    }
  }

  /// Whether the value contains a number that Lua rounds.
  package var hasLongNumbers: Bool { contains { if case .number = $0 { true } else { false } } }
}

extension AnyCodableValue {
  /// The value as compact JSON, never truncated.
  package var compactText: String { String(decoding: compactJSON, as: UTF8.self) }

  /// The text of a string, or any other value as compact JSON.
  package var plainText: String { string ?? compactText }

  /// The value as compact JSON for a message, truncated if it is long.
  package var shortText: String { text(limit: 120) }

  /// If the text is truncated, an ellipsis follows.
  package func text(limit: Int) -> String {
    let text = compactText
    return (text.count > limit ? text.prefix(limit) + "..." : text).escaped(limit: limit + 3)
  }

  /// The value with all whole doubles converted to integers, so that equal numbers are equal values.
  package var withPlainNumbers: AnyCodableValue {
    mapLeaves { leaf in
      switch leaf {
      case .double(let number): Int(exactly: number).map { .int($0) } ?? leaf
      case .number(let number):
        number.order(to: number.double) == 0
          ? .double(number.double)
          : AnyCodableValue(number.digits, isInteger: number.digits.isWhole) ?? leaf
      default: leaf
      }
    }
  }

  /// Returns the member at a path through objects, if any.
  ///
  /// If the path doesn't lead through objects, the rest of it is looked up as one name with dots, such as `hub.mode` in
  /// a query.
  package func member(at path: [String]) -> AnyCodableValue? {
    var value = self
    for name in path {
      guard case .dictionary(let members) = value, let member = members.member(named: name) else {
        return path.count > 1 ? member(atDotted: path[...]) : nil
      }
      value = member
    }
    return value
  }

  private func member(atDotted path: ArraySlice<String>) -> AnyCodableValue? {
    guard let name = path.first else { return self }
    guard case .dictionary(let members) = self else { return nil }
    return members.member(named: name)?.member(atDotted: path.dropFirst())
      ?? members.member(named: path.joined(separator: "."))
  }
}

extension [String: AnyCodableValue] {
  /// A subscript would also find a key that only equals the name after Unicode normalization.
  package func member(named name: String) -> AnyCodableValue? {
    guard let index = index(forKey: name), self[index].key.hasSameUTF8(as: name) else { return nil }
    return self[index].value
  }
}
