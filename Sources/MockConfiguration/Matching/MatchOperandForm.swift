package import MockData

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

  /// Whether an operand follows the word without parentheses.
  package var standsAlone: Bool { example.hasPrefix(" ") }

  /// Whether an operand contains values of arguments, which may be secrets.
  package var hasValues: Bool { row.hasValues }

  /// The operand in the JSON Schema.
  ///
  /// It is written after the description.
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
