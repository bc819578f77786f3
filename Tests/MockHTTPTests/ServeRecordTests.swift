import Foundation
import MockHTTPServer
import MockLua
import MockRecording
import MockScenarios
import MockServices
import TestSupport
import Testing

/// `mocklua serve --record`: writes the network's responses to the app's requests as a script.
@Suite(.enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"))
struct ServeRecordTests {
  private func answer(
    of app: LaunchedProcess, _ method: String, _ url: String, _ body: String? = nil
  ) async throws -> GotReply {
    let request = SentRequest(
      method, url, headers: ["content-type": "application/json"], body: body.map { Data($0.utf8) })
    try app.writeLine(String(decoding: try JSONEncoder().encode(request), as: UTF8.self))
    let line = try await app.line(within: .seconds(1200)) { $0.hasPrefix("{") }
    return try JSONDecoder().decode(GotReply.self, from: Data(line.utf8))
  }

  @Test("The network responds if the script doesn't, and the responses are written at the end")
  func recorded() async throws {
    let live = try ScenarioRuntime(
      source: """
        http "//*" {
          ["GET /users/{id}"] = function(request) return { id = request.path.id, name = "live" } end,
          ["POST /users"] = status(201, { id = "9" }),
        }
        """, name: "live.lua", failureHandler: MockFailureHandler { _ in })
    let port = try live.httpServer()
    defer { port.close() }
    let host = "http://127.0.0.1:\(port.port)"
    let folder = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "app.lua").path
    let recorded = folder.appending(path: "recorded.lua").path
    try "http \"\(host)\" { [\"GET /users/1\"] = reply { id = \"1\", name = \"scripted\" } }\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    let server = LaunchedProcess(
      product: "mocklua", arguments: ["serve", script, "--record", recorded, "--no-inspector"])
    try server.launch()
    let line = try await server.nextLine()
    let app = LaunchedProcess(product: "HTTPApp")
    let name = "MOCK_SERVICE_SESSION="
    try #require(line.hasPrefix(name))
    app.launchEnvironment["MOCK_SERVICE_SESSION"] = String(line.dropFirst(name.count))
    try app.launch()
    try await app.line(within: .seconds(1200)) { $0 == "ready" }
    #expect(try await answer(of: app, "GET", "\(host)/users/1").text.contains("scripted"))
    #expect(try await answer(of: app, "GET", "\(host)/users/2").text.contains("live"))
    #expect(try await answer(of: app, "POST", "\(host)/users", "{}").status == 201)
    #expect(!FileManager.default.fileExists(atPath: recorded))
    try app.closeInput()
    _ = try await app.exit()
    _ = await server.terminate()
    let text = try String(contentsOfFile: recorded, encoding: .utf8)
    #expect(
      text == """
        -- The responses of the live services.
        -- recorded \(RecordedDate.today)

        http "\(host)" {
          ["GET /users/2"] = reply { id = "2", name = "live" },
          ["POST /users"] = status(201, { id = "9" }),
        }

        """)
    #expect(live.log.count == 2)
  }

  @Test("Requests that the script passes through at a port are sent to the network and recorded")
  func port() async throws {
    let live = try ScenarioRuntime(
      source: """
        http "//*" {
          ["GET /users/{id}"] = function(request)
            return reply { id = request.path.id, agent = request.headers["x-agent"] } :headers { ["X-Served"] = "live" }
          end,
          ["POST /empty"] = function(request) return { length = request.headers["content-length"] } end,
          ["POST /raw"] = function(request) return { got = request.body, type = request.headers["content-type"] } end,
        }
        """, name: "live.lua", failureHandler: MockFailureHandler { _ in })
    let server = try live.httpServer()
    defer { server.close() }
    let folder = FileManager.default.temporaryDirectory.appending(path: "port-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "app.lua").path
    let recorded = folder.appending(path: "recorded.lua").path
    let host = "http://127.0.0.1:\(server.port)"
    try """
    http "\(host)" {
      ["GET /users/{id}"] = { when({ path = { id = "1" } }, reply { id = "scripted" }), passthrough() },
    }
    """.write(toFile: script, atomically: true, encoding: .utf8)
    let (command, port) = try await Self.serve(script, recording: recorded)
    func ask(_ request: SentRequest) async throws -> GotReply {
      try await Curl.send(request, through: port)
    }
    #expect(try await ask(SentRequest("GET", "\(host)/users/1")).text.contains("scripted"))
    let passed = try await ask(SentRequest("GET", "\(host)/users/2", headers: ["X-Agent": "port"]))
    #expect(passed.text == #"{"agent":"port","id":"2"}"#)
    #expect(passed.headers["x-served"] == "live")
    let empty = try await ask(SentRequest("POST", "\(host)/empty"))
    #expect(empty.text == #"{"length":"0"}"#)
    // Bytes that aren't text, and a route that only the network has.
    let raw = try await ask(
      SentRequest(
        "POST", "\(host)/raw", headers: ["Content-Type": "application/octet-stream"],
        body: Data([0, 255, 10, 13, 34, 92])))
    #expect(raw.text.contains("application/octet-stream"))
    #expect(raw.text.contains(Data([0, 255, 10, 13, 34, 92]).base64EncodedString()))
    server.close()
    #expect(try await ask(SentRequest("GET", "\(host)/users/3")).status == nil)
    _ = await command.terminate()
    let text = try String(contentsOfFile: recorded, encoding: .utf8)
    #expect(text.contains(#"["GET /users/{id}"]"#) && text.contains("POST /raw"))
    #expect(!text.contains("scripted"))
  }

  /// Starts the command with a script, and returns the port of its routes.
  private static func serve(
    _ script: String, recording recorded: String, _ options: [String] = []
  ) async throws -> (LaunchedProcess, port: Int) {
    let command = LaunchedProcess(
      product: "mocklua",
      arguments: ["serve", script, "--record", recorded, "--no-inspector", "--http", "0"] + options)
    try command.launch()
    let note = try await command.line(of: .errors) { $0.contains("routes are served at") }
    let last: Substring = try #require(note.split(separator: ":").last)
    let port: Int? = Int(last.dropLast())
    return (command, try #require(port))
  }

  @Test("With --no-learn, state isn't learned, and the rules have all arguments")
  func unlearned() async throws {
    let live = try ScenarioRuntime(
      source: """
        local tasks = collection "tasks"
        http "//*" {
          ["GET /tasks"] = function() return tasks:all() end,
          ["POST /tasks"] = function(request)
            return status(201, tasks:insert { id = 1, text = request.body.text })
          end,
        }
        """, name: "live.lua", failureHandler: MockFailureHandler { _ in })
    let server = try live.httpServer()
    defer { server.close() }
    let folder = FileManager.default.temporaryDirectory.appending(path: "unlearned-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "app.lua").path
    let recorded = folder.appending(path: "recorded.lua").path
    let host = "http://127.0.0.1:\(server.port)"
    try "http \"\(host)\" :passthrough() {}\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    let (command, port) = try await Self.serve(script, recording: recorded, ["--no-learn"])
    for request in [
      SentRequest("GET", "\(host)/tasks"),
      SentRequest(
        "POST", "\(host)/tasks", headers: ["Content-Type": "application/json"],
        body: Data(#"{"text":"A"}"#.utf8)), SentRequest("GET", "\(host)/tasks"),
    ] {
      _ = try await Curl.send(request, through: port)
    }
    _ = await command.terminate()
    let text = try String(contentsOfFile: recorded, encoding: .utf8)
    #expect(!text.contains("collection"), "\(text)")
    #expect(
      text.contains(
        #"["POST /tasks"] = when({ body = { text = "A" } }, status(201, { id = 1, text = "A" })),"#),
      "\(text)")
  }

  @Test(
    "Hosts that differ by port are recorded separately, even if the command is interrupted twice"
  )
  func ports() async throws {
    let lives = try ["one", "two"].map { name in
      try ScenarioRuntime(
        source: "http { [\"GET /a\"] = reply \"\(name)\" }", name: "\(name).lua",
        failureHandler: MockFailureHandler { _ in }
      ).httpServer()
    }
    defer { for live in lives { live.close() } }
    let folder = FileManager.default.temporaryDirectory.appending(path: "ports-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "app.lua").path
    let recorded = folder.appending(path: "recorded.lua").path
    let hosts = lives.map { "http://127.0.0.1:\($0.port)" }
    try hosts.map { "http \"\($0)\" :passthrough() { [\"GET /b\"] = reply(1) }\n" }.joined()
      .write(toFile: script, atomically: true, encoding: .utf8)
    let (command, port) = try await Self.serve(script, recording: recorded)
    for (host, name) in zip(hosts, ["one", "two"]) {
      let reply = try await Curl.send(SentRequest("GET", "\(host)/a"), through: port)
      #expect(reply.text == "\"\(name)\"")
    }
    // Both a terminal and the process that started the command can interrupt it.
    try command.send(signal: SIGINT)
    try command.send(signal: SIGTERM)
    #expect(try await command.exit() == .code(0))
    let text = try String(contentsOfFile: recorded, encoding: .utf8)
    for (host, name) in zip(hosts, ["one", "two"]) {
      #expect(
        text.contains("http \"\(host)\" {\n  [\"GET /a\"] = reply \"\(name)\",\n}"), "\(text)")
    }
  }

  @Test(
    "An unwritable file is reported before anything is recorded",
    arguments: [("none/out.lua", "no such file or folder"), (".", "is a folder")])
  func unwritable(path: String, problem: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "unwritable-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "app.lua").path
    try "service \"S\" { m = reply(1) }\n"
      .write(toFile: script, atomically: true, encoding: .utf8)
    let command = LaunchedProcess(
      product: "mocklua",
      arguments: ["serve", script, "--record", "\(folder.path)/\(path)", "--no-inspector"])
    try command.launch()
    let message = try await command.line(of: .errors) { $0.hasPrefix("mocklua: ") }
    #expect(message.contains(problem), "\(message)")
    #expect(try await command.exit() == .code(1))
  }
}
