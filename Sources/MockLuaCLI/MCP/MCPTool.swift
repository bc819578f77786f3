import MockData

/// A tool for clients, declared as data: its name, its parameters, and its function.
struct MCPTool: Sendable {
  let name: String
  /// A description that helps to choose a tool.
  let summary: String
  let parameters: [ToolParameter]
  /// Whether the tool changes nothing.
  var isReadOnly = true
  let run: @Sendable (ToolArguments) throws(ToolProblem) -> ToolAnswer

  /// All tools, in the order in which they are listed.
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

  /// Runs the tool.
  ///
  /// Invalid arguments also return a result, so that the caller can correct them.
  func answer(_ arguments: [String: AnyCodableValue]) -> ToolAnswer {
    do throws(ToolProblem) {
      let arguments = try ToolArguments(arguments, for: self)
      let answer = try run(arguments)
      guard answer.length <= Self.longest else {
        throw Self.tooLong(answer.length)
      }
      return answer
    } catch {
      return ToolAnswer([error.description], isError: true)
    }
  }

  /// The maximum size of a result in bytes, since a client has to read it.
  static let longest = 256 << 10

  /// Returns the message that replaces a result of the given size.
  static func tooLong(_ length: Int) -> ToolProblem {
    ToolProblem(
      "the response has \(length) bytes, but at most \(longest) are sent; request less, such as one variant,"
        + " or fewer calls")
  }
}

/// The result of a tool.
struct ToolAnswer: Equatable {
  var texts: [String]
  /// Whether the tool failed.
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
