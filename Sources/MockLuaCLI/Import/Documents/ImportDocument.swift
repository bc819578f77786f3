import MockConfiguration
import MockData

/// Parses a JSON or YAML document.
enum ImportDocument {
  /// Returns the outermost value of a text.
  ///
  /// A text that starts with a bracket is JSON, unless its name has a YAML extension. All others are YAML.
  static func read(_ source: ScriptSource) throws(CommandFailure) -> DocumentNode {
    let name = source.name.lowercased()
    let isYAML = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    let first = source.text.first { !$0.isWhitespace }
    let isJSON = !isYAML && (first == "{" || first == "[" || first == nil)
    do throws(MockConfigurationError) {
      let value =
        isJSON
        ? try JSONDocument.read(source.text, file: source.name)
        : try YAMLDocument.read(source.text, file: source.name)
      return DocumentNode(value: value, path: JSONPath(), file: source.name)
    } catch {
      throw .configuration(error)
    }
  }

  /// Returns the error for a text with too many values.
  static func tooLarge(at place: ScriptLocation) -> MockConfigurationError {
    MockConfigurationError(
      problem: .other(
        "the document has more than \(DocumentValue.limit) values; import a part of it"),
      at: place)
  }
}
