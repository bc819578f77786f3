import MockData
import MockLua

/// The command line that a tool stands for: its answer is what the command says.
struct CommandLineOfTool {
  private var options: [String]
  private var words: [String] = []

  init(_ command: String) { options = [command] }

  /// Adds a flag.
  mutating func add(_ flag: String, if isGiven: Bool = true) {
    if isGiven { options.append("--\(flag)") }
  }

  /// Adds an option with its value, as one word, so that no value is taken for another option.
  mutating func add(_ option: String, _ value: String?) {
    if let value { options.append("--\(option)=\(value)") }
  }

  /// Adds the options that say how a script is loaded.
  mutating func addScriptOptions(_ arguments: ToolArguments) {
    add("scenario", arguments.text("scenario"))
    add("mode", arguments.text("mode"))
    add("seed", arguments.number("seed").map(String.init))
    for folder in arguments.texts("path") { add("path", Self.file(folder)) }
  }

  /// Adds a file.
  mutating func add(file: String?) {
    if let file { words.append(Self.file(file)) }
  }

  /// Adds a bare word.
  mutating func add(word: String) { words.append(word) }

  /// Adds a call and its arguments.
  mutating func add(call: String, arguments: AnyCodableValue?) throws(ToolProblem) {
    words.append(call)
    guard let arguments else { return }
    do throws(MockJSONWriteError) {
      words.append(try JSONWriter(style: .compact).string(from: arguments))
    } catch {
      throw ToolProblem("the arguments of `\(call.escaped)` are no JSON: \(error)")
    }
  }

  /// `-` is standard input on a command line, which belongs to the protocol here.
  static func file(_ path: String) -> String { path == "-" ? "./-" : path }

  /// Runs the command; what it finds wrong in a script is told as `check` tells it.
  func answer() throws(ToolProblem) -> ToolAnswer {
    let command = try command()
    let transcript = Transcript(limit: MCPTool.longest)
    var failure: CommandFailure?
    do throws(CommandFailure) {
      try command.run(.transcript(transcript))
    } catch {
      failure = error
    }
    guard let result = transcript.result else {
      throw MCPTool.tooLong(transcript.length)
    }
    return ToolAnswer(
      [result.trimmed, transcript.told.joined(separator: "\n"), failure.map(Self.text) ?? ""],
      isError: failure.map { !$0.isFinding } ?? false)
  }

  private func command() throws(ToolProblem) -> any ResultCommand {
    do throws(CommandLineError) {
      let line = options + ["--"] + words
      if case .run(let command) = try MockLuaCommand.program.invocation(
        of: line, isFile: { _ in true }), let command = command as? any ResultCommand
      {
        return command
      }
    } catch {
      throw ToolProblem("\(error.error)")
    }
    preconditionFailure("a tool stands for a command that has a result")
  }

  private static func text(of failure: CommandFailure) -> String {
    if let diagnostics = failure.diagnostics,
      let text = try? FindingsFormat.json.text(of: diagnostics)
    {
      return text.trimmed
    }
    let text = failure.description
    return String(text.trimmingPrefix("mocklua: "))
  }
}

extension CommandFailure {
  /// Whether the command has done what it was asked for, and this is what it found.
  fileprivate var isFinding: Bool {
    switch self {
    case .findings, .answeredDifferently: true
    default: false
    }
  }
}
