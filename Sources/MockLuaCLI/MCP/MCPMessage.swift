import MockData

/// A JSON-RPC 2.0 message from a client, one per line.
enum MCPMessage: Equatable {
  case request(id: AnyCodableValue, MCPRequest)
  /// A message that gets no response.
  case notification(MCPRequest)
  /// A response, although the server sends no requests.
  case response

  /// The maximum nesting depth of arrays and objects.
  static let depth = 200

  /// The maximum size of an `id` in bytes, since every response repeats it.
  private static let idLengthLimit = 1_000

  /// The reason why a message couldn't be read, with the id for the response.
  struct Problem: Error {
    var failure: MCPFailure
    /// The id; null if it couldn't be read either.
    var id = AnyCodableValue.null
  }

  init(_ line: [UInt8]) throws(Problem) {
    let value: AnyCodableValue
    do throws(JSONParseError) {
      value = try JSONParser(maximumDepth: Self.depth).parse(utf8: line)
    } catch {
      throw Problem(failure: .unreadable(error))
    }
    guard case .dictionary(let members) = value else {
      let suggestion =
        if case .array = value { "batches aren't supported; send one message per line" } else {
          "send an object with `jsonrpc`, `method`, and `id`"
        }
      throw Problem(failure: .badRequest("the message is \(value.kind.phrase); \(suggestion)"))
    }
    if members["method"] == nil, members["result"] != nil || members["error"] != nil {
      self = .response
      return
    }
    let id = try Self.id(members["id"])
    func refused(_ message: String) -> Problem {
      Problem(failure: .badRequest(message), id: id ?? .null)
    }
    guard members["jsonrpc"] == "2.0" else { throw refused("`jsonrpc` must be \"2.0\"") }
    guard case .string(let method) = members["method"] else {
      throw refused("`method` must be a string, such as \"tools/list\"")
    }
    var request = MCPRequest(method: method)
    switch members["params"] {
    case .dictionary(let parameters): request.parameters = parameters
    case nil: break
    default:
      throw Problem(
        failure: .badParameters("`params` must be an object"), id: id ?? .null)
    }
    self = id.map { .request(id: $0, request) } ?? .notification(request)
  }

  /// Returns the id of a message; nil if it doesn't have one.
  private static func id(_ value: AnyCodableValue?) throws(Problem) -> AnyCodableValue? {
    switch value {
    case nil: return nil
    case .string(let text) where text.utf8.count > idLengthLimit:
      throw Problem(
        failure: .badRequest("`id` is longer than \(idLengthLimit) bytes; send a shorter one"))
    case .string, .int: return value
    default:
      throw Problem(failure: .badRequest("`id` must be a string or a whole number"))
    }
  }
}

struct MCPRequest: Equatable {
  var method: String
  var parameters: [String: AnyCodableValue] = [:]
}

/// The reason why a message has no result: a JSON-RPC error, which concerns the message and not the result of a tool.
struct MCPFailure: Error, Equatable {
  var code: Int
  /// The problem, and what to send instead.
  var message: String
  var data: AnyCodableValue?

  static func unreadable(_ error: JSONParseError) -> MCPFailure {
    MCPFailure(code: -32700, message: "the message isn't JSON: \(error)")
  }

  /// The message isn't a request, or comes at the wrong time.
  static func badRequest(_ message: String) -> MCPFailure {
    MCPFailure(code: -32600, message: message)
  }

  static func noMethod(_ name: String, known: [String]) -> MCPFailure {
    let hint = NearestName.hint(for: name, candidates: known).map { "; \($0)" } ?? ""
    return MCPFailure(code: -32601, message: "there is no method `\(name.escaped)`\(hint)")
  }

  static func badParameters(_ message: String) -> MCPFailure {
    MCPFailure(code: -32602, message: message)
  }

  /// The error code was different in protocol versions up to 2025-11-25.
  static func noResource(_ address: String, known: [String], in era: MCPEra) -> MCPFailure {
    let hint = NearestName.hint(for: address, candidates: known).map { "; \($0)" } ?? ""
    return MCPFailure(
      code: era == .stateless ? -32602 : -32002,
      message: "there is no resource `\(address.escaped)`\(hint)",
      data: ["uri": .string(address.escapedPath)])
  }

  static func unsupported(_ version: String) -> MCPFailure {
    MCPFailure(
      code: -32022,
      message:
        "version `\(version.escaped)` isn't supported; send one of the versions in `data.supported`",
      data: [
        "requested": .string(version.escapedPath), "supported": [.string(MCPEra.stateless.version)],
      ])
  }

  /// The id is null if it couldn't be read.
  func response(to id: AnyCodableValue) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = ["code": .int(code), "message": .string(message)]
    members["data"] = data
    return ["jsonrpc": "2.0", "id": id, "error": .dictionary(members)]
  }
}
