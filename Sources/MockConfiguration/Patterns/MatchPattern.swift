public import MockData

/// A condition on the arguments of a call, similar to a MongoDB query.
///
/// An object whose keys begin with `$` consists of operators, and can't have other keys. Any other object, including
/// `{}`, is compared member by member, and additional members are ignored. Any other value must be equal. Numbers are
/// compared by their mathematical values.
///
/// An unknown operator or an invalid operand throws a `DecodingError` that names it.
public struct MatchPattern: Codable, Sendable, Equatable, ConfigurationValue {
  /// The pattern as written in the configuration.
  public let value: AnyCodableValue
  package var encodedValue: AnyCodableValue { value }
  /// The checked pattern as a tree.
  package let node: Node

  /// Creates a pattern from a value.
  ///
  /// - Throws: ``MockConfigurationError`` for an unknown operator, an invalid operand, or a mix of operators
  ///   and field names.
  public init(_ value: AnyCodableValue) throws(MockConfigurationError) {
    do {
      try self.init(from: ValueDecoder(value: value, parent: nil, key: nil))
    } catch {
      throw MockConfigurationError(error)
    }
  }

  package init(reading node: ConfigurationNode) throws {
    value = node.value
    self.node = try Node(reading: node)
  }

  /// Returns whether two patterns are written identically.
  ///
  /// Numbers are compared by their mathematical values.
  public static func == (first: MatchPattern, second: MatchPattern) -> Bool {
    first.value.isNumericallyEqual(to: second.value)
  }
}

extension MatchPattern {
  /// A checked pattern that is ready for comparisons.
  package indirect enum Node: Sendable {
    /// A value to compare with.
    ///
    /// In a field or at the top level, `null` also accepts an absent value.
    case plain(AnyCodableValue)
    /// The fields that an object must match.
    ///
    /// A dotted name is split into its parts. The object may have more fields.
    case fields([(path: [String], pattern: Node)])
    /// One operator.
    case condition(Matcher, MatchOperand)
    /// Several operators in one object, or the patterns of an `$and`.
    case allOf([Node])
    case anyOf([Node])
  }

  /// The operand of `$type`: a kind of value, or `number` for both kinds of numbers.
  package enum TypeName: String, Sendable, CaseIterable {
    case null
    case bool
    case int
    case double
    case number
    case string
    case array
    case object

    /// The names of all types, as the documentation lists them.
    static let list = allCases.map { "`\($0.rawValue)`" }.joined(separator: " ")
  }
}

extension MatchPattern.Node {
  /// The nested patterns.
  var patterns: [Self] {
    switch self {
    case .plain: []
    case .fields(let fields): fields.map(\.pattern)
    case .condition(_, let operand): operand.patterns
    case .allOf(let patterns), .anyOf(let patterns): patterns
    }
  }

  /// The pattern as it is written in a configuration.
  package var stated: AnyCodableValue {
    switch self {
    case .plain(let value): value
    case .fields(let fields):
      .dictionary(
        Dictionary(fields.map { ($0.path.joined(separator: "."), $0.pattern.stated) }) { $1 })
    case .condition(let matcher, let operand): .dictionary([matcher.name: operand.value])
    case .allOf(let patterns): ["$and": .array(patterns.map(\.stated))]
    case .anyOf(let patterns): ["$or": .array(patterns.map(\.stated))]
    }
  }
}

extension MatchPattern.Node {
  /// The maximum depth to which patterns can be nested.
  ///
  /// Patterns are parsed and matched recursively.
  static let maximumDepth = 64

  /// Parses a pattern and checks its operators.
  init(reading node: ConfigurationNode, depth: Int = 1) throws {
    guard case .dictionary(let members) = node.value else {
      self = .plain(node.value)
      return
    }
    guard depth <= Self.maximumDepth else {
      throw node.error(.patternTooDeep(limit: Self.maximumDepth))
    }
    let sorted = members.sortedByKeyBytes()
    let operators = sorted.filter { $0.key.hasPrefix("$") }
    guard let first = operators.first else {
      self = .fields(
        try sorted.map { key, value in
          let path = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
          return (path, try Self(reading: node.child(value, .name(key)), depth: depth + 1))
        })
      return
    }
    if let field = sorted.first(where: { !$0.key.hasPrefix("$") }) {
      throw node.child(first.value, .name(first.key)).error(
        .mixedPattern(operator: first.key, field: field.key), atKey: true)
    }
    let nodes = try operators.map { key, value in
      let operand = node.child(value, .name(key))
      guard let matcher = Matcher.named(key) else {
        throw operand.error(.unknownOperator(key, known: Matcher.all.map(\.name)), atKey: true)
      }
      let read = try MatchOperand(matcher.form, of: key, operand, depth: depth + 1)
      return matcher.node?(read.patterns) ?? .condition(matcher, read)
    }
    self = nodes.count == 1 ? nodes[0] : .allOf(nodes)
  }
}
