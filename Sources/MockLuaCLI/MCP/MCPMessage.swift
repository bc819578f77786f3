import MockData

/// A message of JSON-RPC 2.0 as a client sends it, one a line.
enum MCPMessage: Equatable {
  case request(id: AnyCodableValue, MCPRequest)
  /// Nobody waits for an answer.
  case notification(MCPRequest)
  /// An answer, though nothing was asked.
  case response

  /// How deep arrays and objects may lie inside one another.
  static let depth = 200

  /// The most bytes of an `id`, which every response repeats.
  private static let longestID = 1_000

  /// Why a message could not be read, and the id with which that is told.
  struct Problem: Error {
    var failure: MCPFailure
    /// Null where it could not be read either.
    var id = AnyCodableValue.null
  }

  /// Reads a message.
  init(_ line: [UInt8]) throws(Problem) {
    let value: AnyCodableValue
    do throws(JSONParseError) {
      value = try JSONParser(maximumDepth: Self.depth).parse(utf8: line)
    } catch {
      throw Problem(failure: .unreadable(error))
    }
    guard case .dictionary(let members) = value else {
      let remedy =
        if case .array = value { "batches are not taken; send one message a line" } else {
          "send an object with `jsonrpc`, `method` and `id`"
        }
      throw Problem(failure: .badRequest("the message is \(value.kind.phrase); \(remedy)"))
    }
    if members["method"] == nil, members["result"] != nil || members["error"] != nil {
      self = .response
      return
    }
    let id = try Self.id(members["id"])
    func refused(_ message: String) -> Problem {
      Problem(failure: .badRequest(message), id: id ?? .null)
    }
    guard members["jsonrpc"] == "2.0" else { throw refused("`jsonrpc` has to be \"2.0\"") }
    guard case .string(let method) = members["method"] else {
      throw refused("`method` has to be a string, such as \"tools/list\"")
    }
    var request = MCPRequest(method: method)
    switch members["params"] {
    case .dictionary(let parameters): request.parameters = parameters
    case nil: break
    default:
      throw Problem(
        failure: .badParameters("`params` has to be an object by name"), id: id ?? .null)
    }
    self = id.map { .request(id: $0, request) } ?? .notification(request)
  }

  /// The id of a message; nil where it has none.
  private static func id(_ value: AnyCodableValue?) throws(Problem) -> AnyCodableValue? {
    switch value {
    case nil: return nil
    case .string(let text) where text.utf8.count > longestID:
      throw Problem(
        failure: .badRequest("`id` has more than \(longestID) bytes; send a shorter one"))
    case .string, .int: return value
    default:
      throw Problem(failure: .badRequest("`id` has to be a string or a whole number"))
    }
  }
}

/// What a client asks for.
struct MCPRequest: Equatable {
  var method: String
  var parameters: [String: AnyCodableValue] = [:]
}
