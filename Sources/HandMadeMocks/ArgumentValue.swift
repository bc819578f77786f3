internal import MockServices

/// An argument as the plain value that patterns look at.
enum ArgumentValue {
  /// Encodes an argument; lists and dictionaries of `Any`, which no encoder takes, by their elements.
  static func value(of argument: Any) -> AnyCodableValue {
    switch ArgumentEquality.unwrapped(argument) {
    case nil: .null
    case let value as any Encodable: MockArgument("argument", value as Any).value ?? .null
    case let members as [String: Any]: .dictionary(members.mapValues(value))
    case let elements as [Any]: .array(elements.map(value))
    case let value?: MockArgument("argument", value).value ?? .null
    }
  }
}
