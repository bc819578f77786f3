/// What there is to know of the language and its data: articles of the documentation, which SwiftPM puts into the
/// program.
package enum LanguageReference {
  /// An article, or the schema.
  package struct Article: Sendable {
    /// The name of the file without its ending.
    package var name: String
    /// One line that says what is in it.
    package var summary: String
    /// The type of the text.
    package var type = "text/markdown"
    package var bytes: [UInt8]
  }

  /// All of them, what is read first before the others.
  package static let articles = [
    Article(
      name: "Language", summary: "The words of scripts: services, answers, rules, state.",
      bytes: PackageResources.Language_md),
    Article(
      name: "Functions", summary: "Answers that a function computes, and what it may do.",
      bytes: PackageResources.Functions_md),
    Article(
      name: "Values", summary: "How values of Swift, Lua and JSON become one another.",
      bytes: PackageResources.Values_md),
    Article(
      name: "HTTP", summary: "Routes of HTTP in scripts.", bytes: PackageResources.HTTP_md),
    Article(
      name: "Cookbook", summary: "Whole scripts for usual cases.",
      bytes: PackageResources.Cookbook_md),
    Article(
      name: "Troubleshooting", summary: "Messages, their causes, and fixes.",
      bytes: PackageResources.Troubleshooting_md),
    Article(
      name: "Checking", summary: "What `check` finds, and the shape of its JSON.",
      bytes: PackageResources.Checking_md),
    Article(
      name: "Traces", summary: "What a failing test leaves, and how to play it again.",
      bytes: PackageResources.Traces_md),
    Article(
      name: "Format", summary: "The configuration that a script becomes.",
      bytes: PackageResources.Format_md),
    Article(
      name: "mock-service-configuration.schema", summary: "Its JSON Schema.",
      type: "application/schema+json",
      bytes: PackageResources.mock_service_configuration_schema_json),
    Article(
      name: "command-output.schema", summary: "The JSON Schema of what commands print as JSON.",
      type: "application/schema+json", bytes: PackageResources.command_output_schema_json),
  ]
}
