internal import MockConfiguration
package import MockData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The shape of the data that a type can be decoded from, to the extent that it is known.
///
/// A type of the app is represented by a reference to the contract's table of types, so a type can contain itself. If
/// nothing is known about a shape, it is ``unknown(_:)`` with the reason, and its values aren't checked.
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
  /// A type of the app, by its name in the table.
  case type(String)
  case object(ObjectShape)
  /// An enum with associated values.
  ///
  /// Its data is an object. The only key is the case, and the value holds the associated values.
  case choice([String: TypeShape])
  /// One of a list of values, such as the raw values of an enum.
  case values([AnyCodableValue], isOpen: Bool)
  /// A value of the given shape, which the type's own code may still reject.
  case refined(TypeShape)
  case unknown(String)

  /// The kinds of single values, including some Foundation types.
  package enum Scalar: String, Sendable, Hashable, CaseIterable {
    case bool, string, number, float, decimal, date, url, data, uuid
    case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  }
}

extension TypeShape {
  /// Returns the underlying shape, without references, optionals, and refinements.
  ///
  /// `type` is the name of the shape's type, if it has one. If the type isn't known, the shape is ``anything``.
  package func resolved(
    in types: [String: TypeShape]
  ) -> (shape: TypeShape, isOptional: Bool, type: String?) {
    var (shape, isOptional, type) = (self, false, String?.none)
    // The types in a handwritten contract may refer to each other in a cycle.
    for _ in 0..<100 {
      switch shape {
      case .optional(let inner): (shape, isOptional) = (inner, true)
      case .refined(let inner): shape = inner
      case .type(let name): (shape, type) = (types[name] ?? .anything, name)
      default: return (shape, isOptional, type)
      }
    }
    return (.anything, isOptional, type)
  }
}

/// The keys that a type reads from an object.
package struct ObjectShape: Sendable, Hashable {
  /// The shape of the value of each key.
  ///
  /// If the value may be absent, the shape is `.optional`.
  package var keys: [String: TypeShape]
  /// Whether the type may read other keys as well.
  package var isOpen: Bool

  package init(_ keys: [String: TypeShape], isOpen: Bool = false) {
    (self.keys, self.isOpen) = (keys, isOpen)
  }
}

extension TypeShape.Scalar {
  /// Returns the reason why a decoder rejects a value, or `nil` if the decoder accepts the value as this kind.
  func problem(of value: AnyCodableValue) -> String? {
    // The most common values are checked without a decoder.
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
      guard let context = (error as? DecodingError)?.context else { return "\(error)" }
      return context.debugDescription + suggestion(for: value)
    }
  }

  /// The type that decodes values of this kind.
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

  /// Creates the kind that a type's values have.
  ///
  /// Returns `nil` if there is no such kind.
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

/// A shape in `contract.json` is a JSON Schema (draft 2020-12) with the keywords below.
extension TypeShape {
  private enum Keyword: String, ConfigurationKey {
    case ref = "$ref"
    case comment = "$comment"
    case type, format, contentEncoding, anyOf, allOf, `enum`, examples, items, properties, required
    case additionalProperties, propertyNames, minProperties, maxProperties
  }

  private static let null: AnyCodableValue = ["type": "null"]
  private static let wholeNumber: AnyCodableValue = ["pattern": "^-?[0-9]+$"]

  var schema: AnyCodableValue {
    switch self {
    case .scalar(let scalar): scalar.schema
    case .anything: true
    case .unknown(let reason): ["$comment": .string(reason)]
    case .optional(let shape): ["anyOf": [shape.schema, Self.null]]
    case .refined(let shape): ["allOf": [shape.schema]]
    case .type(let name):
      [
        "$ref": .string(
          "#/types/\(name.replacing("~", with: "~0").replacing("/", with: "~1").urlEscaped)")
      ]
    case .values(let values, let isOpen): [isOpen ? "examples" : "enum": .array(values)]
    case .list(let element): ["type": "array", "items": element.schema]
    // A list decodes as a dictionary whose keys are numbers.
    case .map(.int, let element):
      [
        "type": ["array", "object"], "items": element.schema, "propertyNames": Self.wholeNumber,
        "additionalProperties": element.schema,
      ]
    case .map(_, let element): ["type": "object", "additionalProperties": element.schema]
    case .object(let object):
      AnyCodableValue([
        Keyword.type: "object", .properties: .dictionary(object.keys.mapValues(\.schema)),
        .required: .array(
          object.keys.filter { !$0.value.mayBeAbsent }.sortedByKeyBytes().map { .string($0.key) }),
        .additionalProperties: object.isOpen ? .none : .bool(false),
      ])
    case .choice(let cases):
      [
        "type": "object", "properties": .dictionary(cases.mapValues(\.schema)),
        "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
      ]
    }
  }

