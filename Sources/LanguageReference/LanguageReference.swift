/// The language and its data: articles of the documentation, which the build puts into the program.
package enum LanguageReference {
  /// An article, or the schema.
  package struct Article: Sendable {
    /// The name of the file without its ending.
    package var name: String
    /// One line that says what is in it.
    package var summary: String
    /// The type of the text.
    package var type = "text/markdown"
    package var text: String
  }

  /// All of them, what is read first before the others.
  package static let articles = [
    Article(
      name: "Language", summary: "The words of scripts: services, answers, rules, state.",
      text: EmbeddedFiles.Language_md),
    Article(
      name: "Functions", summary: "Answers that a function computes, and what it may do.",
      text: EmbeddedFiles.Functions_md),
    Article(
      name: "Values", summary: "How values of Swift, Lua and JSON become one another.",
      text: EmbeddedFiles.Values_md),
    Article(
      name: "HTTP", summary: "Routes of HTTP in scripts.", text: EmbeddedFiles.HTTP_md),
    Article(
      name: "Cookbook", summary: "Whole scripts for usual cases.",
      text: EmbeddedFiles.Cookbook_md),
    Article(
      name: "Troubleshooting", summary: "Messages, their causes, and fixes.",
      text: EmbeddedFiles.Troubleshooting_md),
    Article(
      name: "Checking", summary: "What `check` finds, and the shape of its JSON.",
      text: EmbeddedFiles.Checking_md),
    Article(
      name: "Traces", summary: "What a failing test leaves, and how to play it again.",
      text: EmbeddedFiles.Traces_md),
    Article(
      name: "Format", summary: "The configuration that a script becomes.",
      text: EmbeddedFiles.Format_md),
    Article(
      name: "mock-service-configuration.schema", summary: "Its JSON Schema.",
      type: "application/schema+json",
      text: EmbeddedFiles.mock_service_configuration_schema_json),
    Article(
      name: "command-output.schema", summary: "The JSON Schema of what commands print as JSON.",
      type: "application/schema+json", text: EmbeddedFiles.command_output_schema_json),
  ]
}
