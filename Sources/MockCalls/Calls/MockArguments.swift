internal import MockConfiguration
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
    if isScalar(first), let first = first as? any Equatable { return equals(first, second) }
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

  private static func isScalar(_ value: Any) -> Bool {
    switch value {
    case is String, is Bool, is any BinaryInteger, is Double, is Float: true
    default: false
    }
  }
}

/// An argument of a mocked call.
///
/// The argument is encoded when it is created, so its type doesn't have to be `Sendable`.
public struct MockArgument: Sendable, Equatable {
  /// The name that patterns use for the argument.
  public let label: String
  /// The encoded argument.
  ///
  /// If the argument was `nil`, this is `nil` too, and the argument counts as absent.
  public let value: AnyCodableValue?
  /// The original argument, which verifications use with the requirement's own types.
  ///
  /// It is `nil` if `value` is sufficient.
  let kept: KeptArgument?

  /// Creates an argument by encoding a value.
  ///
  /// If encoding fails, the argument is a string with the value's description.
  public init<Value: Encodable>(_ label: String, _ value: Value) {
    self.init(label, data: Self.encoded(value), keeping: KeptArgument.keeping(value))
  }

  /// Creates an argument from a value whose type isn't known to be `Encodable`.
  ///
  /// A tuple with labels becomes an object, and a tuple without labels becomes a list. A dictionary with string keys
  /// becomes an object. Arrays and sets become lists. Any other value that can't be encoded becomes a string, which is
  /// its description.
  @_disfavoredOverload
  public init<Value>(_ label: String, _ value: Value) {
    self.init(label, data: Self.described(value), keeping: KeptArgument.keeping(value))
  }

  /// Creates an argument from a string, without an encoder.
  public init(_ label: String, _ value: String) {
    self.init(label, data: .string(value))
  }

  /// Creates an argument from an integer.
  public init(_ label: String, _ value: Int) {
    self.init(label, data: .int(value))
  }

  /// Creates an argument from a Boolean.
  public init(_ label: String, _ value: Bool) {
    self.init(label, data: .bool(value))
  }

  /// Creates an argument from a floating-point number.
  public init(_ label: String, _ value: Double) {
    self.init(label, data: .double(value))
  }

  private init(_ label: String, data: AnyCodableValue?, keeping kept: KeptArgument? = nil) {
    (self.label, value, self.kept) = (label, data, kept)
  }

  /// Returns whether two arguments have the same label and the same encoded value.
  public static func == (first: MockArgument, second: MockArgument) -> Bool {
    first.label == second.label && first.value == second.value
  }

  private static func encoded<Value: Encodable>(_ value: Value) -> AnyCodableValue? {
    if isNil(value) { return nil }
    return (try? AnyCodableValueEncoder().encode(value)) ?? .string("\(value)")
  }

  private static func described(_ value: Any) -> AnyCodableValue? {
    if let value = value as? any Encodable { return encoded(value) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { described($0.value) }
    case .tuple: return tuple(mirror)
    case .collection: return .array(mirror.children.map { described($0.value) ?? .null })
    case .set: return .array(mirror.children.map { described($0.value) ?? .null }.inElementOrder)
    case .dictionary: return members(mirror) ?? .string(String(describing: value))
    default: return .string(String(describing: value))
    }
  }

  private static func tuple(_ mirror: Mirror) -> AnyCodableValue {
    let elements = mirror.children.map { ($0.label, described($0.value)) }
    let hasLabels = elements.allSatisfy { $0.0.map { !$0.hasPrefix(".") } ?? false }
    guard hasLabels, !elements.isEmpty else { return .array(elements.map { $0.1 ?? .null }) }
    var members: [String: AnyCodableValue] = [:]
    for (label, value) in elements { if let label { members[label] = value } }
    return .dictionary(members)
  }

