import Foundation
import MockHTTPServer
import MockLua
import MockServices
import TestSupport
import Testing

/// Several GraphQL operations in one request body.
@Suite struct BatchedOperationTests {
  private static let operations = #"""
    graphql "https://api.example.com/graphql" { ["query Feed"] = reply(1), ["query Me"] = reply(2) }
    """#
  private static let batch =
    #"[{"query":"query Feed { f }"},{"operationName":"Me","variables":{}}]"#

  private func send(_ source: String, _ body: String, _ path: String = "/graphql") async throws
    -> GotReply
  {
    let handler = MockFailureHandler { _ in }
    let server = try ScenarioRuntime(source: source, name: "b.lua", failureHandler: handler)
      .httpServer()
    return try await Curl.send(
      SentRequest(
        "POST", "http://api.example.com\(path)", headers: ["Content-Type": "application/json"],
        body: Data(body.utf8)), through: server.port)
  }

  @Test("A batch without a route fails with a suggestion") func refused() async throws {
    let reply = try await send(Self.operations, Self.batch)
    #expect(reply.status == 501)
    #expect(
      reply.text
        == "mocklua: `POST //api.example.com/graphql` requests 2 operations in one body: `query Feed`, `Me`; "
        + "let the client send each separately, or declare `http \"api.example.com\" "
        + "{ [\"POST /graphql\"] = function(request) ... end }`, which gets the list as `request.body`\n"
    )
  }

  @Test("A route with only the path receives the list") func answered() async throws {
    let reply = try await send(
      Self.operations + #"""
        http "https://api.example.com" {
          ["POST /graphql"] = function(request)
            local answers = array {}
            for index, one in ipairs(request.body) do answers[index] = { data = one.operationName or "first" } end
            return answers
          end,
        }
        """#, Self.batch)
    #expect(reply.text == #"[{"data":"first"},{"data":"Me"}]"#)
  }

  @Test(
    "Other lists, and lists elsewhere, are requests without a route",
    arguments: [("[]", "/graphql"), ("[1]", "/graphql"), (batch, "/other")])
  func others(_ body: String, _ path: String) async throws {
    let reply = try await send(Self.operations, body, path)
    #expect(reply.status == 501)
    #expect(reply.text.hasPrefix("mocklua: no route matches `POST //api.example.com\(path)`"))
  }
}
