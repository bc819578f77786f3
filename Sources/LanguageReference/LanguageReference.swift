/// The articles of the documentation that the build embeds in the program.
package enum LanguageReference {
  /// An article or a JSON Schema.
  package struct Article: Sendable {
    /// The name of the file without its extension.
    package var name: String
    package var summary: String
    package var type = "text/markdown"
    package var text: String
  }

  /// All articles, in reading order.
  package static let articles = [
    Article(
      name: "Language", summary: "The words of scripts: services, responses, rules, and state.",
      text: EmbeddedFiles.Language_md),
    Article(
      name: "GettingStarted",
      summary: "A first test with a closure, a script, a request, and an app.",
      text: EmbeddedFiles.GettingStarted_md),
    Article(
      name: "Testing", summary: "Traits, verification, and what fails a test.",
      text: EmbeddedFiles.Testing_md),
    Article(
      name: "Macros",
      summary: "`@Mocked`: stubs, verification, pushed values, and what each requirement returns.",
      text: EmbeddedFiles.Macros_md),
    Article(
      name: "Exploring",
      summary: "Tests that run under every order of responses, and with every failure.",
      text: EmbeddedFiles.Exploring_md),
    Article(
      name: "Functions", summary: "Computed responses, and what a function can do.",
      text: EmbeddedFiles.Functions_md),
    Article(
      name: "Values", summary: "The forms of Swift types in Lua and JSON.",
      text: EmbeddedFiles.Values_md),
    Article(
      name: "HTTP", summary: "HTTP routes in scripts.", text: EmbeddedFiles.HTTP_md),
    Article(
      name: "Cookbook", summary: "Complete scripts for common cases.",
      text: EmbeddedFiles.Cookbook_md),
    Article(
      name: "Troubleshooting", summary: "Messages, their causes, and fixes.",
      text: EmbeddedFiles.Troubleshooting_md),
    Article(
      name: "Checking", summary: "The problems that `check` reports, and its JSON.",
      text: EmbeddedFiles.Checking_md),
    Article(
      name: "Traces", summary: "Traces of failed tests, and how to replay them.",
      text: EmbeddedFiles.Traces_md),
    Article(
      name: "Format", summary: "The JSON configuration that a script produces.",
      text: EmbeddedFiles.Format_md),
    Article(
      name: "mock-service-configuration.schema", summary: "The JSON Schema of a configuration.",
      type: "application/schema+json",
      text: EmbeddedFiles.mock_service_configuration_schema_json),
    Article(
      name: "command-output.schema", summary: "The JSON Schema of the output of commands.",
      type: "application/schema+json", text: EmbeddedFiles.command_output_schema_json),
  ]
}
