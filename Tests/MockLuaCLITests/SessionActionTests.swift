import MockData
import Testing

@testable import MockLuaCLI

/// The inspector request for each action of the `session` tool.
struct SessionActionTests {
  private func request(
    _ action: SessionAction, _ arguments: [String: AnyCodableValue]
  ) throws -> SessionAction.Request {
    var all = arguments
    all["session"] = "x"
    all["action"] = .string(action.rawValue)
    return try action.request(ToolArguments(all, for: .session))
  }

  @Test(
    "Each action is one request",
    arguments: [
      (.calls, [:], .init("GET", ["__admin", "requests"], query: ["limit": "20"])),
      (
        .calls, ["name": "A.B.m", "limit": 5],
        .init(
          "GET", ["__admin", "requests"],
          query: ["limit": "5", "service": "A.B", "method": "m"])
      ),
      (.show, ["number": 3], .init("GET", ["__admin", "requests", "3"])),
      (
        .call, ["name": "A.m"],
        .init("POST", ["__admin", "call"], body: ["call": "A.m", "args": [:]])
      ),
      (
        .call, ["name": "A.m", "args": ["x": 1]],
        .init("POST", ["__admin", "call"], body: ["call": "A.m", "args": ["x": 1]])
      ),
      (.services, [:], .init("GET", ["__admin", "services"])),
      (.state, [:], .init("GET", ["__admin", "state"])),
      (.state, ["values": ["a": 1]], .init("PUT", ["__admin", "state"], body: ["a": 1])),
      (.gates, [:], .init("GET", ["__admin", "gates"])),
      (
        .gates, ["name": "a/b", "open": false],
        .init("PUT", ["__admin", "gates", "a/b"], body: ["open": false])
      ),
      (.clock, [:], .init("GET", ["__admin", "clock"])),
      (.clock, ["mode": "manual"], .init("PUT", ["__admin", "clock"], body: ["mode": "manual"])),
      (.clock, ["advanceMs": 5], .init("POST", ["__admin", "clock"], body: ["advanceMs": 5])),
      (.clock, ["run": true], .init("POST", ["__admin", "clock"], body: ["run": true])),
      (.variants, [:], .init("GET", ["__admin", "variants"])),
      (
        .variants, ["name": "offline"],
        .init("PUT", ["__admin", "variants"], body: ["name": "offline"])
      ),
      (.variants, ["name": ""], .init("PUT", ["__admin", "variants"], body: ["name": .null])),
      (.script, [:], .init("GET", ["__admin", "script"])),
      (
        .override, ["name": "A.m", "args": ["x": 1], "response": ["result": "success"]],
        .init(
          "PUT", ["__admin", "services", "A", "m", "override"],
          body: ["response": ["result": "success"], "arguments": ["x": 1]])
      ),
      (
        .withdraw, ["name": "A.m"], .init("DELETE", ["__admin", "services", "A", "m", "override"])
      ),
      (.restart, [:], .init("POST", ["__admin", "reset"], body: [:])),
    ] as [(SessionAction, [String: AnyCodableValue], SessionAction.Request)])
  func isOneRequest(
    action: SessionAction, arguments: [String: AnyCodableValue], wanted: SessionAction.Request
  ) throws {
    #expect(try request(action, arguments) == wanted)
  }

  @Test(
    "Missing and unknown arguments of an action are reported",
    arguments: [
      (.show, [:], "show lacks `number`; write it next to `action`"),
      (.call, [:], "call lacks `name`; write it next to `action`"),
      (.gates, ["name": "door"], "gates lacks `open`; write it next to `action`"),
      (.gates, ["open": true], "gates lacks `name`; write it next to `action`"),
      (.override, ["name": "A.m"], "override lacks `response`; write it next to `action`"),
      (
        .withdraw, ["name": "m"],
        "`name` must have the form Service.method, such as OTP.verify, not \"m\""
      ),
      (.restart, ["name": "x"], "restart takes no `name`; it takes none"),
      (.clock, ["open": true], "clock takes no `open`; it takes mode, advanceMs, run"),
      (
        .clock, ["run": true, "advanceMs": 1],
        "clock takes one of `mode`, `advanceMs`, and `run`; remove the others"
      ),
    ] as [(SessionAction, [String: AnyCodableValue], String)])
  func refuses(action: SessionAction, arguments: [String: AnyCodableValue], message: String) {
    let problem = #expect(throws: ToolProblem.self) { try request(action, arguments) }
    #expect(problem?.description == message)
  }
}
