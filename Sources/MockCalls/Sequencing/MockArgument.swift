public import MockData

/// An argument of a mocked call.
///
/// It is encoded immediately, so the original doesn't have to be `Sendable`.
public struct MockArgument: Sendable, Equatable {
  /// The name that patterns use for the argument.
  public let label: String
  /// The value of the argument; `nil` if the argument was `nil`, which makes it absent.
  public let value: AnyCodableValue?
  /// The original argument, for verifications with the requirement's own types, or `nil` if the value is sufficient.
  let kept: KeptArgument?

  /// Encodes an argument, or uses its description if encoding fails.
  public init<Value: Encodable>(_ label: String, _ value: Value) {
    self.label = label
    self.value = Self.encoded(value)
    kept = KeptArgument.keeping(value)
  }

  /// Records the description of an argument that isn't `Encodable`.
  ///
  /// A tuple becomes an object with its labels as keys, or a list if it has no labels. A dictionary with string keys
  /// becomes an object. An array and a set become lists of their elements.
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

  /// Returns whether two arguments have the same label and the same data.
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
