import MockData
import MockLua
import MockPlatform

/// `mocklua format`: writes scripts in the one style.
struct FormatCommand: Command {
  private static let files = Positional(
    "FILE", form: "FILE...", isOptional: false, completion: .files("lua"),
    help: "Scripts, which are replaced; - reads standard input and prints.")
  private static let check = Flag("check", help: "Write nothing; name what would change.")

  static let declaration = CommandDeclaration(
    name: "format",
    summary: "Write scripts in one style.",
    arguments: [files, check, ScriptArguments.color],
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
  let color: ColorChoice

  init(_ arguments: ParsedArguments) throws(UsageError) {
    inputs = arguments.texts(of: Self.files)
    isCheck = arguments[Self.check]
    color = try arguments.value(of: ScriptArguments.color) ?? .auto
  }

  func run() throws(CommandFailure) {
    var changed: [String] = []
    var failures: [CommandFailure] = []
    for input in inputs {
      do throws(CommandFailure) {
        let source = try ScenarioSource.readScript(input)
        let text = try Self.formatted(source)
        if text != source.text { changed.append(source.name) }
        try write(text, to: input, readFrom: source)
      } catch {
        failures.append(error)
      }
    }
    if isCheck, !changed.isEmpty { failures.append(.unformatted(changed)) }
    // The others are formatted whatever is wrong with one; the last one ends the command.
    guard let last = failures.popLast() else { return }
    let renderer = DiagnosticRenderer(style: MessageStyle(of: .standardError, color))
    for failure in failures { Descriptor.standardError.report(renderer.text(of: failure)) }
    throw last
  }

  private func write(
    _ text: String, to input: String, readFrom source: ScriptSource
  ) throws(CommandFailure) {
    if isCheck { return }
    if input == "-" {
      try OutputTarget.standardOutput.write(text)
    } else if text != source.text {
      try OutputTarget.file(path: input).write(Array(text.utf8))
    }
  }

  private static func formatted(_ source: ScriptSource) throws(CommandFailure) -> String {
    do throws(ScenarioError) {
      return try ScriptFormat.text(of: source.text, name: source.name)
    } catch {
      throw .mistakes(error)
    }
  }
}
