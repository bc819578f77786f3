/// The arguments of a mocked call by label.
///
/// Write them as `[MockArgument("code", code)]`, or as an object: `["code": "123456"]`.
public struct MockArguments: Sendable, Equatable {
  /// The arguments as an object; absent ones are left out.
  public var value: AnyCodableValue

  /// No arguments.
  public static let none = MockArguments(.dictionary([:]))

  /// Takes an object of arguments as it is.
  public init(_ value: AnyCodableValue) {
    self.value = value
  }

  /// Collects arguments; the last of equal labels wins.
  public init(_ arguments: [MockArgument]) {
    var members = [String: AnyCodableValue](minimumCapacity: arguments.count)
    for argument in arguments { members[argument.label] = argument.value }
    value = .dictionary(members)
  }
}

extension MockArguments: ExpressibleByArrayLiteral {
  /// Collects arguments; the last of equal labels wins.
  public init(arrayLiteral elements: MockArgument...) {
    self.init(elements)
  }
}

extension MockArguments: ExpressibleByDictionaryLiteral {
  /// Takes values by label; the last of equal labels wins.
  public init(dictionaryLiteral elements: (String, AnyCodableValue)...) {
    self.init(.dictionary(Dictionary(elements) { $1 }))
  }
}
