import MockData
import MockLua
import MockPlatform

/// `mocklua format`: formats scripts in the standard style.
struct FormatCommand: Command {
  private static let files = Positional(
    "FILE", form: "FILE...", completion: .files("lua"),
    help: "Scripts to format; - reads standard input, and prints the result.")
  private static let check = Flag(
    "check", help: "Write nothing, and list the files that would change.")

  static let declaration = CommandDeclaration(
    name: "format",
    summary: "Format scripts in one style.",
    examples: ["mocklua format Scenarios/*.lua", "mocklua format --check Scenarios/*.lua"],
    arguments: [files, check, ResultFormat.option, ScriptArguments.color],
    notes: """
      The style has two columns of indentation, lines of up to 100 columns, at most
      one blank line in a row, and aligned `=` in short fields. Tables and functions
      on several lines stay on several lines. Comments stay.

      Formatting doesn't change what a script does. Formatting again changes nothing.
      A script that doesn't compile stays unchanged.

      The exit code is 1 if a file couldn't be formatted, or if --check lists a file.
      """)

  let arguments: ParsedArguments

  private var isCheck: Bool { arguments[Self.check] }

  func run() throws(CommandFailure) {
    var files: [(name: String, changes: Bool)] = []
    var printed: String?
    var failures: [CommandFailure] = []
    for input in arguments.texts(of: Self.files) {
      do throws(CommandFailure) {
        let source = try ScriptSource.readScript(input)
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
    switch arguments.resultFormat {
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
    try rethrowing(
      as: CommandFailure.scenarioError, ScriptFormat.text(of: source.text, name: source.name))
  }
}
