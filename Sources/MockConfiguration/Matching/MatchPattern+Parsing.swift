internal import MockData

extension MatchPattern.Node {
  /// How deep patterns may lie inside one another; they are parsed and matched by recursion.
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
      try Self(operator: key, operand: node.child(value, .name(key)), depth: depth + 1)
    }
    self = nodes.count == 1 ? nodes[0] : .allOf(nodes)
  }

  private init(operator name: String, operand: ConfigurationNode, depth: Int) throws {
    guard let known = MatchPattern.Operator(rawValue: name) else {
      throw operand.error(
        .unknownOperator(name, known: MatchPattern.Operator.allCases.map(\.rawValue)), atKey: true)
    }
    switch known {
    case .equal: self = .equal(operand.value)
    case .notEqual: self = .notEqual(operand.value)
    case .greater: self = .ordered(.greater, try operand.orderable(for: name))
    case .greaterOrEqual: self = .ordered(.greaterOrEqual, try operand.orderable(for: name))
    case .less: self = .ordered(.less, try operand.orderable(for: name))
    case .lessOrEqual: self = .ordered(.lessOrEqual, try operand.orderable(for: name))
    case .isIn: self = .isIn(try operand.elements(for: name))
    case .isNotIn: self = .isNotIn(try operand.elements(for: name))
    case .regex: self = .regex(try operand.regex(for: name))
    case .exists:
      guard case .bool(let exists) = operand.value else {
        throw operand.wrongOperand(of: name, expected: "a bool")
      }
      self = .exists(exists)
    case .type: self = .type(try operand.typeName(for: name))
    case .size: self = .size(try operand.size(for: name))
    case .containsAll: self = .containsAll(try operand.elements(for: name))
    case .containsElement: self = .containsElement(try Self(reading: operand, depth: depth))
    case .not: self = .not(try Self(reading: operand, depth: depth))
    case .and: self = .allOf(try operand.patterns(for: name, depth: depth))
    case .or: self = .anyOf(try operand.patterns(for: name, depth: depth))
    case .nor: self = .noneOf(try operand.patterns(for: name, depth: depth))
    case .predicate: self = .predicate(try operand.text(for: name))
    }
  }
}
