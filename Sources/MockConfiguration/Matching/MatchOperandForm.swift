package import MockData

/// The kinds of operands, and how each is called, written and described.
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

  /// What messages about a configuration ask for.
  package var phrase: String { row.phrase }

  /// What messages about a script ask for.
  package var scriptPhrase: String { row.scriptPhrase ?? row.phrase }

  /// How a script writes an example, behind the word.
  package var example: String { row.example }

  /// Whether an operand stands behind a word without parentheses.
  package var standsAlone: Bool { example.hasPrefix(" ") }

  /// Whether an operand has values of arguments, which may be secrets.
  package var hasValues: Bool { row.hasValues }

  /// The operand in the JSON Schema, after its description.
  package var schema: KeyValuePairs<String, AnyCodableValue> { row.schema }

  private typealias Row = (
    phrase: String, scriptPhrase: String?, example: String, hasValues: Bool,
    schema: KeyValuePairs<String, AnyCodableValue>
  )

  private var row: Row {
    switch self {
    case .value: ("a value", nil, "(10)", true, [:])
    case .orderable:
      ("a number or a string", nil, "(10)", true, ["$ref": "#/$defs/orderable"])
    case .list: ("an array", "a list", " { 1, 2 }", true, ["$ref": "#/$defs/list"])
    case .regex:
      (
        "a string", "a pattern as a string", " \"^A\"", false,
        ["type": "string", "format": "regex"]
      )
    case .flag: ("a bool", nil, "", false, ["type": "boolean"])
    case .type:
      (
        "the name of a type", nil, " \"string\"", false,
        ["enum": .array(MatchPattern.TypeName.allCases.map { .string($0.rawValue) })]
      )
    case .size:
      (
        "a whole number, 0 or more", "a whole number from 0", "(2)", false,
        ["type": "integer", "minimum": 0]
      )
    case .text, .function:
      (
        "a string that is not empty", nil, " \"A\"", self == .text,
        ["type": "string", "minLength": 1]
      )
    case .pattern: ("a pattern", nil, "(is.gt(1))", true, ["$ref": "#/$defs/pattern"])
    case .patterns:
      ("an array of at least one pattern", nil, "(p, q)", true, ["$ref": "#/$defs/patterns"])
    }
  }
}
