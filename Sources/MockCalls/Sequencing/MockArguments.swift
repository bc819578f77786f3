public import MockData

/// The arguments of a mocked call, by label.
///
/// Write them as `[MockArgument("code", code)]`, or as an object: `["code": "123456"]`.
public struct MockArguments: Sendable, Equatable {
  /// The stored form, which is converted on demand because most calls are never inspected.
  enum Form: Sendable {
    case object(AnyCodableValue)
    case list([MockArgument])
    case pairs([(String, AnyCodableValue)])
  }

  let form: Form
  /// The size in bytes that counts toward the log's limit: positive if a script created the arguments, negative if
  /// another process did, and otherwise 0.
  let load: Int
  /// The size in bytes that counts toward the log's limit, or 0 if the arguments come from this process.
  var byteSize: Int { abs(load) }
  /// Whether a function of a script created the arguments.
  var isOfScript: Bool { load > 0 }

  /// No arguments.
  public static let none = MockArguments(.dictionary([:]))

  /// Creates arguments from an object.
  public init(_ value: AnyCodableValue) {
    form = .object(value)
    load = 0
  }

  /// Creates arguments from an object that a script created.
  package init(ofScript value: AnyCodableValue) {
    form = .object(value)
    load = max(1, value.byteSize)
  }

  /// Creates arguments from an object received from another process.
  package init(ofProcess value: AnyCodableValue) {
    form = .object(value)
    load = -value.byteSize
  }

  /// Creates arguments from a list.
  ///
  /// If labels are equal, the last one wins.
  public init(_ arguments: [MockArgument]) {
    form = .list(arguments)
    load = 0
  }

  /// The arguments as an object, without absent ones.
  public var value: AnyCodableValue {
    switch form {
    case .object(let value): return value
    case .list(let arguments):
      var members = [String: AnyCodableValue](minimumCapacity: arguments.count)
      for argument in arguments { members[argument.label] = argument.value }
      return .dictionary(members)
    case .pairs(let pairs): return .dictionary(Dictionary(pairs) { $1 })
    }
  }

  /// Returns the argument with a label, or `nil` if the arguments were not created from a list.
  func argument(_ label: String) -> MockArgument? {
    if case .list(let arguments) = form { arguments.last { $0.label == label } } else { nil }
  }

  /// The labels, including those of absent arguments if they are known.
  var labels: [String] {
    switch form {
    case .object(.dictionary(let members)): Array(members.keys)
    case .object: []
    case .list(let arguments): arguments.map(\.label)
    case .pairs(let pairs): pairs.map(\.0)
    }
  }

  /// Returns whether two calls have the same arguments, regardless of their form.
  public static func == (first: MockArguments, second: MockArguments) -> Bool {
    first.value == second.value
  }
}

extension MockArguments: ExpressibleByArrayLiteral {
  /// Creates arguments from a list.
  ///
  /// If labels are equal, the last one wins.
  public init(arrayLiteral elements: MockArgument...) {
    self.init(elements)
  }
}

extension MockArguments: ExpressibleByDictionaryLiteral {
  /// Creates arguments from values by label.
  ///
  /// If labels are equal, the last one wins.
  public init(dictionaryLiteral elements: (String, AnyCodableValue)...) {
    form = .pairs(elements)
    load = 0
  }
}
