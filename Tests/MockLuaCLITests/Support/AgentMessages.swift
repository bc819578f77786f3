import MockData

/// The messages that an agent sends to `mocklua mcp`, and the responses.
struct AgentMessages {
  /// The lines of standard output, each as a value.
  let answers: [AnyCodableValue]
  let process: MockLuaProcess

  /// Sends lines, and closes the input.
  init(
    _ lines: [String], in folder: TemporaryFolder, arguments: [String] = [], setup: String = ":"
  ) throws {
    process = try MockLuaProcess(
      ["mcp"] + arguments, in: folder, input: lines.map { $0 + "\n" }.joined(), setup: setup)
    answers = try process.output.split(separator: "\n").map { try JSONParser().parse(String($0)) }
  }

  /// Returns a request that doesn't need a handshake.
  static func request(_ method: String, _ parameters: [String: AnyCodableValue] = [:]) -> String {
    var parameters = parameters
    parameters["_meta"] = [
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": [:],
    ]
    return text([
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .dictionary(parameters),
    ])
  }

  /// Returns a call of a tool.
  static func tool(_ name: String, _ arguments: AnyCodableValue) -> String {
    request("tools/call", ["name": .string(name), "arguments": arguments])
  }

  private static func text(_ value: AnyCodableValue) -> String {
    (try? JSONWriter(style: .compact).string(from: value)) ?? ""
  }

  /// Returns the first text of a tool's result, and whether it failed.
  static func answer(
    of name: String, _ arguments: AnyCodableValue, in folder: TemporaryFolder
  ) throws -> (text: String, isError: Bool) {
    let messages = try AgentMessages([tool(name, arguments)], in: folder)
    let result = messages.answers.first?["result"]
    guard case .string(let text) = result?["content"]?[0]?["text"] else {
      return ("\(messages.process)", true)
    }
    return (text, result?["isError"] == true)
  }
}

extension AnyCodableValue {
  subscript(key: String) -> AnyCodableValue? {
    if case .dictionary(let members) = self { members[key] } else { nil }
  }

  subscript(index: Int) -> AnyCodableValue? {
    if case .array(let elements) = self, elements.indices.contains(index) {
      elements[index]
    } else {
      nil
    }
  }
}