  /// Returns a dictionary as an object, or `nil` if its keys aren't strings.
  private static func members(_ mirror: Mirror) -> AnyCodableValue? {
    var members: [String: AnyCodableValue] = [:]
    for child in mirror.children {
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      guard pair.count == 2, let key = pair[0] as? String else { return nil }
      members[key] = described(pair[1]) ?? .null
    }
    return .dictionary(members)
  }

  private static func isNil<Value>(_ value: Value) -> Bool {
    guard let optional = value as? any OptionalValue else { return false }
    return optional.wrapped.map { isNil($0) } ?? true
  }
}

/// An argument that was recorded only as a description because its type isn't `Encodable`.
struct DescribedArgument: CustomStringConvertible {
  var label: String
  var type: any Any.Type

  var description: String {
    "`\(label.escaped)` is of type \(type), which is not `Encodable`, so patterns see only its description;"
      + " make it `Encodable`"
  }
}

/// A response that was skipped because its pattern needs members of an argument that was recorded only as a
/// description.
struct SkippedResponse {
  var index: Int
  var argument: DescribedArgument

  /// Without the report, the response that was used instead could seem to be the right one.
  func failure(of method: MethodIdentity) -> MockFailure {
    MockFailure(
      .dropped, "`\(method)`, response \(index + 1), can't match any call: \(argument)",
      at: method.place(of: index))
  }
}

extension MockArguments {
  /// Whether any argument was recorded only as a description.
  var hasDescribed: Bool {
    guard case .list(let list) = form else { return false }
    return list.contains { argument in
      argument.kept?.value.flatMap { Self.describedType(of: $0) } != nil
    }
  }

  /// Returns the argument whose members a pattern needs, if that argument was recorded only as a description.
  func described(at mismatch: MatchMismatch) -> DescribedArgument? {
    let path = mismatch.path.split(separator: ".", omittingEmptySubsequences: false)
    guard let label = path.first.map(String.init), path.count > 1 || mismatch.expectsFields,
      let value = argument(label)?.kept?.value, let type = Self.describedType(of: value)
    else { return nil }
    return DescribedArgument(label: label, type: type)
  }

  /// Returns the type of a value or of a list's elements, if it has members but isn't `Encodable`.
  private static func describedType(of value: Any) -> (any Any.Type)? {
    if value is any Encodable { return nil }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .class, .enum: return type(of: value)
    case .optional, .collection, .set:
      return mirror.children.first.flatMap { describedType(of: $0.value) }
    default: return nil
    }
  }
}

extension MatchMismatch {
  /// Whether the pattern names members of the value or of its elements.
  fileprivate var expectsFields: Bool {
    guard case .dictionary(let members) = expected else { return false }
    return members.keys.contains { name in
      guard let matcher = Matcher.named(name) else { return true }
      let isOfPatterns = matcher.form == .pattern || matcher.form == .patterns
      return isOfPatterns && (matcher.subject == .elements || matcher.subject == .members)
    }
  }
}

/// The original form of an argument, which its data may not represent completely.
///
/// If the argument is an object, it isn't kept alive, because a test may check that the app releases it.
///
/// `@unchecked Sendable`: The test that verifies the call reads the argument. A description only inspects its type.
struct KeptArgument: @unchecked Sendable {
  private let read: () -> Any?

  /// The original value, or `nil` for an object that was released.
  var value: Any? { read() }

  static func keeping<Value>(_ value: Value) -> KeptArgument {
    guard let object = object(in: value) else { return KeptArgument { .some(value as Any) } }
    return KeptArgument { [weak object] in object }
  }

  /// Returns the value if it is an object, or the object in an optional.
  ///
  /// For any other value, returns `nil`.
  static func object<Value>(in value: Value) -> AnyObject? {
    // `type(of:)` finds the dynamic type of the value, even inside an existential.
    if type(of: value as Any) is AnyClass { return value as AnyObject }
    return (value as? any OptionalValue)?.wrapped.flatMap { object(in: $0) }
  }
}