  init(reading node: ConfigurationNode) throws {
    guard node.kind != .bool || node.value == false else {
      self = .anything
      return
    }
    // Most schemas describe single values. Looking them up takes less time than creating a reader.
    if node.count <= 2, let scalar = Scalar.bySchema[node.value] {
      self = .scalar(scalar)
      return
    }
    let members = try ObjectReader<Keyword>(node)
    if let part = members.optional(.ref) {
      guard let name = Self.name(in: part) else {
        throw part.error(.other("expected a reference such as `#/types/Name`"))
      }
      self = .type(name)
    } else if let part = members.optional(.anyOf) {
      let shapes = try part.list { $0.value == Self.null ? nil : try Self(reading: $0) }
      guard shapes.count == 2, let shape = shapes.compactMap(\.self).only else {
        throw part.error(.other("expected a schema and `{\"type\": \"null\"}`"))
      }
      self = .optional(shape)
    } else if let part = members.optional(.allOf) {
      guard let shape = try part.list({ try Self(reading: $0) }).only else {
        throw part.error(.other("expected one schema"))
      }
      self = .refined(shape)
    } else if let part = members.optional(.enum) ?? members.optional(.examples) {
      self = .values(try part.list(), isOpen: !members.has(.enum))
    } else if let part = members.optional(.properties) {
      let keys = try part.object { try Self(reading: $0) }
      if members.has(.maxProperties) {
        self = .choice(keys)
      } else {
        let required = Set(try members.optional(.required)?.list { try $0.string() } ?? [])
        let shapes = keys.map { name, shape in
          (name, required.contains(name) || shape.mayBeAbsent ? shape : .optional(shape))
        }
        self = .object(
          ObjectShape(
            Dictionary(uniqueKeysWithValues: shapes),
            isOpen: try members.optional(.additionalProperties)?.bool() ?? true))
      }
    } else if let part = members.optional(.additionalProperties) {
      self = .map(keys: members.has(.propertyNames) ? .int : .string, try Self(reading: part))
    } else if let part = members.optional(.items) {
      self = .list(try Self(reading: part))
    } else if let type = members.optional(.type) {
      let types = ["array", "boolean", "integer", "number", "object", "string"]
      guard case .string(let name) = type.value, !types.contains(name) else {
        throw node.error(.other("no Swift type has this schema"))
      }
      throw type.error(.unknownName(name, of: "type", known: types))
    } else {
      self = .unknown(try members.optional(.comment)?.string() ?? "")
    }
  }

  /// Returns the name of the type that a reference such as `#/types/Name` identifies.
  static func name(in reference: ConfigurationNode) -> String? {
    let steps = (try? reference.string()).flatMap { DocumentReference($0) }?.steps
    return steps?.count == 2 && steps?[0] == "types" ? steps?[1] : nil
  }
}

extension TypeShape.Scalar {
  fileprivate static let bySchema = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.schema, $0) })

  fileprivate var schema: AnyCodableValue {
    switch self {
    case .bool: ["type": "boolean"]
    case .string: ["type": "string"]
    case .number: ["type": "number"]
    case .int: ["type": "integer"]
    case .float: ["type": "number", "format": "float"]
    case .decimal: ["type": ["number", "string"], "format": "decimal"]
    case .date: ["type": ["number", "string"], "format": "date-time"]
    case .url: ["type": "string", "format": "uri-reference"]
    case .uuid: ["type": "string", "format": "uuid"]
    case .data: ["type": "string", "contentEncoding": "base64"]
    default: ["type": "integer", "format": .string(rawValue)]
    }
  }
}

extension Collection {
  /// The element of a collection with one element.
  fileprivate var only: Element? { count == 1 ? first : nil }
}
