import Foundation
import MockInspector
import MockScenarios
import MockServices
import Testing

/// Calls over HTTP, and reads and changes through the endpoints.
@Suite(.enabled(if: Inspector.isAvailable, "libmicrohttpd isn't available"))
struct InspectorCallTests {
  private static let script = """
    shared { n = 1 }
    service "Bank" {
      rate = { reply(1), reply(2) },
      none = reply(),
      transfer = {
        when({ amount = is.gt(10) }, fail("limit", "Too much", { status = 403 })),
        when({ currency = "EUR" }, reply { ok = true } :set { n = 2 }),
      },
      gone = { reply(1), exhausted = "error" },
      feed = stream { 1, 2 } :fails("closed", "The end"),
      sum = function(args) return args.a + args.b end,
      late = reply "late" :gate "door",
      slow = reply "slow" :after(60000),
    }
    variant("rich", function() override { n = 100 } end)
    """

  @Test("A call over HTTP gets the same response as an app's call")
  func answers() async throws {
    let cases = [
      ("rate", "", 200, "1"), ("none", "{}", 204, ""),
      (
        "transfer", #"{"amount":11}"#, 403,
        #"{"code":"limit","details":{"status":403},"message":"Too much"}"#
      ),
      ("transfer", #"{"currency":"EUR"}"#, 200, #"{"ok":true}"#),
      ("sum", #"{"a":1,"b":2}"#, 200, "3"),
      ("sum", #"{"a":9007199254740993,"b":0.0}"#, 200, "9007199254740992.0"),
    ]
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    for (method, body, status, expected) in cases {
      let answer = await served.client.ask(
        "POST", "/services/Bank/\(method)", body.isEmpty ? nil : body)
      #expect(answer.status == status, "\(method) \(body)")
      #expect(answer.body == expected, "\(method) \(body)")
    }
  }

  @Test("The command shown in the help calls a service")
  func help() async throws {
    let served = try await ServedScript(
      #"service "OTP" { verify = { when({ code = "1" }, reply "let in"), reply(false) } }"#)
    defer { served.remove() }
    let help = LaunchedProcess(product: "mocklua", arguments: ["serve", "--help"])
    try help.launch()
    let start = try await help.line { $0.contains("curl -H \"Authorization") }
    let end = try await help.line { $0.contains("/services/OTP/verify") }
    let command = (start.dropLast() + end)
      .replacing("TOKEN", with: served.client.token)
      .replacing("PORT", with: "\(served.client.port)")
    let shell = LaunchedProcess(executable: "/bin/sh", arguments: ["-c", "\(command); echo"])
    try shell.launch()
    #expect(try await shell.line { !$0.isEmpty } == #""let in""#)
  }

  @Test("A method's parameters come from the app's protocol")
  func contracts() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    #expect(try await parameters(of: "rate", served) == [])
    let app = LaunchedProcess(product: "SessionApp")
    app.launchEnvironment = [
      "MOCK_SERVICE_SESSION": try await served.address(),
      "APP_CONTRACT": """
      {"name": "Bank", "methods": [
        {"key": "rate", "parameters": [
          {"label": "currency", "type": "Currency"}, {"label": "day", "type": "Date?"}]}]}
      """,
    ]
    try app.launch()
    try await app.line { $0 == "ready Bank" }
    #expect(
      try await parameters(of: "rate", served) == [
        ["label": "currency", "type": "Currency", "example": "", "choices": []],
        ["label": "day", "type": "Date?", "example": .null, "choices": []],
      ])
    // Values that patterns compare an argument with are offered as choices.
    #expect(
      try await parameters(of: "transfer", served) == [
        ["label": "amount", "type": "", "example": "", "choices": []],
        ["label": "currency", "type": "", "example": "EUR", "choices": ["EUR"]],
      ])
  }

  private struct Listing: Decodable {
    struct Service: Decodable {
      var methods: [Method]
    }

    struct Method: Decodable {
      var name: String
      var parameters: [AnyCodableValue]
    }

    var services: [Service]
  }

  private func parameters(
    of method: String, _ served: ServedScript
  ) async throws -> [AnyCodableValue] {
    let answer = await served.client.ask("GET", "/__admin/services")
    let listing = try JSONDecoder().decode(Listing.self, from: Data(answer.body.utf8))
    return try #require(listing.services[0].methods.first { $0.name == method }).parameters
  }

  @Test("Mock errors have their own status, and a stream is sent as events")
  func failures() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let client = served.client
    #expect(
      await client.ask("POST", "/services/Bank/transfer", #"{"currency":"SEK"}"#).status == 404)
    #expect(await client.ask("POST", "/services/Bank/gone").status == 200)
    #expect(await client.ask("POST", "/services/Bank/gone").status == 409)
    let failure = await client.ask("POST", "/services/Bank/sum", #"{"a":1}"#)
    #expect(failure.status == 500)
    #expect(failure.body.contains(#""code":"scriptError""#))
    #expect(await client.ask("POST", "/services/Bank/feed").status == 422)
    let events = await client.ask(
      "POST", "/services/Bank/feed", nil, ["Accept": "text/event-stream"])
    #expect(events.headers["content-type"] == "text/event-stream")
    let body = events.body
    #expect(
      body.contains("event: value\ndata: 1\n\n") && body.contains("event: value\ndata: 2\n\n"))
    #expect(body.contains(#"data: {"code":"closed","message":"The end"}"#))
  }

  @Test(
    "The log shows a call's rules, its first mismatched field, and the state before and after"
  )
  func detail() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let client = served.client
    _ = await client.ask("POST", "/services/Bank/transfer", #"{"amount":3,"currency":"EUR"}"#)
    let call = await client.ask("GET", "/__admin/requests/1").json
    #expect(call?.member("stateBefore") == ["n": 1])
    #expect(call?.member("stateAfter") == ["n": 2])
    #expect(call?.member("place")?.text.hasSuffix("bank.lua:7") == true)
    guard case .array(let rules)? = call?.member("candidates"), rules.count == 2 else {
      Issue.record("\(String(describing: call))")
      return
    }
    #expect(rules[0].member("chosen") == false)
    #expect(
      rules[0].member("mismatch")?.member("text") == "amount: expected is.gt(10), found 3: no")
    #expect(rules[1].member("chosen") == true)
    let list = await client.ask("GET", "/__admin/requests?outcome=threw").json
    #expect(list?.member("requests") == [])
    #expect(list?.member("total") == 1)
  }

