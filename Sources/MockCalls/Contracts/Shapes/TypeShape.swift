internal import MockConfiguration
package import MockData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The shape of the data that a type's `Decodable` conformance accepts, to the extent that it can be determined.
///
/// An app's type is a reference into the contract's table of types, so that a type may contain itself. If nothing is
/// known about a shape, ``unknown(_:)`` gives the reason, and values aren't checked.
package indirect enum TypeShape: Sendable, Hashable {
  /// A single value, such as a string.
  case scalar(Scalar)
  /// Any data that `AnyCodableValue` accepts.
  case anything
  /// The value, null, or an absent value.
  case optional(TypeShape)
  case list(TypeShape)
  /// An object with any keys.
  case map(keys: Scalar, TypeShape)
  /// A type, by its name in the table.
  case type(String)
  case object(ObjectShape)
  /// An enum with associated values: an object whose only key is the case, and whose value holds the associated values.
  case choice([String: TypeShape])
  /// One of a list of values, such as the raw values of an enum.
  case values([AnyCodableValue], isOpen: Bool)
  /// A value of a shape whose type may still reject it.
  case refined(TypeShape)
  /// The shape is unknown, for the given reason.
  case unknown(String)

  /// The kinds of single values, including some Foundation types.
  package enum Scalar: String, Sendable, Hashable, CaseIterable {
    case bool, string, number, float, decimal, date, url, data, uuid
    case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  }
}

/// The keys that a type reads from an object.
package struct ObjectShape: Sendable, Hashable {
  /// The shape of each key's value, which is `.optional` if the value may be absent.
  package var keys: [String: TypeShape]
  /// Whether the type may read other keys as well.
  package var isOpen: Bool

  package init(_ keys: [String: TypeShape], isOpen: Bool = false) {
    (self.keys, self.isOpen) = (keys, isOpen)
  }
}

extension TypeShape.Scalar {
  /// Returns why a decoder would reject a value of this kind, or `nil` if it wouldn't.
  func problem(of value: AnyCodableValue) -> String? {
    // The most common values, without a decoder.
    switch (self, value) {
    case (.bool, .bool), (.string, .string), (.int, .int), (.number, .int), (.number, .double):
      return nil
    default: break
    }
    func decode<Known: Decodable>(_ type: Known.Type) throws {
      _ = try AnyCodableValueDecoder().decode(type, from: value)
    }
    do {
      // The actual type decodes the value, so that the result is the same as in the app.
      try _openExistential(type, do: decode)
      return nil
    } catch {
      guard let error = error as? DecodingError else { return "\(error)" }
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        return context.debugDescription + suggestion(for: value)
      @unknown default: return "\(error)"
      }
    }
  }

  /// The type whose values are of this kind.
  private var type: any Decodable.Type {
    switch self {
    case .bool: Bool.self
    case .string: String.self
    case .number: Double.self
    case .float: Float.self
    case .decimal: Decimal.self
    case .date: Date.self
    case .url: URL.self
    case .data: Data.self
    case .uuid: UUID.self
    case .int: Int.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int64.self
    case .uint: UInt.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt64.self
    }
  }

  private static let byType = Dictionary(
    uniqueKeysWithValues: allCases.map { (ObjectIdentifier($0.type), $0) })

  /// Creates the kind of a type's values, or returns `nil` for a type that isn't in the list.
  init?(_ type: any Any.Type) {
    guard let scalar = Self.byType[ObjectIdentifier(type)] else { return nil }
    self = scalar
  }

  private func suggestion(for value: AnyCodableValue) -> String {
    switch (self, value) {
    case (.string, .int), (.string, .double), (.string, .number):
      "; write it in quotes: `\"\(value.shortText)\"`"
    case (_, .string(let text)) where isNumber && Double(text) != nil:
      "; write it without quotes: `\(text.escaped)`"
    case (.bool, .string("true")), (.bool, .string("false")): "; write it without quotes"
    case (.bool, .int): "; write `true` or `false`"
    default: "; write \(phrase)"
    }
  }

  private var isNumber: Bool {
    switch self {
    case .bool, .string, .date, .url, .data, .uuid: false
    default: true
    }
  }

  /// The kind of value, with an article.
  var phrase: String {
    switch self {
    case .bool: "a bool"
    case .string: "a string"
    case .number, .float, .decimal: "a number"
    case .date: "a date, such as `\"2026-01-31T09:30:00Z\"`"
    case .url: "a URL, such as `\"https://example.com\"`"
    case .data: "base64 as a string"
    case .uuid: "a UUID, such as `uuid()`"
    default: "a whole number"
    }
  }
}

