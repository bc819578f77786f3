import Foundation
import MockInspector
import MockScenarios
import MockServices
import Testing

/// Requests to an inspector in another process.
@Suite(.enabled(if: Inspector.isAvailable, "libmicrohttpd isn't available"))
struct InspectorClientTests {
  private static let token = "00112233445566778899aabbccddeeff"

  @Test(
    "Only the address of a local inspector is valid",
    arguments: [
      ("http://127.0.0.1:7000/#\(token)", true), ("http://localhost:7000/#\(token)", false),
      ("http://127.0.0.1:7000/\(token)", false), ("http://127.0.0.1:7000/#", false),
      ("http://127.0.0.1:7000/#\(token)0", false), ("http://127.0.0.1:7000/#\(token)/#x", false),
      ("http://127.0.0.1:0/#\(token)", false), ("http://127.0.0.1:70000/#\(token)", false),
      ("http://127.0.0.1:+7000/#\(token)", false), ("https://127.0.0.1:7000/#\(token)", false),
      ("http://127.0.0.1:7000@example.com/#\(token)", false), ("", false),
      ("http://127.0.0.1.example.com:7000/#\(token)", false),
    ])
  func readsAddress(text: String, isOne: Bool) {
    #expect((InspectorClient(address: text) != nil) == isOne)
  }

  @Test("A response, an error, and a response without content are returned unchanged")
  func asks() async throws {
    let served = try await ServedScript(
      "service \"Bank\" { rate = reply(1), [\"odd/name ü\"] = reply(2), late = reply(3) :gate \"door\" }"
    )
    defer { served.remove() }
    let client = try #require(
      InspectorClient(
        address: "http://127.0.0.1:\(served.client.port)/#\(served.client.token)"))
    let services = try client.ask("GET", ["__admin", "services"], within: .seconds(120))
    #expect(services.status == 200)
    let played = try client.ask(
      "POST", ["__admin", "call"], body: ["call": "Bank.rate", "args": [:]], within: .seconds(120))
    #expect(
      played.value == [
        "call": "Bank.rate", "count": 1, "place": "\(served.script.path):1".value,
        "result": "success", "value": 1,
      ])
    let odd = try client.ask("POST", ["services", "Bank", "odd/name ü"], within: .seconds(120))
    #expect(odd == .init(status: 200, value: 2))
    let calls = try client.ask(
      "GET", ["__admin", "requests"], query: ["method": "odd/name ü", "limit": "5"],
      within: .seconds(120))
    guard case .dictionary(let members) = calls.value, case .array(let list) = members["requests"]
    else {
      Issue.record("\(calls)")
      return
    }
    #expect(list.count == 1)
    #expect(
      try client.ask("POST", ["__admin", "reset"], body: [:], within: .seconds(120))
        == .init(status: 204, value: nil))
    let refused = try client.ask("GET", ["__admin", "nothing"], within: .seconds(120))
    #expect(refused.status == 404)
  }

  @Test("A call that waits at a closed gate is given up, with a suggestion")
  func givesUp() async throws {
    let served = try await ServedScript(
      "service \"Bank\" { late = reply(3) :gate \"door\" }")
    defer { served.remove() }
    let client = try #require(
      InspectorClient(
        address: "http://127.0.0.1:\(served.client.port)/#\(served.client.token)"))
    _ = try client.ask(
      "PUT", ["__admin", "gates", "door"], body: ["open": false], within: .seconds(120))
    let problem = #expect(throws: InspectorClient.Problem.self) {
      try client.ask(
        "POST", ["__admin", "call"], body: ["call": "Bank.late"], within: .milliseconds(200))
    }
    #expect(problem == .late(.milliseconds(200)))
    #expect(
      problem?.description
        == "there was no response within 0.2 seconds; a call may be waiting at a gate or on the clock: open the gate,"
        + " or advance the clock, from another client")
  }

  @Test("An unreachable inspector and a different program on the port are reported")
  func unreachable() async throws {
    let served = try await ServedScript("service \"Bank\" { rate = reply(1) }")
    defer { served.remove() }
    // The session's port doesn't speak HTTP.
    let port = try await served.sessionPort()
    let other = try #require(InspectorClient(address: "http://127.0.0.1:\(port)/#\(Self.token)"))
    #expect(throws: InspectorClient.Problem.self) {
      try other.ask("GET", ["__admin", "state"], within: .seconds(120))
    }
    let nobody = try #require(InspectorClient(address: "http://127.0.0.1:1/#\(Self.token)"))
    let problem = #expect(throws: InspectorClient.Problem.self) {
      try nobody.ask("GET", ["__admin", "state"], within: .seconds(120))
    }
    #expect(
      problem?.description
        == "127.0.0.1:1: no session responds (Connection refused); start one with `mocklua serve`, and pass the address"
        + " that it prints")
  }
}

extension String {
  fileprivate var value: AnyCodableValue { .string(self) }
}
