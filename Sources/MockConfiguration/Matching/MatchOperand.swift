internal import MockData

/// What an operator takes: how it is read from a configuration, and stated again.
struct MatchOperand<Value: Sendable>: Sendable {
  let form: MatchOperandForm
  let stated: @Sendable (Value) -> AnyCodableValue
  /// The patterns in it.
  let patterns: @Sendable (Value) -> [MatchPattern.Node]
  /// Reads an operand, in which patterns lie so deep; nil for what it does not take.
  private let value: @Sendable (_ node: ConfigurationNode, _ depth: Int) throws -> Value?

  private init(
    _ form: MatchOperandForm, stated: @escaping @Sendable (Value) -> AnyCodableValue,
    patterns: @escaping @Sendable (Value) -> [MatchPattern.Node] = { _ in [] },
    value: @escaping @Sendable (ConfigurationNode, Int) throws -> Value?
  ) {
    (self.form, self.stated, self.patterns, self.value) = (form, stated, patterns, value)
  }

  /// Reads the operand of the operator of a name.
  func read(_ node: ConfigurationNode, of name: String, depth: Int) throws -> Value {
    if let value = try value(node, depth) { return value }
    let found =
      switch node.value {
      case .int(let integer): "\(integer)"
      case .double(let number): "\(number)"
      case .number(let number): "\(number)"
      case .string(""): "an empty string"
      case .array([]), .dictionary([:]): "an empty array"
      default: node.value.kind.phrase
      }
    throw node.error(.operand(of: name, expected: form.phrase, found: found))
  }
}

extension MatchOperand<AnyCodableValue> {
  static var value: Self { Self(.value, stated: { $0 }) { node, _ in node.value } }

  static var orderable: Self {
    Self(.orderable, stated: { $0 }) { node, _ in
      switch node.value {
      case .int, .double, .number, .string: node.value
      default: nil
      }
    }
  }
}

extension MatchOperand<[AnyCodableValue]> {
  static var list: Self { Self(.list, stated: { .array($0) }) { node, _ in try? node.list() } }
}

extension MatchOperand<LinearRegex> {
  static var regex: Self {
    Self(.regex, stated: { .string($0.pattern) }) { node, _ in
      guard case .string(let pattern) = node.value else { return nil }
      do throws(MockRegexProblem) {
        return try LinearRegex(pattern)
      } catch {
        throw node.error(.invalidRegex(error))
      }
    }
  }
}

extension MatchOperand<Bool> {
  static var flag: Self {
    Self(.flag, stated: { .bool($0) }) { node, _ in
      if case .bool(let flag) = node.value { flag } else { nil }
    }
  }
}

extension MatchOperand<MatchPattern.TypeName> {
  static var type: Self {
    Self(.type, stated: { .string($0.rawValue) }) { node, _ in
      guard case .string(let text) = node.value else { return nil }
      if let type = MatchPattern.TypeName(rawValue: text) { return type }
      throw node.error(.unknownType(text, known: MatchPattern.TypeName.allCases.map(\.rawValue)))
    }
  }
}

extension MatchOperand<Int> {
  static var size: Self {
    Self(.size, stated: { .int($0) }) { node, _ in try? node.wholeNumber(atLeast: 0, "") }
  }
}

extension MatchOperand<String> {
  static var text: Self { text(as: .text) }
  static var function: Self { text(as: .function) }

  private static func text(as form: MatchOperandForm) -> Self {
    Self(form, stated: { .string($0) }) { node, _ in
      if case .string(let text) = node.value, !text.isEmpty { text } else { nil }
    }
  }
}

extension MatchOperand<MatchPattern.Node> {
  static var pattern: Self {
    Self(.pattern, stated: \.stated, patterns: { [$0] }) { node, depth in
      try MatchPattern.Node(reading: node, depth: depth)
    }
  }
}

extension MatchOperand<[MatchPattern.Node]> {
  static var patterns: Self {
    Self(.patterns, stated: { .array($0.map(\.stated)) }, patterns: { $0 }) { node, depth in
      guard let elements = try? node.list(), !elements.isEmpty else { return nil }
      return try elements.enumerated().map { index, element in
        try MatchPattern.Node(reading: node.child(element, .index(index)), depth: depth)
      }
    }
  }
}
