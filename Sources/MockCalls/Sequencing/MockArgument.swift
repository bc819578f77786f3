public import MockData

/// One argument of a mocked call, encoded at once, so that the original need not be `Sendable`.
public struct MockArgument: Sendable, Equatable {
  /// The name under which patterns find the argument.
  public let label: String
  /// The argument; nil where it was nil, which makes it absent.
  public let value: AnyCodableValue?
  /// The argument as it was, for verifications with the requirement's own types; nil where the value says it all.
  let kept: KeptArgument?

  /// Encodes an argument; one that fails to encode is taken as its description.
  public init<Value: Encodable>(_ label: String, _ value: Value) {
    self.label = label
    self.value = Self.encoded(value)
    kept = KeptArgument.keeping(value)
  }

  /// Takes an argument that is not `Encodable` as its description.
  ///
  /// A tuple becomes an object of its labels, or a list where it has none; a dictionary by texts, a list and a set
  /// become those of their elements.
  @_disfavoredOverload
  public init<Value>(_ label: String, _ value: Value) {
    self.label = label
    self.value = Self.described(value)
    kept = KeptArgument.keeping(value)
  }

  /// Takes a string as it is, without a detour through an encoder.
  public init(_ label: String, _ value: String) {
    self.label = label
    self.value = .string(value)
    kept = nil
  }

  /// Takes a whole number as it is.
  public init(_ label: String, _ value: Int) {
    self.label = label
    self.value = .int(value)
    kept = nil
  }

  /// Takes a bool as it is.
  public init(_ label: String, _ value: Bool) {
    self.label = label
    self.value = .bool(value)
    kept = nil
  }

  /// Takes a number as it is.
  public init(_ label: String, _ value: Double) {
    self.label = label
    self.value = .double(value)
    kept = nil
  }

  /// Tells whether two arguments have the same label and the same data.
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

  /// A dictionary as an object; nil where its keys are no texts.
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
