internal import MockData

extension MatchPattern.Node {
  /// The maximum depth to which patterns can be nested.
  ///
  /// They are parsed and matched recursively.
  static let maximumDepth = 64

  /// Parses a pattern and checks its operators.
  init(reading node: ConfigurationNode, depth: Int = 1) throws {
    guard depth <= Self.maximumDepth else {
      throw node.error(.patternTooDeep(limit: Self.maximumDepth))
    }
    guard case .dictionary(let members) = node.value else {
      self = .plain(node.value)
      return
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
