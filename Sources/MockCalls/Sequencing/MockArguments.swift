public import MockData

/// The arguments of a mocked call by label.
///
/// Write them as `[MockArgument("code", code)]`, or as an object: `["code": "123456"]`.
public struct MockArguments: Sendable, Equatable {
  /// A list stays one until somebody asks: most calls are recorded and never looked at.
  enum Form: Sendable {
    case object(AnyCodableValue)
    case list([MockArgument])
    case pairs([(String, AnyCodableValue)])
  }

  let form: Form
  /// Bytes that a log keeps of them, where a script has made them; below 0 where another process has; else 0.
  let load: Int
  /// Bytes that a log keeps of them, where they are none of this process's own.
  var byteSize: Int { abs(load) }
  /// Whether a function of a script has made them.
  var isOfScript: Bool { load > 0 }

  /// No arguments.
  public static let none = MockArguments(.dictionary([:]))

  /// Takes an object of arguments as it is.
  public init(_ value: AnyCodableValue) {
    form = .object(value)
    load = 0
  }

  /// Takes an object that a script has made.
  package init(ofScript value: AnyCodableValue) {
    form = .object(value)
    load = max(1, value.byteSize)
  }

  /// Takes an object that has come from another process.
  package init(ofProcess value: AnyCodableValue) {
    form = .object(value)
    load = -value.byteSize
  }

  /// Collects arguments; the last of equal labels wins.
  public init(_ arguments: [MockArgument]) {
    form = .list(arguments)
    load = 0
  }

  /// The arguments as an object; absent ones are left out.
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

  /// The argument of a label; nil where the arguments are no list.
  func argument(_ label: String) -> MockArgument? {
    if case .list(let arguments) = form { arguments.last { $0.label == label } } else { nil }
  }

  /// The labels, also of absent arguments where they are known.
  var labels: [String] {
    switch form {
    case .object(.dictionary(let members)): Array(members.keys)
    case .object: []
    case .list(let arguments): arguments.map(\.label)
    case .pairs(let pairs): pairs.map(\.0)
    }
  }

  /// Tells whether two calls have the same arguments, in whatever form they were written.
  public static func == (first: MockArguments, second: MockArguments) -> Bool {
    first.value == second.value
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
    form = .pairs(elements)
    load = 0
  }
}
