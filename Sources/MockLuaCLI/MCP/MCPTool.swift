import MockData

/// Something that a client can have done, declared as data: what it is called, takes and does.
struct MCPTool: Sendable {
  let name: String
  /// What it does, for whoever decides which tool to use.
  let summary: String
  let parameters: [ToolParameter]
  /// Whether it leaves everything as it is.
  var isReadOnly = true
  let run: @Sendable (ToolArguments) throws(ToolProblem) -> ToolAnswer

  /// All tools, in the order in which they are listed.
  static let all = [check, emit, explain, call, trace, session]

  /// The tool as `tools/list` shows it.
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

  /// Does what it is for; what is wrong with the arguments is an answer too, from which the caller learns.
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

  /// The most bytes of an answer, which somebody has to read.
  static let longest = 256 << 10

  /// What is told in place of an answer of so many bytes.
  static func tooLong(_ length: Int) -> ToolProblem {
    ToolProblem(
      "the answer has \(length) bytes, and at most \(longest) are sent; ask for less, such as one scenario,"
        + " or fewer calls")
  }
}

/// What a tool has to say.
struct ToolAnswer: Equatable {
  var texts: [String]
  /// Whether it could not do what it was asked for.
  var isError = false

  init(_ texts: [String], isError: Bool = false) {
    self.texts = texts.filter { !$0.isEmpty }
    self.isError = isError
  }

  var length: Int { texts.reduce(0) { $0 + $1.utf8.count } }

  /// The answer as the result of `tools/call`.
  var members: [String: AnyCodableValue] {
    [
      "content": .array(texts.map { ["type": "text", "text": .string($0)] }),
      "isError": .bool(isError),
    ]
  }
}

/// Why a tool can't do what it was asked for, and what to write instead.
struct ToolProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
