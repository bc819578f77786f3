import MockConfiguration
import MockData

/// Reads a document of JSON or YAML.
enum ImportDocument {
  /// The outermost value of a text.
  ///
  /// What begins with a bracket is JSON, unless the name says that it is YAML; all else is YAML.
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

  /// A text with more values than are read.
  static func tooLarge(at place: SourcePlace) -> MockConfigurationError {
    MockConfigurationError(
      problem: .other(
        "the document has more than \(DocumentValue.limit) values; import a part of it"),
      at: place)
  }
}