  @Test("Gates open, a disconnected caller cancels its call, and a virtual clock advances")
  func waiting() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let client = served.client
    async let late = client.ask("POST", "/services/Bank/late")
    try await eventually {
      await client.ask("GET", "/__admin/gates").body.contains(#""calls":[1],"isOpen":false"#)
    }
    #expect(await client.ask("PUT", "/__admin/gates/door", #"{"open":true}"#).status == 200)
    #expect(await late.body == #""late""#)
    // The client closes the connection while the call waits.
    await client.leave(
      "POST /services/Bank/slow HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\n"
        + "Authorization: Bearer \(client.token)\r\nContent-Length: 0\r\n\r\n"
    ) {
      await client.ask("GET", "/__admin/requests/2").body.contains("running")
    }
    try await eventually {
      await client.ask("GET", "/__admin/requests/2").body.contains(#""outcome":"cancelled""#)
    }
    #expect(await client.ask("PUT", "/__admin/clock", #"{"mode":"manual"}"#).status == 204)
    async let slow = client.ask("POST", "/services/Bank/slow")
    try await eventually {
      await client.ask("GET", "/__admin/clock").body.contains(
        #""sleeping":[{"call":1,"dueMs":60000}]"#)
    }
    #expect(
      await client.ask("POST", "/__admin/clock", #"{"advanceMs":59999}"#).body.contains("59999"))
    #expect(
      await client.ask("POST", "/__admin/clock", #"{"run":true}"#).body.contains(
        #""elapsedMs":60000"#))
    #expect(await slow.body == #""slow""#)
  }

  @Test("A call waiting when the scenario restarts gets an error")
  func restarted() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let client = served.client
    async let late = client.ask("POST", "/services/Bank/late")
    try await eventually {
      await client.ask("GET", "/__admin/gates").body.contains(#""calls":[1]"#)
    }
    #expect(await client.ask("POST", "/__admin/reset").status == 204)
    #expect(await late.status == 503)
    #expect(
      await late.body
        == #"{"code":"cancelled","message":"the call was cancelled because the scenario restarted"}"#
    )
  }

  @Test("A waiting call gets the same error if its script can no longer be read")
  func withoutModule() async throws {
    let script = #"service "Bank" { late = reply(1) :gate "door" }"#
    let served = try await ServedScript(script)
    defer { served.remove() }
    let client = served.client
    let module = served.script.deletingLastPathComponent().appending(path: "rates.lua")
    try Data("return { late = 1 }".utf8).write(to: module)
    try served.write(
      #"local rates = require "rates" service "Bank" { late = reply(rates.late) :gate "door" }"#)
    try await served.note("the script has changed: the scenario restarts")
    async let late = client.ask("POST", "/services/Bank/late")
    try await eventually {
      await client.ask("GET", "/__admin/gates").body.contains(#""calls":[1]"#)
    }
    try FileManager.default.removeItem(at: module)
    try served.write(script)
    #expect(await late.status == 503)
  }

  @Test("State can be set, a scenario chosen, and a changed script is shown with its errors")
  func changing() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let client = served.client
    #expect(await client.ask("PUT", "/__admin/state", #"{"n":7}"#).body == #"{"n":7}"#)
    #expect(await client.ask("PUT", "/__admin/variants", #"{"name":"rich"}"#).status == 204)
    #expect(await client.ask("GET", "/__admin/state").body == #"{"n":100}"#)
    #expect(
      await client.ask("GET", "/__admin/variants").body
        == #"{"current":"rich","variants":["rich"]}"#)
    _ = await client.ask("POST", "/services/Bank/rate")
    #expect(await client.ask("GET", "/__admin/services").body.contains(#""responses":2,"step":1"#))
    #expect(await client.ask("POST", "/__admin/reset").status == 204)
    #expect(await client.ask("POST", "/services/Bank/rate").body == "1")
    #expect(
      await client.ask("GET", "/__admin/script").json?.member("answered")?.text.contains(
        "bank.lua:3")
        == true)
    try served.write("servise 'Bank' {}")
    try await served.note("has errors; the previous script stays in use")
    let script = await client.ask("GET", "/__admin/script").json
    #expect(script?.member("text") == "servise 'Bank' {}")
    #expect(script?.member("problems")?.text.contains(#""line":1"#) == true)
    #expect(await client.ask("POST", "/__admin/reset").status == 409)
    #expect(await client.ask("POST", "/services/Bank/rate").body == "2")
  }

  @Test("A call's changes are sent together with the call")
  func following() async throws {
    let served = try await ServedScript(#"service "Bank" { rate = reply(1) }"#)
    defer { served.remove() }
    var (told, counted) = (0, 0)
    for await (name, data) in served.client.events() {
      if name == "services" {
        if told == 0 { _ = await served.client.ask("POST", "/services/Bank/rate") }
        counted = Self.count(in: data)
      }
      guard name == "calls" else { continue }
      // Everything up to the previous call has been sent by now.
      #expect(counted >= told)
      // A call is sent twice if it was seen before it ended.
      told = max(told, try #require(Self.lastOrder(in: data)))
      if told >= 8 { break }
      _ = await served.client.ask("POST", "/services/Bank/rate")
    }
    #expect(told >= 8)
  }

  /// Returns the number of the last call in a list of rows.
  private static func lastOrder(in rows: AnyCodableValue) -> Int? {
    guard case .array(let rows) = rows, case .array(let row)? = rows.last,
      case .int(let order)? = row.first
    else { return nil }
    return order
  }

  /// Returns the call count of the first method of the first service.
  private static func count(in services: AnyCodableValue) -> Int {
    guard case .array(let list) = services,
      case .array(let methods)? = list.first?.member("methods"),
      case .int(let count)? = methods.first?.member("count")
    else { return -1 }
    return count
  }

  @Test("A response of bytes is shown as Lua that a script accepts")
  func bytesAsLua() async throws {
    let served = try await ServedScript(
      #"http "https://api.example.com" { ["GET /a"] = reply(1) }"#)
    defer { served.remove() }
    let shown = await served.client.ask(
      "POST", "/__admin/lua",
      #"""
      {"call":"https://api.example.com.GET /a","arguments":{},
       "response":{"result":"success","value":{"body":"AAEC","encoding":"base64"}}}
      """#)
    guard case .string(let lua)? = shown.json?.member("lua") else {
      Issue.record("no Lua: \(shown.body)")
      return
    }
    #expect(lua.contains(#"bytes { base64 = "AAEC" }"#))
    // A script with errors isn't served.
    let written = "http \"https://api.example.com\" { [\"GET /a\"] = \(lua) }"
    let again = try await ServedScript(written)
    again.remove()
  }

  @Test(
    "A stream with an error, and a response that closes a socket, are shown as whole Lua",
    arguments: [
      (
        "GET /a",
        #"{"result":"stream","values":[{"chunk":1},{"chunk":2}],"error":{"code":"c","message":"m"}}"#,
        #"stream { 1, 2 } :fails("c", "m")"#
      ),
      (
        "WS /a message",
        #"{"result":"success","value":{"body":"bye","close":{"code":4000,"reason":"done"}}}"#,
        #"reply "bye" :close(4000, "done")"#
      ),
      (
        "WS /a message",
        #"{"result":"stream","values":[{"body":"a"},{"body":"b"},{"close":{"code":1000}}]}"#,
        #"stream { "a", "b" } :close(1000)"#
      ),
    ])
  func endsAsLua(method: String, response: String, lua: String) async throws {
    let served = try await ServedScript(
      #"http "https://api.example.com" { ["GET /a"] = reply(1) }"#)
    defer { served.remove() }
    let shown = await served.client.ask(
      "POST", "/__admin/lua",
      #"{"call":"https://api.example.com.\#(method)","response":\#(response)}"#)
    #expect(shown.json?.member("lua") == .string(lua), "\(shown.body)")
  }

  @Test("A response set in the page replaces the rule for the same arguments, or all rules")
  func overriding() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let client = served.client
    let path = "/__admin/services/Bank/transfer/override"
    let answer = await client.ask(
      "PUT", path,
      #"{"response":{"result":"success","value":5},"arguments":{"currency":"EUR","to":{"a":1}}}"#)
    #expect(
      answer.json?.member("lua") == #"when({ currency = "EUR", to = is.eq { a = 1 } }, reply(5))"#)
    let same = #"{"currency":"EUR","to":{"a":1}}"#
    #expect(await client.ask("POST", "/services/Bank/transfer", same).body == "5")
    #expect(await client.ask("POST", "/services/Bank/transfer", same).body == "5")
    let more = #"{"currency":"EUR","to":{"a":1,"b":2}}"#
    #expect(await client.ask("POST", "/services/Bank/transfer", more).body == #"{"ok":true}"#)
    _ = await client.ask(
      "PUT", path, #"{"response":{"result":"error","error":{"code":"c","message":"m"}}}"#)
    #expect(await client.ask("POST", "/services/Bank/transfer", more).status == 422)
    #expect(await client.ask("DELETE", path).status == 204)
    #expect(await client.ask("POST", "/services/Bank/transfer", same).body == #"{"ok":true}"#)
    #expect(
      await client.ask("PUT", path, #"{"response":{"result":"succes"}}"#).body.contains(
        "did you mean `success`?"))
  }

  private func eventually(_ isSo: @Sendable () async -> Bool) async throws {
    for _ in 0..<4800 {
      if await isSo() { return }
      try await Task.sleep(for: .milliseconds(25))
    }
    Issue.record("it never came to be so")
  }
}

extension AnyCodableValue {
  func member(_ key: String) -> AnyCodableValue? {
    if case .dictionary(let members) = self { members[key] } else { nil }
  }

  fileprivate var text: String {
    if case .string(let text) = self { return text }
    return (try? JSONWriter(style: .compact).string(from: self)) ?? ""
  }
}
