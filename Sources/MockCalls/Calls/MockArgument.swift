internal import MockConfiguration
public import MockData

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
    self.label = label
    self.value = Self.encoded(value)
    kept = KeptArgument.keeping(value)
  }

  /// Creates an argument from a value whose type isn't known to be `Encodable`.
  ///
  /// A tuple with labels becomes an object, and a tuple without labels becomes a list. A dictionary with string keys
  /// becomes an object. Arrays and sets become lists. Any other value that can't be encoded becomes a string, which is
  /// its description.
  @_disfavoredOverload
  public init<Value>(_ label: String, _ value: Value) {
    self.label = label
    self.value = Self.described(value)
    kept = KeptArgument.keeping(value)
  }

  /// Creates an argument from a string, without an encoder.
  public init(_ label: String, _ value: String) {
    self.label = label
    self.value = .string(value)
    kept = nil
  }

  /// Creates an argument from an integer.
  public init(_ label: String, _ value: Int) {
    self.label = label
    self.value = .int(value)
    kept = nil
  }

  /// Creates an argument from a Boolean.
  public init(_ label: String, _ value: Bool) {
    self.label = label
    self.value = .bool(value)
    kept = nil
  }

  /// Creates an argument from a floating-point number.
  public init(_ label: String, _ value: Double) {
    self.label = label
    self.value = .double(value)
    kept = nil
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
  /// The index of the response.
  var index: Int
  var argument: DescribedArgument

  /// Returns the failure that reports the skipped response.
  ///
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
    return members.contains { !$0.key.hasPrefix("$") || $0.key == "$elemMatch" }
  }
}

/// The original form of an argument, which its data may not represent completely.
///
/// If the argument is an object, it isn't kept alive, because a test may check that the app releases it.
///
/// `@unchecked Sendable`: Only the test that verifies the call reads the argument.
class KeptArgument: @unchecked Sendable {
  /// The original value, or `nil` for an object that was released.
  var value: Any? { nil }

  /// Returns the original form of a value of any type.
  static func keeping<Value>(_ value: Value) -> KeptArgument {
    object(in: value).map { KeptObject($0) } ?? KeptValue(value)
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

private final class KeptValue<Value>: KeptArgument, @unchecked Sendable {
  private let kept: Value

  init(_ value: Value) { kept = value }

  override var value: Any? { .some(kept as Any) }
}

private final class KeptObject: KeptArgument, @unchecked Sendable {
  private weak let object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  override var value: Any? { object }
}
