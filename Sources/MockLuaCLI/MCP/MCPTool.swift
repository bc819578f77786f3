import MockData

/// A tool for clients, declared as data: its name, its parameters, and its function.
struct MCPTool: Sendable {
  let name: String
  /// A description that helps to choose a tool.
  let summary: String
  let parameters: [ToolParameter]
  var isReadOnly = true
  let run: @Sendable (ToolArguments) throws(ToolProblem) -> ToolResponse

  /// The tools that every server has, in the order in which they are listed.
  static let all = [check, emit, list, explain, call, trace, session]

  /// The tool in the format of `tools/list`.
  var definition: AnyCodableValue {
    let required = parameters.filter(\.isRequired).map { AnyCodableValue.string($0.name) }
    return [
      "name": .string(name), "description": .string(summary),
      "inputSchema": [
        "type": "object", "additionalProperties": false, "required": .array(required),
        "properties": .dictionary(
          Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.schema) })),
      ],
      "annotations": ["readOnlyHint": .bool(isReadOnly)],
    ]
  }

  /// Invalid arguments also return a result, so that the caller can correct them.
  func answer(_ arguments: [String: AnyCodableValue]) -> ToolResponse {
    do throws(ToolProblem) {
      let arguments = try ToolArguments(arguments, for: self)
      let answer = try run(arguments)
      guard answer.length <= Self.lengthLimit else {
        throw Self.tooLong(answer.length)
      }
      return answer
    } catch {
      return ToolResponse([error.description], isError: true)
    }
  }

  /// The maximum size of a result in bytes, since a client has to read it.
  static let lengthLimit = 256 << 10

  /// Returns the message that replaces a result of the given size.
  static func tooLong(_ length: Int) -> ToolProblem {
    ToolProblem(
      "the response has \(length) bytes, but at most \(lengthLimit) are sent; request less, such as one variant,"
        + " or fewer calls")
  }
}

struct ToolResponse: Equatable {
  var texts: [String]
  var isError = false

  init(_ texts: [String], isError: Bool = false) {
    self.texts = texts.filter { !$0.isEmpty }
    self.isError = isError
  }

  var length: Int { texts.reduce(0) { $0 + $1.utf8.count } }

  /// The result in the format of `tools/call`.
  var members: [String: AnyCodableValue] {
    [
      "content": .array(texts.map { ["type": "text", "text": .string($0)] }),
      "isError": .bool(isError),
    ]
  }
}

/// The reason why a tool failed, with a solution.
struct ToolProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The command line for a tool, whose result is the output of the command.
struct CommandLineOfTool {
  private var options: [String]
  private var words: [String] = []

  init(_ command: CommandDeclaration, options: [String]) { self.options = command.words + options }

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

  mutating func add(words: [String]) { self.words += words }

  /// `-` would be standard input, which the protocol uses.
  private static func file(_ path: String) -> String { path == "-" ? "./-" : path }

  /// Script errors are returned in the format of `check`.
  func answer() throws(ToolProblem) -> ToolResponse {
    let command = try command()
    let transcript = Transcript(limit: MCPTool.lengthLimit)
    var failure: CommandFailure?
    do throws(CommandFailure) {
      try command.run(.transcript(transcript))
    } catch {
      failure = error
    }
    guard let result = transcript.result else {
      throw MCPTool.tooLong(transcript.length)
    }
    return ToolResponse(
      [result.trimmed, transcript.messages.joined(separator: "\n"), failure.map(Self.text) ?? ""],
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
    case .issues, .answeredDifferently, .testsFailed: true
    default: false
    }
  }
}
