import MockCalls
import MockHTTPServer
import MockLua
import MockPlatform
import MockServices
import Testing

/// WebSockets of the port, whose events are calls.
@Suite(
  .enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"), .timeLimit(.minutes(30)))
struct SocketTests {
  private let failures = Locked<[String]>([])

  private func runtime(
    _ script: String, clock: MockClock = .real()
  ) throws -> ScenarioRuntime {
    try ScenarioRuntime(
      source: script, name: "s.lua", clock: clock,
      failureHandler: MockFailureHandler { [failures] failure in
        failures.withLock { $0.append(failure.message) }
      })
  }

  private static let chat = """
    shared { said = 0 }
    http "https://api.example.com" {
      ["WS /chat/{room}"] = socket {
        open = function(request) return { hello = request.path.room } end,
        when({ body = { type = "next" } }, { reply { n = 1 }, reply { n = 2 } }),
        when({ body = { say = is.type "string" } }, function(message)
          state.said = state.said + 1
          return message.body.say
        end),
        when({ base64 = "AQI=" }, reply(bytes { base64 = "AwQ=" })),
        when({ body = "two" }, stream { 1, { b = 2 } }),
        when({ body = "bye" }, reply("later") :close(4001, "see you")),
        when({ body = "lost" }, fail "networkConnectionLost"),
        when({ body = "door" }, reply "open" :gate "door"),
        when({ body = "slow" }, reply "slow" :after(60000)),
        close = reply(),
      },
    }
    """

  @Test("Messages are calls, whose responses are messages") func messages() async throws {
    let runtime = try runtime(Self.chat)
    let server = try runtime.httpServer()
    let client = await SocketClient(server.port, "/chat/red")
    #expect(client.status == 101)
    #expect(client.head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
    #expect(await client.read() == #"{"hello":"red"}"#)
    client.send(#"{"type":"next"}"#)
    #expect(await client.read() == #"{"n":1}"#)
    client.send(#"{"say":"hi"}"#)
    #expect(await client.read() == "hi")
    client.send(SocketClient.frame(0x82, [1, 2]))
    #expect(await client.read() == "bytes [3, 4]")
    client.send("two")
    #expect(await client.read() == "1")
    #expect(await client.read() == #"{"b":2}"#)
    client.send(SocketClient.frame(0x89, Array("p".utf8)))
    #expect(await client.read() == "pong p")
    client.send("bye")
    #expect(await client.read() == "later")
    #expect(await client.read() == "close 4001 see you")
    let calls = runtime.log.calls()
    #expect(
      calls.map(\.method) == ["WS /chat/{room} open"]
        + Array(repeating: "WS /chat/{room} message", count: 5))
    #expect(calls[1].arguments.member(at: ["url"]) == "https://api.example.com/chat/red")
    #expect(calls[1].arguments.member(at: ["socket"]) == 1)
    #expect(runtime.sharedState["said"] == 1)
    #expect(failures.withLock { $0 } == [])
  }

  @Test("Messages before the end are sent, also in response to `open`") func lastMessage()
    async throws
  {
    let server = try runtime(
      """
      http "https://api.example.com" {
        ["WS /short"] = socket { open = reply "hello" :close(4001, "bye") },
        ["WS /none"] = socket { open = close(4002, "no") },
        ["WS /long"] = socket { open = reply(string.rep("a", 60000)) :close(1000) },
      }
      """
    ).httpServer()
    let none = await SocketClient(server.port, "/none")
    #expect(await none.read() == "close 4002 no")
    let short = await SocketClient(server.port, "/short")
    #expect(await short.read() == "hello")
    #expect(await short.read() == "close 4001 bye")
    let long = await SocketClient(server.port, "/long")
    #expect(await long.read().utf8.count == 60_000)
    #expect(await long.read().hasPrefix("close 1000"))
  }

  @Test("Each socket has its own sequences") func sequences() async throws {
    let server = try runtime(Self.chat).httpServer()
    var clients: [SocketClient] = []
    for number in 0..<20 { clients.append(await SocketClient(server.port, "/chat/\(number)")) }
    for (number, client) in clients.enumerated() {
      #expect(await client.read() == #"{"hello":"\#(number)"}"#)
    }
    for answer in [1, 2, 2] {
      for client in clients { client.send(#"{"type":"next"}"#) }
      for client in clients { #expect(await client.read() == #"{"n":\#(answer)}"#) }
    }
  }

  @Test("A delay and a gate hold back a message, and others arrive") func waiting() async throws {
    let runtime = try runtime(Self.chat, clock: .virtual(manual: true))
    let server = try runtime.httpServer()
    let client = await SocketClient(server.port, "/chat/a")
    _ = await client.read()
    client.send("slow")
    client.send("door")
    client.send("two")
    #expect(await client.read() == "1")
    #expect(await client.read() == #"{"b":2}"#)
    try await runtime.gates.waitForCalls(at: "door")
    try runtime.gates.open("door")
    #expect(await client.read() == "open")
    await runtime.clock.advance(by: .seconds(60))
    #expect(await client.read() == "slow")
  }

  @Test("A client that closes the socket, or is lost, ends its calls") func closing() async throws {
    let runtime = try runtime(Self.chat)
    let server = try runtime.httpServer()
    var client: SocketClient? = await SocketClient(server.port, "/chat/a")
    _ = await client?.read()
    client?.send("door")
    try await runtime.gates.waitForCalls(at: "door")
    client?.send(SocketClient.frame(0x88, [0x0F, 0xA0] + Array("done".utf8)))
    #expect(await client?.read() == "close 4000 done")
    #expect(await client?.read() == "lost")
    client = await SocketClient(server.port, "/chat/a")
    _ = await client?.read()
    client = nil
    while runtime.log.calls().count(where: { $0.method == "WS /chat/{room} close" }) < 2 {
      try await Task.sleep(for: .milliseconds(1))
    }
    let ends = runtime.log.calls().filter { $0.method == "WS /chat/{room} close" }
    #expect(ends.map { $0.arguments.member(at: ["code"]) } == [4000, 1006])
    #expect(ends.map { $0.arguments.member(at: ["reason"]) } == ["done", ""])
    let door = runtime.log.calls().first { $0.arguments.member(at: ["body"]) == "door" }
    #expect(door?.outcome == .cancelled)
  }

  @Test(
    "Errors end the socket",
    arguments: [("lost", "lost"), ("unknown", "close 1011 s.lua:5: no `when` of")])
  func errors(message: String, end: String) async throws {
    let server = try runtime(Self.chat).httpServer()
    let client = await SocketClient(server.port, "/chat/a")
    _ = await client.read()
    client.send(message)
    #expect(await client.read().hasPrefix(end))
  }

  @Test("`connect` refuses, delays, and chooses a protocol, in a sequence of all sockets")
  func connect() async throws {
    let script = """
      http "https://api.example.com" {
        ["WS /live"] = socket {
          connect = {
            status(503, { error = "later" }), fail "networkConnectionLost",
            reply() :headers { ["Sec-WebSocket-Protocol"] = "v2" },
          },
          open = reply "hello",
        },
      }
      """
    let runtime = try runtime(script)
    let server = try runtime.httpServer()
    #expect(await SocketClient(server.port, "/live").status == 503)
    #expect(await SocketClient(server.port, "/live").head == "")
    let client = await SocketClient(server.port, "/live")
    #expect(client.head.contains("Sec-WebSocket-Protocol: v2\r\n"))
    #expect(await client.read() == "hello")
    client.send("x")
    #expect(await client.read().hasPrefix("close 1011 "))
  }

  @Test(
    "Invalid frames end in a close with the code of RFC 6455, and an issue",
    arguments: [
      ([0x81, 0x01, 0x61], "close 1002 ", "an invalid frame"),
      ([0xC1, 0x81, 0, 0, 0, 0, 0x61], "close 1002 ", "an invalid frame"),
      (SocketClient.frame(0x81, [0xFF]), "close 1007 ", "a text that isn't UTF-8"),
      (
        [0x82, 0xFF, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x61], "close 1009 ",
        "a message of more than 16 MiB"
      ),
    ] as [([UInt8], String, String)])
  func hostile(frame: [UInt8], end: String, problem: String) async throws {
    let server = try runtime(Self.chat).httpServer()
    let client = await SocketClient(server.port, "/chat/a")
    _ = await client.read()
    client.send(frame)
    #expect(await client.read().hasPrefix(end))
    #expect(await client.read() == "lost")
    while failures.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
    #expect(failures.withLock { $0[0] }.hasSuffix("because the client sent \(problem)"))
  }

  @Test(
    "A handshake that is invalid, or of another origin, is refused",
    arguments: [
      ("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8", 426),
      ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: short", 400),
      ("Connection: Upgrade", "Connection: Upgrade\r\nOrigin: https://evil.example", 403),
      ("Upgrade: websocket", "Upgrade: h2c", 501),
    ])
  func refused(line: String, other: String, status: Int) async throws {
    let server = try runtime(Self.chat).httpServer()
    let headers = SocketClient.usual.map { $0 == line ? other : $0 }
    #expect(await SocketClient(server.port, "/chat/a", headers: headers).status == status)
  }

  @Test("A server that closes, closes its sockets") func serverEnd() async throws {
    let server = try runtime(Self.chat).httpServer()
    let client = await SocketClient(server.port, "/chat/a")
    _ = await client.read()
    server.close()
    #expect(await client.read() == "close 1001 the server is closed")
  }
}
