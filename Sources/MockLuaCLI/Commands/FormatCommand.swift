import MockData
import MockLua
import MockPlatform

/// `mocklua format`: formats scripts in the standard style.
struct FormatCommand: Command {
  private static let files = Positional(
    "FILE", form: "FILE...", isOptional: false, completion: .files("lua"),
    help: "Scripts, which are replaced; - reads standard input and prints.")
  private static let check = Flag("check", help: "Write nothing; name what would change.")

  static let declaration = CommandDeclaration(
    name: "format",
    summary: "Write scripts in one style.",
    arguments: [files, check, ResultFormat.option, ScriptArguments.color],
    notes: """
      The style is that of the examples: two columns of indentation, 100 columns of
      width, one blank line at most, and the `=` of short fields in one column. Tables
      and functions on several lines stay there; where the rest breaks, the width says.
      Comments stay. A script does what it did, and formatting it again changes nothing.

      A file is replaced whole or not at all, and only where something changes. One that
      does not compile stays as it is.

      The exit code is 0, or 1 where a file could not be formatted, or where with
      --check one would change.

      Example:
        mocklua format --check scenarios/*.lua
      """)

  private let inputs: [String]
  private let isCheck: Bool
  private let format: ResultFormat
  let color: ColorChoice

  init(_ arguments: ParsedArguments) throws(UsageError) {
    inputs = arguments.texts(of: Self.files)
    isCheck = arguments[Self.check]
    format = try arguments.value(of: ResultFormat.option) ?? .text
    color = try arguments.value(of: ScriptArguments.color) ?? .auto
  }

  func run() throws(CommandFailure) {
    var files: [(name: String, changes: Bool)] = []
    var printed: String?
    var failures: [CommandFailure] = []
    for input in inputs {
      do throws(CommandFailure) {
        let source = try ScenarioSource.readScript(input)
        let text = try Self.formatted(source)
        try replace(source, at: input, by: text)
        files.append((source.name, text != source.text))
        if input == "-" { printed = text }
      } catch {
        failures.append(error)
      }
    }
    try write(files, printed)
    let changed = files.filter(\.changes).map(\.name)
    if isCheck, !changed.isEmpty { failures.append(.unformatted(changed)) }
    // An error in one file doesn't stop the others. The last error ends the command.
    guard let last = failures.popLast() else { return }
    let renderer = DiagnosticRenderer(style: MessageStyle(of: .standardError, color))
    for failure in failures { Descriptor.standardError.report(renderer.text(of: failure)) }
    throw last
  }

  private func replace(
    _ source: ScriptSource, at input: String, by text: String
  ) throws(CommandFailure) {
    guard !isCheck, input != "-", text != source.text else { return }
    try OutputTarget.file(path: input).write(Array(text.utf8))
  }

  /// Prints the formatted standard input, or the results for all files.
  private func write(
    _ files: [(name: String, changes: Bool)], _ printed: String?
  ) throws(CommandFailure) {
    switch format {
    case .text:
      if let printed, !isCheck { try OutputTarget.standardOutput.write(printed) }
    case .json:
      var result: [String: AnyCodableValue] = [
        "files": .array(files.map { ["file": .string($0.name), "changes": .bool($0.changes)] })
      ]
      if let printed { result["script"] = .string(printed) }
      try OutputTarget.standardOutput.write(JSONResult.text(result))
    }
  }

  private static func formatted(_ source: ScriptSource) throws(CommandFailure) -> String {
    do throws(ScenarioError) {
      return try ScriptFormat.text(of: source.text, name: source.name)
    } catch {
      throw .scenarioError(error)
    }
  }
}
