import MockCalls
import MockData
import MockHTTPServer
import MockLua
import MockPlatform
import MockRecording
import MockRoutes
import MockServices
import Testing

/// WebSockets whose messages are passed to a live service, which is a second scenario.
@Suite(
  .enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"), .timeLimit(.minutes(30)))
struct PassedSocketTests {
  private let failures = Locked<[String]>([])

  private func runtime(_ script: String) throws -> ScenarioRuntime {
    try ScenarioRuntime(
      source: script, name: "s.lua",
      failureHandler: MockFailureHandler { [failures] failure in
        failures.withLock { $0.append(failure.message) }
      })
  }

  /// Opens a server that passes requests to the network.
  private func server(_ runtime: ScenarioRuntime) throws -> RouteServer {
    try RouteServer(
      { runtime },
      live: { _ in throw MockServiceError(code: "cannotConnectToHost", message: "no requests") })
  }

  private static let service = """
    http "https://api.example.com" {
      ["WS /chat/{room}"] = socket {
        connect = reply() :headers { ["Sec-WebSocket-Protocol"] = "chat.v2" },
        open = stream { { hello = "you" }, "hi" },
        when({ body = { type = "say" } }, function(message) return { said = message.body.text } end),
        when({ body = "two" }, stream { { n = 1 }, { n = 2 } }),
        when({ base64 = "AQI=" }, reply(bytes { base64 = "AwQ=" })),
        when({ body = "bye" }, reply "bye" :close(4001, "see you")),
        when({ body = "lost" }, fail "networkConnectionLost"),
        when({ body = "quiet" }, reply()),
        close = reply(),
      },
    }
    """

  private func script(_ port: Int, _ socket: String) -> String {
    """
    http "http://127.0.0.1:\(port)" { ["WS /chat/{room}"] = \(socket) }
    """
  }

  private func calls(_ runtime: ScenarioRuntime, _ event: String) -> [MockCallRecord] {
    runtime.log.calls().filter { $0.method == "WS /chat/{room} \(event)" }
  }

  /// Returns the recording of a scenario whose sockets are closing.
  private func recorded(_ runtime: ScenarioRuntime) async throws -> ImportedScript {
    while runtime.log.calls().contains(where: { $0.outcome == .running }) {
      try await Task.sleep(for: .milliseconds(1))
    }
    var recording = Recording(runtime.log.calls())
    let script = await recording.script(name: "chat")
    #expect(recording.notes == [])
    return script
  }

  @Test("The messages of both sides arrive unchanged, and are the calls and their values")
  func passing() async throws {
    let service = try runtime(Self.service)
    let back = try service.httpServer()
    let runtime = try runtime(script(back.port, "passthrough()"))
    let front = try server(runtime)
    let client = await SocketClient(front.port, "/chat/red")
    #expect(client.status == 101)
    #expect(client.head.contains("Sec-WebSocket-Protocol: chat.v2\r\n"))
    #expect(await client.read() == #"{"hello":"you"}"#)
    #expect(await client.read() == "hi")
    client.send(#"{"type": "say",  "text": "é"}"#)
    #expect(await client.read() == #"{"said":"é"}"#)
    client.send("two")
    #expect(await client.read() == #"{"n":1}"#)
    #expect(await client.read() == #"{"n":2}"#)
    client.send(SocketClient.frame(0x82, [1, 2]))
    #expect(await client.read() == "bytes [3, 4]")
    client.send("bye")
    #expect(await client.read() == "bye")
    #expect(await client.read() == "close 4001 see you")
    while calls(runtime, "message").last?.outcome == .running || calls(runtime, "message").count < 4
    {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(
      calls(runtime, "open").map(\.outcome) == [
        .returned([["body": ["hello": "you"]], ["body": "hi"]])
      ])
    #expect(
      calls(runtime, "message").map(\.outcome) == [
        .returned([["body": ["said": "é"]]]), .returned([["body": ["n": 1]], ["body": ["n": 2]]]),
        .returned([["body": "AwQ=", "encoding": "base64"]]),
        .returned([["body": "bye"], ["close": ["code": 4001, "reason": "see you"]]]),
      ])
    #expect(failures.withLock { $0 } == [])
  }

  @Test("The script responds to some messages, and the service gets only the others")
  func mixed() async throws {
    let service = try runtime(Self.service)
    let back = try service.httpServer()
    let rules =
      #"socket { open = reply "own", when({ body = "ping" }, reply "pong"), passthrough() }"#
    let runtime = try runtime(script(back.port, rules))
    let front = try server(runtime)
    do {
      let client = await SocketClient(front.port, "/chat/red")
      var opened: Set<String> = []
      for _ in 0..<3 { opened.insert(await client.read()) }
      #expect(opened == ["own", #"{"hello":"you"}"#, "hi"])
      client.send("ping")
      #expect(await client.read() == "pong")
      client.send("two")
      #expect(await client.read() == #"{"n":1}"#)
      #expect(await client.read() == #"{"n":2}"#)
      client.send(SocketClient.frame(0x88, [0x0F, 0xA5] + Array("done".utf8)))
      #expect(await client.read() == "close 4005 done")
    }
    while calls(service, "close").isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(calls(service, "message").map { $0.arguments.member(at: ["body"]) } == ["two"])
    #expect(calls(service, "close").map { $0.arguments.member(at: ["code"]) } == [4005])
  }

  @Test("If the service's connection is lost, so is the client's") func lost() async throws {
    let back = try runtime(Self.service).httpServer()
    let front = try server(try runtime(script(back.port, "passthrough()")))
    let client = await SocketClient(front.port, "/chat/red")
    for _ in 0..<2 { _ = await client.read() }
    client.send("lost")
    #expect(await client.read() == "lost")
  }

  @Test("The handshake fails if the service refuses it, or if no one listens") func refused()
    async throws
  {
    let back = try runtime(#"http { ["WS /chat/{room}"] = socket { connect = status(401) } }"#)
      .httpServer()
    let front = try server(try runtime(script(back.port, "passthrough()")))
    #expect(await SocketClient(front.port, "/chat/red").status == 401)
    #expect(failures.withLock { $0 } == [])
    back.close()
    #expect(await SocketClient(front.port, "/chat/red").status == 502)
    let name = "`WS /chat/{room}` can't be passed through: 127.0.0.1:\(back.port): "
    #expect(failures.withLock { $0.last }?.hasPrefix(name) == true)
  }

  @Test("A recording has the service's protocol, refusals, and long numbers, even without a route")
  func decisions() async throws {
    let back = try runtime(
      """
      http {
        ["WS /chat"] = socket {
          connect = reply() :headers { ["Sec-WebSocket-Protocol"] = "chat.v2" },
          reply '{"n":12345678901234567890123}',
        },
        ["WS /private"] = socket { connect = status(403) :headers { ["X-Reason"] = "closed" } },
      }
      """
    ).httpServer()
    let runtime = try MockPassing.$current.withValue(.missing) {
      Result {
        try self.runtime("http \"http://127.0.0.1:\(back.port)\" { [\"GET /\"] = reply() }")
      }
    }.get()
    let front = try server(runtime)
    let client = await SocketClient(front.port, "/chat")
    #expect(client.head.contains("Sec-WebSocket-Protocol: chat.v2\r\n"))
    client.send("a")
    #expect(await client.read() == #"{"n":12345678901234567890123}"#)
    #expect(await SocketClient(front.port, "/private").status == 403)
    client.send(SocketClient.frame(0x88, [0x0F, 0xA5]))
    let script = try await recorded(runtime)
    #expect(
      ScriptWriter.text(of: script) == """
        http "http://127.0.0.1:\(back.port)" {
          ["WS /chat"] = socket {
            connect = reply() :headers { ["Sec-WebSocket-Protocol"] = "chat.v2" },
            reply "{\\"n\\":12345678901234567890123}",
          },
          ["WS /private connect"] = status(403) :headers { ["X-Reason"] = "closed" },
        }

        """)
  }

  @Test("The service gets the client's last messages before the end") func lastMessages()
    async throws
  {
    let service = try runtime(Self.service)
    let back = try service.httpServer()
    let front = try server(try runtime(script(back.port, "passthrough()")))
    let message = SocketClient.frame(0x81, Array("quiet".utf8))
    for turn in 1...5 {
      do {
        let client = await SocketClient(front.port, "/chat/red")
        for _ in 0..<2 { _ = await client.read() }
        client.send(
          Array((0..<200).map { _ in message }.joined()) + SocketClient.frame(0x88, [0x0F, 0xA5]))
      }
      while calls(service, "close").count < turn { try await Task.sleep(for: .milliseconds(1)) }
      #expect(calls(service, "message").count == 200 * turn)
    }
  }

  @Test("If the script refuses the client, the service's socket is closed") func refusedClient()
    async throws
  {
    let service = try runtime(Self.service)
    let back = try service.httpServer()
    let rules = "socket { connect = status(401), passthrough() }"
    let front = try server(try runtime(script(back.port, rules)))
    #expect(await SocketClient(front.port, "/chat/red").status == 401)
    while calls(service, "close").isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(calls(service, "close").map { $0.arguments.member(at: ["code"]) } == [1001])
  }

  @Test("Without a host that the script names, there is no live service") func anyHost()
    async throws
  {
    let runtime = try runtime(#"http { ["WS /chat/{room}"] = passthrough() }"#)
    let front = try server(runtime)
    let client = await SocketClient(front.port, "/chat/red")
    let text = "s.lua:1: `//*.WS /chat/{room} open`, response 1, passes its calls through"
    #expect(await client.read().hasPrefix("close 1011 \(text)"))
    guard case .threw(let error)? = calls(runtime, "open").first?.outcome else {
      Issue.record("the call has no error")
      return
    }
    #expect(
      error.message
        == "\(text), but there is no live service; use `mocklua serve` with a host that the script names, or a"
        + " `.mocked` session")
  }

  @Test("A server with an unknown certificate isn't trusted") func certificate() async throws {
    let back = try runtime(Self.service).httpServer(tls: .selfSigned)
    let script = #"http "https://127.0.0.1:\#(back.port)" { ["WS /chat/{room}"] = passthrough() }"#
    let front = try server(try runtime(script))
    #expect(await SocketClient(front.port, "/chat/red").status == 502)
    let failure = failures.withLock { $0.first } ?? ""
    #expect(failure.contains("The certificate is NOT trusted."), "\(failure)")
  }

  @Test("A passed socket is recorded as a script that sends the same messages")
  func recording() async throws {
    let back = try runtime(Self.service).httpServer()
    let runtime = try runtime(script(back.port, "passthrough()"))
    let front = try server(runtime)
    for (text, answers) in [("a", 1), ("b", 1)] {
      let client = await SocketClient(front.port, "/chat/red")
      for _ in 0..<2 { _ = await client.read() }
      client.send(#"{"type":"say","text":"\#(text)"}"#)
      for _ in 0..<answers { _ = await client.read() }
      client.send("two")
      for _ in 0..<2 { _ = await client.read() }
      client.send(SocketClient.frame(0x82, [1, 2]))
      _ = await client.read()
      client.send("bye")
      #expect(await client.read() == "bye")
      #expect(await client.read() == "close 4001 see you")
    }
    let script = try await recorded(runtime)
    #expect(
      ScriptWriter.text(of: script) == """
        http "http://127.0.0.1:\(back.port)" {
          ["WS /chat/{room}"] = socket {
            open = stream { { hello = "you" }, "hi" },
            when({ body = { text = "a" } }, reply { said = "a" }),
            when({ body = "two" }, stream { { n = 1 }, { n = 2 } }),
            when({ body = "bye" }, reply "bye" :close(4001, "see you")),
            when({ body = { text = "b" } }, reply { said = "b" }),
            reply(bytes "fixtures/chat-chat-room-message.bin"),
          },
        }

        """)
  }

  @Test("A client that sends many messages gets all the responses in order") func order()
    async throws
  {
    let back = try runtime(
      #"http { ["WS /chat/{room}"] = socket { function(message) return message.body end } }"#
    ).httpServer()
    let runtime = try runtime(script(back.port, "passthrough()"))
    let front = try server(runtime)
    let client = await SocketClient(front.port, "/chat/red")
    for number in 0..<500 { client.send("message \(number)") }
    for number in 0..<500 { #expect(await client.read() == "message \(number)") }
  }
}
