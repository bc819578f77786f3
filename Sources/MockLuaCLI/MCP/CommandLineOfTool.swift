import MockData

/// The command line for a tool, whose result is the output of the command.
struct CommandLineOfTool {
  private var options: [String]
  private var words: [String] = []

  init(_ command: String, options: [String]) { self.options = [command] + options }

  /// Adds the value of a parameter, if it has one.
  ///
  /// An option and its value form a single word, so that the value can't be treated as another option.
  mutating func add(_ value: AnyCodableValue?, of parameter: ToolParameter) {
    switch (parameter.kind, value) {
    case (.flag, .bool(let isGiven)): if isGiven { options.append("--\(parameter.name)") }
    case (.path, .string(let path)): add(Self.file(path), of: parameter)
    case (.paths, .array(let paths)):
      for case .string(let path) in paths { add(Self.file(path), of: parameter) }
    case (_, .string(let text)): add(text, of: parameter)
    case (_, .int(let number)): add("\(number)", of: parameter)
    default: break
    }
  }

  private mutating func add(_ text: String, of parameter: ToolParameter) {
    if parameter.isPositional {
      words.append(text)
    } else {
      options.append("--\(parameter.name)=\(text)")
    }
  }

  /// Adds plain words.
  mutating func add(words: [String]) { self.words += words }

  /// Returns a path for the command line.
  ///
  /// `-` would be standard input, which the protocol uses.
  private static func file(_ path: String) -> String { path == "-" ? "./-" : path }

  /// Runs the command.
  ///
  /// Script errors are returned in the format of `check`.
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
      isError: failure.map { !$0.isIssue } ?? false)
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
    preconditionFailure("a tool's command must have a result")
  }

  private static func text(of failure: CommandFailure) -> String {
    if let diagnostics = failure.diagnostics,
      let text = try? IssuesFormat.json.text(of: diagnostics)
    {
      return text.trimmed
    }
    let text = failure.description
    return String(text.trimmingPrefix("mocklua: "))
  }
}

extension CommandFailure {
  /// Whether the command succeeded, and the failure only reports its result.
  fileprivate var isIssue: Bool {
    switch self {
    case .issues, .answeredDifferently: true
    default: false
    }
  }
}
