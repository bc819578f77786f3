package import MockData

/// The parsed operand of an operator.
package struct MatchOperand: Sendable {
  /// The operand as written in the configuration.
  package let value: AnyCodableValue
  /// The elements of a list.
  private(set) var elements: [AnyCodableValue] = []
  private(set) var regex: LinearRegex?
  package private(set) var patterns: [MatchPattern.Node] = []
  /// The cost of comparing a value with the operand.
  let comparisonCost: Int

  /// The pattern in the operand of an operator that takes one.
  var pattern: MatchPattern.Node { patterns[0] }

  /// Reads the operand of the named operator; `depth` is the nesting depth of patterns in it.
  init(_ form: MatchOperandForm, of name: String, _ node: ConfigurationNode, depth: Int) throws {
    var value: AnyCodableValue? = node.value
    switch (form, node.value) {
    case (.value, _), (.flag, .bool), (.orderable, .int), (.orderable, .double),
      (.orderable, .number), (.orderable, .string):
      break
    case (.list, _):
      let list = try? node.list()
      elements = list ?? []
      value = list.map { .array($0) }
    case (.regex, .string(let pattern)):
      do throws(MockRegexProblem) {
        regex = try LinearRegex(pattern)
      } catch {
        throw node.error(.invalidRegex(error))
      }
    case (.type, .string(let name)):
      let known = MatchPattern.TypeName.allCases.map(\.rawValue)
      guard known.contains(name) else { throw node.error(.unknownType(name, known: known)) }
    case (.size, _): value = (try? node.wholeNumber(atLeast: 0, "")).map { .int($0) }
    case (.text, .string(let text)), (.function, .string(let text)):
      if text.isEmpty { value = nil }
    case (.pattern, _):
      patterns = [try MatchPattern.Node(reading: node, depth: depth)]
      value = patterns[0].stated
    case (.patterns, _):
      patterns =
        try (try? node.list())?.enumerated().map { index, element in
          try MatchPattern.Node(reading: node.child(element, .index(index)), depth: depth)
        } ?? []
      value = patterns.isEmpty ? nil : .array(patterns.map(\.stated))
    default: value = nil
    }
    guard let value else { throw Self.wrong(form, of: name, node) }
    self.value = value
    comparisonCost = form.hasValues && patterns.isEmpty ? value.comparisonCost : 0
  }

  private static func wrong(
    _ form: MatchOperandForm, of name: String, _ node: ConfigurationNode
  ) -> DecodingError {
    let found =
      switch node.value {
      case .int(let integer): "\(integer)"
      case .double(let number): "\(number)"
      case .number(let number): "\(number)"
      case .string(""): "an empty string"
      case .array([]), .dictionary([:]): "an empty array"
      default: node.value.kind.phrase
      }
    return node.error(.operand(of: name, expected: form.phrase, found: found))
  }
}
