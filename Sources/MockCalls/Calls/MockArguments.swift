public import MockData

/// The arguments of a mocked call, by label.
///
/// Write them as a list, such as `[MockArgument("code", code)]`, or as an object, such as `["code": "123456"]`.
public struct MockArguments: Sendable, Equatable {
  /// The form in which the arguments are stored.
  ///
  /// They are converted only if necessary, because most calls are never inspected.
  enum Form: Sendable {
    case object(AnyCodableValue)
    case list([MockArgument])
    case pairs([(String, AnyCodableValue)])
  }

  let form: Form
  /// The size in bytes that counts toward the log's limit.
  ///
  /// The sign identifies the source of the arguments: the size is positive if a script created them, negative if they
  /// come from another process, and otherwise 0.
  let load: Int
  /// The size in bytes that counts toward the log's limit, or 0 if Swift code in this process created the arguments.
  var byteSize: Int { abs(load) }
  /// Whether a function of a script created the arguments.
  var isOfScript: Bool { load > 0 }

  /// An empty list of arguments.
  public static let none = MockArguments(.dictionary([:]))

  /// Creates arguments from an object, whose keys are the labels.
  public init(_ value: AnyCodableValue) {
    form = .object(value)
    load = 0
  }

  /// Creates arguments from an object that a script created.
  package init(ofScript value: AnyCodableValue) {
    form = .object(value)
    load = max(1, value.byteSize)
  }

  /// Creates arguments from data, such as the arguments of a request or of an app in another process.
  package init(data value: AnyCodableValue) {
    form = .object(value)
    load = -value.byteSize
  }

  /// Creates arguments from a list.
  ///
  /// If several arguments have the same label, the last one is used.
  public init(_ arguments: [MockArgument]) {
    form = .list(arguments)
    load = 0
  }

  /// The arguments as an object, whose keys are the labels.
  ///
  /// Absent arguments are omitted.
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

  /// Returns the argument with a label, or `nil` if there isn't one or the arguments weren't created from a list.
  func argument(_ label: String) -> MockArgument? {
    if case .list(let arguments) = form { arguments.last { $0.label == label } } else { nil }
  }

  /// The labels, including the labels of absent arguments if they are known.
  var labels: [String] {
    switch form {
    case .object(.dictionary(let members)): Array(members.keys)
    case .object: []
    case .list(let arguments): arguments.map(\.label)
    case .pairs(let pairs): pairs.map(\.0)
    }
  }

  /// Returns whether two sets of arguments are equal, however they were created.
  public static func == (first: MockArguments, second: MockArguments) -> Bool {
    first.value == second.value
  }
}

extension MockArguments: ExpressibleByArrayLiteral {
  /// Creates arguments from a list.
  ///
  /// If several arguments have the same label, the last one is used.
  public init(arrayLiteral elements: MockArgument...) {
    self.init(elements)
  }
}

extension MockArguments: ExpressibleByDictionaryLiteral {
  /// Creates arguments from labels and values.
  ///
  /// If several arguments have the same label, the last one is used.
  public init(dictionaryLiteral elements: (String, AnyCodableValue)...) {
    form = .pairs(elements)
    load = 0
  }
}

/// Compares two values part by part.
///
/// Values that contain references are never equal, because a copy could share the referenced objects.
package enum ValueTree {
  /// The maximum number of parts to compare.
  ///
  /// Values with more parts count as unequal, because comparing them would take too long.
  private static let limit = 2000

  /// Returns whether two values are equal in all parts and contain no references.
  package static func areEqual(_ first: Any, _ second: Any) -> Bool {
    var count = 0
    return areEqual(first, second, &count)
  }

  private static func areEqual(_ first: Any, _ second: Any, _ count: inout Int) -> Bool {
    count += 1
    guard count <= limit, type(of: first) == type(of: second) else { return false }
    if let equal = areEqualScalars(first, second) { return equal }
    let (mirror, other) = (Mirror(reflecting: first), Mirror(reflecting: second))
    guard let style = mirror.displayStyle, isPlain(style),
      mirror.children.count == other.children.count
    else { return false }
    if mirror.children.isEmpty, style == .enum { return "\(first)" == "\(second)" }
    if mirror.children.isEmpty, style == .struct {
      // The type hides its contents, as `UUID` does, so use the type's own comparison.
      return (first as? any Equatable).map { equals($0, second) } ?? false
    }
    for (child, counterpart) in zip(mirror.children, other.children) {
      guard child.label == counterpart.label, areEqual(child.value, counterpart.value, &count)
      else { return false }
    }
    return true
  }

  private static func equals<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    (second as? Value) == first
  }

  private static func isPlain(_ style: Mirror.DisplayStyle) -> Bool {
    switch style {
    case .struct, .enum, .tuple, .optional, .collection, .dictionary, .set: true
    default: false
    }
  }

  /// Compares two values of a scalar type, such as a number or a string.
  ///
  /// Returns `nil` for any other type.
  private static func areEqualScalars(_ first: Any, _ second: Any) -> Bool? {
    switch (first, second) {
    case (let first as String, let second as String): first == second
    case (let first as Bool, let second as Bool): first == second
    case (let first as any BinaryInteger, let second as any BinaryInteger):
      "\(first)" == "\(second)"
    case (let first as Double, let second as Double): first == second
    case (let first as Float, let second as Float): first == second
    default: nil
    }
  }
}
