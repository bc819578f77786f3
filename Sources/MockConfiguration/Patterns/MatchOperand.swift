package import MockData

/// The parsed operand of an operator.
package struct MatchOperand: Sendable {
  /// The operand in its normal form.
  package let value: AnyCodableValue
  /// The elements of a list.
  package private(set) var elements: [AnyCodableValue] = []
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

/// The kinds of operands, with their names, examples, and descriptions.
package enum MatchOperandForm: String, Sendable {
  case value
  case orderable
  case list
  case regex
  case flag
  case type
  case size
  case text
  case pattern
  case patterns
  case function

  /// The expected operand, for messages about a configuration.
  package var phrase: String { row.phrase }

  /// The expected operand, for messages about a script.
  package var scriptPhrase: String { row.scriptPhrase ?? row.phrase }

  /// An example in a script, written after the word.
  package var example: String { row.example }

  /// The operand in the table of the documentation, written after the word.
  package var usage: String { row.usage }

  /// The type of the operand in editor definitions, with a name for the parameter.
  package var parameter: String { row.parameter }

  /// The kind of operand in the documentation of the format.
  package var kind: String { row.kind }

  /// Whether the operand follows the word without parentheses.
  package var omitsParentheses: Bool { example.hasPrefix(" ") }

  /// Whether the operand may reveal an argument's value, which could be a secret.
  package var hasValues: Bool { row.hasValues }

  /// The operand in the JSON Schema.
  ///
  /// It is written after the description.
  package var schema: KeyValuePairs<String, AnyCodableValue> { row.schema }

  private typealias Row = (
    phrase: String, scriptPhrase: String?, example: String, usage: String, parameter: String,
    kind: String, hasValues: Bool, schema: KeyValuePairs<String, AnyCodableValue>
  )

  private var row: Row {
    switch self {
    case .value: ("a value", nil, "(10)", "(v)", "operand: any", "any", true, [:])
    case .orderable:
      (
        "a number or a string", nil, "(10)", "(v)", "bound: number | string", "number or string",
        true, ["$ref": "#/$defs/orderable"]
      )
    case .list:
      (
        "an array", "a list", " { 1, 2 }", " { ... }", "list: any[]", "list", true,
        ["$ref": "#/$defs/list"]
      )
    case .regex:
      (
        "a string", "a pattern as a string", " \"^A\"", " \"...\"", "text: string", "string",
        false, ["type": "string", "format": "regex"]
      )
    case .flag: ("a bool", nil, "", "", "operand: any", "boolean", false, ["type": "boolean"])
    case .type:
      (
        "the name of a type", nil, " \"string\"", " \"string\"", "text: string", "string", false,
        ["enum": .array(MatchPattern.TypeName.allCases.map { .string($0.rawValue) })]
      )
    case .size:
      (
        "a whole number, 0 or more", "a whole number (0 or more)", "(2)", "(n)", "count: integer",
        "whole number from 0", false, ["type": "integer", "minimum": 0]
      )
    case .text, .function:
      (
        "a non-empty string", nil, " \"A\"", " \"...\"", "text: string", "string", self == .text,
        ["type": "string", "minLength": 1]
      )
    case .pattern:
      (
        "a pattern", nil, "(is.gt(1))", "(p)", "operand: any", "pattern", true,
        ["$ref": "#/$defs/pattern"]
      )
    case .patterns:
      (
        "an array of at least one pattern", nil, "(p, q)", "(p, q, ...)", "...: any",
        "list of patterns, at least one", true, ["$ref": "#/$defs/patterns"]
      )
    }
  }
}
