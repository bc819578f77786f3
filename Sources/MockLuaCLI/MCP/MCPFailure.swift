import MockData

/// The reason why a message has no result: a JSON-RPC error, which concerns the message and not the result of a tool.
struct MCPFailure: Error, Equatable {
  var code: Int
  /// The problem, and what to send instead.
  var message: String
  var data: AnyCodableValue?

  /// The text isn't JSON.
  static func unreadable(_ error: JSONParseError) -> MCPFailure {
    MCPFailure(code: -32700, message: "the message isn't JSON: \(error)")
  }

  /// The message isn't a request, or comes at the wrong time.
  static func badRequest(_ message: String) -> MCPFailure {
    MCPFailure(code: -32600, message: message)
  }

  /// The method doesn't exist.
  static func noMethod(_ name: String, known: [String]) -> MCPFailure {
    let hint = NearestName.hint(for: name, candidates: known).map { "; \($0)" } ?? ""
    return MCPFailure(code: -32601, message: "there is no method `\(name.escaped)`\(hint)")
  }

  /// The parameters of a method are invalid.
  static func badParameters(_ message: String) -> MCPFailure {
    MCPFailure(code: -32602, message: message)
  }

  /// The resource doesn't exist.
  ///
  /// The code was different up to 2025-11-25.
  static func noResource(_ address: String, known: [String], in era: MCPEra) -> MCPFailure {
    let hint = NearestName.hint(for: address, candidates: known).map { "; \($0)" } ?? ""
    return MCPFailure(
      code: era == .stateless ? -32602 : -32002,
      message: "there is no resource `\(address.escaped)`\(hint)",
      data: ["uri": .string(address.escapedPath)])
  }

  /// The version of the request isn't supported.
  static func unsupported(_ version: String) -> MCPFailure {
    MCPFailure(
      code: -32022,
      message: "version `\(version.escaped)` isn't supported; send one of `data.supported`",
      data: [
        "requested": .string(version.escapedPath), "supported": [.string(MCPEra.stateless.version)],
      ])
  }

  /// Returns the error response.
  ///
  /// - Parameter id: The id of the request; null if it couldn't be read.
  /// - Returns: The message.
  func response(to id: AnyCodableValue) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = ["code": .int(code), "message": .string(message)]
    members["data"] = data
    return ["jsonrpc": "2.0", "id": id, "error": .dictionary(members)]
  }
}
