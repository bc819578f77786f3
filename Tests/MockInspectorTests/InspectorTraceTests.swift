import MockInspector
import MockLua
import MockServices
import Testing

/// Traces and secrets in the inspector.
@Suite(.enabled(if: Inspector.isAvailable, "libmicrohttpd isn't available"))
struct InspectorTraceTests {
  private static let source = """
    shared { token = "state-secret" }
    service "Login" {
      signIn = {
        when({ password = "right-secret" }, reply { accessToken = "given-secret" }),
        when({ user = "Bo" }, reply(1)),
      },
    }
    """

  @Test("A trace is shown and can't be changed")
  func trace() async throws {
    let runtime = try ScenarioRuntime(source: Self.source, name: "login.lua", clock: .virtual())
    let login = runtime.sequencer(for: "Login", declared: false)
    _ = try await login.answer(for: "signIn", arguments: ["password": "right-secret"])
    _ = try? await login.answer(for: "signIn", arguments: ["password": "wrong-secret"])
    let trace = MockTrace(
      of: runtime, test: "LoginTests/signIn()",
      issues: [
        MockTrace.Issue(text: "it failed", place: ScriptLocation(file: "LoginTests.swift", line: 7))
      ])
    let served = try await ServedScript(String(decoding: trace.utf8, as: UTF8.self))
    defer { served.remove() }
    let client = served.client
    let listed = await client.ask("GET", "/__admin/requests")
    #expect(listed.status == 200)
    #expect(listed.body.contains("\"total\":2"))
    let call = await client.ask("GET", "/__admin/requests/2")
    #expect(call.body.contains("\"candidates\":[{"))
    #expect(await client.ask("GET", "/__admin/script").body.contains("it failed"))
    #expect(await client.ask("GET", "/__admin/state").body == "{\"token\":\"<redacted 3>\"}")
    for (method, path) in [
      ("POST", "/services/Login/signIn"), ("PUT", "/__admin/state"), ("POST", "/__admin/reset"),
      ("POST", "/__admin/call"), ("DELETE", "/__admin/services/Login/signIn/override"),
    ] {
      let answer = await client.ask(method, path)
      #expect(answer.status == 403, "\(answer.body)")
      #expect(answer.body.contains("read-only"))
    }
    #expect(!(listed.body + call.body).contains("-secret"))
  }

  @Test(
    "An explored test's trace shows its schedule in words and as a command to run again",
    arguments: [
      (
        "2",
        "with the response of Login.signIn #2 (login.lua:4) before the response of #1 (login.lua:4)",
        "trace of LoginTests/signIn(), explored with the response of Login.signIn #2 (login.lua:4) before"
          + " the response of #1 (login.lua:4) (replay: \"2\")"
      ), (nil, nil, "trace of LoginTests/signIn()"),
    ])
  func plan(plan: String?, words: String?, shown: String) async throws {
    let runtime = try ScenarioRuntime(source: Self.source, name: "login.lua", clock: .virtual())
    var trace = MockTrace(of: runtime, test: "LoginTests/signIn()", issues: [])
    (trace.header.plan, trace.header.planInWords) = (plan, words)
    let served = try await ServedScript(String(decoding: trace.utf8, as: UTF8.self))
    defer { served.remove() }
    for await (name, data) in served.client.events() where name == "apps" {
      // The text next to the script's name on the page.
      #expect(data == [.string(shown)])
      return
    }
    Issue.record("nothing was told of the trace")
  }

  @Test("The script is shown without the literals that a trace replaces, with its lines unchanged")
  func script() async throws {
    let addition: String =
      "\nlocal note = [[\n{ \"apiKey\":\n \"long-secret\" }]]\n-- right-secret\n"
    let source: String = Self.source + addition
    let served = try await ServedScript(source)
    defer { served.remove() }
    let shown = await served.client.ask("GET", "/__admin/script")
    guard case .string(let text)? = shown.json?.member("text") else {
      Issue.record("no text: \(shown.body)")
      return
    }
    #expect(!text.contains("-secret"), "\(text)")
    #expect(text.contains("service \"Login\""))
    let (lines, sourceLines): (Int, Int) = (text.count { $0 == "\n" }, source.count { $0 == "\n" })
    #expect(lines == sourceLines)
    #expect(text.contains("\n-- <redacted "))
    try served.write("servise 'Bank' { pin = \"right-secret\" }")
    try await served.note("has errors; the previous script stays in use")
    #expect(!(await served.client.ask("GET", "/__admin/script").body.contains("-secret")))
    let open = try await ServedScript(source, "--show-secrets")
    defer { open.remove() }
    #expect(await open.client.ask("GET", "/__admin/script").body.contains("right-secret"))
  }

  @Test("The page shows placeholders, and sends back the original values for them")
  func secrets() async throws {
    let served = try await ServedScript(Self.source)
    defer { served.remove() }
    let client = served.client
    let direct = await client.ask(
      "POST", "/services/Login/signIn", #"{"password":"right-secret"}"#)
    // A program that calls a service gets the original response.
    #expect(direct.body.contains("given-secret"))
    let call = await client.ask("GET", "/__admin/requests/1")
    #expect(call.body.contains(#""arguments":{"password":"<redacted 1>"}"#), "\(call.body)")
    let state = await client.ask("GET", "/__admin/state")
    let services = await client.ask("GET", "/__admin/services")
    for answer in [call, state, services] {
      #expect(!answer.body.contains("-secret"), "\(answer.body)")
    }
    let again = await client.ask(
      "POST", "/__admin/call",
      #"{"call":"Login.signIn","args":{"password":"<redacted 1>"}}"#)
    #expect(again.body.contains(#""result":"success""#), "\(again.body)")
    #expect(!again.body.contains("-secret"))
    let override = await client.ask(
      "PUT", "/__admin/services/Login/signIn/override",
      #"{"response":{"result":"success","value":{"accessToken":"<redacted 2>"}},"arguments":{"password":"<redacted 1>"}}"#
    )
    #expect(override.status == 200)
    #expect(!override.body.contains("-secret"))
    let overridden = await client.ask(
      "POST", "/services/Login/signIn", #"{"password":"right-secret"}"#)
    #expect(overridden.body.contains("-secret"))
    #expect(!overridden.body.contains("redacted"))
  }

  @Test("Secrets are shown on request")
  func showSecrets() async throws {
    let served = try await ServedScript(Self.source, "--show-secrets")
    defer { served.remove() }
    _ = await served.client.ask(
      "POST", "/services/Login/signIn", #"{"password":"right-secret"}"#)
    let call = await served.client.ask("GET", "/__admin/requests/1")
    #expect(call.body.contains("right-secret") && call.body.contains("given-secret"))
  }
}