/// Coding for `contract.json`: a shape is the name of a kind, or an object with one key that determines the kind.
extension TypeShape: Codable {
  private enum CodingKeys: String, CodingKey, ConfigurationKey {
    case optional, list, map, type, keys, cases, values, refined, unknown
    /// Next to `keys` and `values`: whether others are allowed.
    case open
    /// Next to `map`: the kind of the map's keys.
    case by
  }

  private static let anyName = "any"

  package init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder, ignoresUnknownKeys: true))
  }

  init(reading node: ConfigurationNode) throws {
    if node.kind == .string {
      let isAny = try node.string() == Self.anyName
      self = isAny ? .anything : .scalar(try Self.scalar(node))
      return
    }
    let members = try ObjectReader<CodingKeys>(node)
    let kinds = CodingKeys.allCases.filter { $0 != .open && $0 != .by && members.has($0) }
    guard kinds.count == 1, let kind = kinds.first, let part = members.optional(kind) else {
      throw node.error(.other("a shape must have one key, which names its kind"))
    }
    switch kind {
    case .optional: self = .optional(try Self(reading: part))
    case .list: self = .list(try Self(reading: part))
    case .map:
      let keys = try members.optional(.by).map { try Self.scalar($0) }
      self = .map(keys: keys ?? .string, try Self(reading: part))
    case .type: self = .type(try part.string())
    case .keys:
      let keys = try part.object { try Self(reading: $0) }
      self = .object(ObjectShape(keys, isOpen: try members.flag(.open)))
    case .cases: self = .choice(try part.object { try Self(reading: $0) })
    case .values: self = .values(try part.list(), isOpen: try members.flag(.open))
    case .refined: self = .refined(try Self(reading: part))
    // The last two only appear next to other keys and were filtered out.
    case .unknown, .open, .by: self = .unknown(try part.string())
    }
  }

  private static func scalar(_ node: ConfigurationNode) throws -> Scalar {
    let name = try node.string()
    if let scalar = Scalar(rawValue: name) { return scalar }
    let known = Scalar.allCases.map(\.rawValue) + [anyName]
    throw node.error(.unknownName(name, of: "kind of value", known: known))
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .scalar(let scalar):
      var container = encoder.singleValueContainer()
      return try container.encode(scalar.rawValue)
    case .anything:
      var container = encoder.singleValueContainer()
      return try container.encode(Self.anyName)
    default: break
    }
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .scalar, .anything: break
    case .optional(let shape): try members.encode(shape, forKey: .optional)
    case .list(let shape): try members.encode(shape, forKey: .list)
    case .map(let keys, let shape):
      try members.encode(shape, forKey: .map)
      if keys != .string { try members.encode(keys.rawValue, forKey: .by) }
    case .type(let name): try members.encode(name, forKey: .type)
    case .object(let object):
      try members.encode(object.keys, forKey: .keys)
      if object.isOpen { try members.encode(true, forKey: .open) }
    case .choice(let cases): try members.encode(cases, forKey: .cases)
    case .values(let values, let isOpen):
      try members.encode(values, forKey: .values)
      if isOpen { try members.encode(true, forKey: .open) }
    case .refined(let shape): try members.encode(shape, forKey: .refined)
    case .unknown(let reason): try members.encode(reason, forKey: .unknown)
    }
  }
}
