import Foundation
import MockHTTP
import MockHTTPServer
import MockLua
import MockScenarios
import MockServices
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The same requests, made in every way that a scenario can respond to.
@Suite struct RequestWaysTests {
  private static let folder = #filePath.split(separator: "/").dropLast().reduce("") {
    "\($0)/\($1)"
  }

  private static func runtime(isComputed: Bool = true) throws -> ScenarioRuntime {
    let source =
      isComputed
      ? RequestCase.script.replacing("--[[computed]]", with: RequestCase.computedScript)
        .replacing("--[[computed operations]]", with: RequestCase.computedOperations)
      : RequestCase.script
    return try ScenarioRuntime(
      source: source, name: "cases.lua",
      directory: "\(folder)/Fixtures")
  }

  private func check(_ one: RequestCase, _ got: GotReply, _ way: String) {
    if let error = one.error {
      #expect(got.error == "\(error)", "\(one.name), \(way)")
      return
    }
    #expect(got.error == nil, "\(one.name), \(way)")
    #expect(got.status == one.status, "\(one.name), \(way)")
    if let text = one.text { #expect(got.text == text, "\(one.name), \(way)") }
    for (name, value) in one.headers {
      #expect(got.headers[name] == value, "\(one.name), \(way): \(name)")
    }
  }

  @Test("There are at least sixty cases") func count() {
    #expect(RequestCase.all.count >= 60)
    #expect(Set(RequestCase.all.map(\.name)).count == RequestCase.all.count)
  }

  @Test("In one process, through URLSession") func inProcess() async throws {
    let runtime = try Self.runtime()
    let session = URLSession(configuration: .mocked(by: runtime))
    for one in RequestCase.all { check(one, await one.request.send(by: session), "in process") }
  }

  @Test("From a configuration, in an app without Lua") func configuration() async throws {
    let scenario = try Self.runtime(isComputed: false).scenario
    let app = LaunchedProcess(product: "HTTPApp")
    MockScenario.build().with(scenario.configuration).apply(to: app, log: { _ in })
    try await ask(app, RequestCase.all.filter { !$0.isComputed }, "from a configuration")
  }

  @Test("Across a live session") func session() async throws {
    let runtime = try Self.runtime()
    let live = try LiveSession(runtime)
    let app = LaunchedProcess(product: "HTTPApp")
    try MockScenario.build().with(live).apply(to: app, log: { _ in })
    try await ask(app, RequestCase.all, "across a session")
  }

  private func ask(
    _ app: LaunchedProcess, _ cases: [RequestCase], _ way: String
  ) async throws {
    try app.launch()
    try await app.line(within: .seconds(1200)) { $0 == "ready" }
    for one in cases {
      let line = String(decoding: try JSONEncoder().encode(one.request), as: UTF8.self)
      try app.writeLine(line)
      let answer = try await app.line(within: .seconds(1200)) { $0.hasPrefix("{") }
      check(one, try JSONDecoder().decode(GotReply.self, from: Data(answer.utf8)), way)
    }
    try app.closeInput()
    _ = try await app.exit()
  }

  @Test("Through a port, with curl") func port() async throws {
    let runtime = try Self.runtime()
    let server = try runtime.httpServer()
    for one in RequestCase.all {
      let got = try await Curl.send(one.request, through: server.port)
      // A client doesn't see error names: the connection closes, or redirects don't end.
      guard one.error == nil else {
        #expect(got.error != nil, "\(one.name), over a port")
        continue
      }
      check(one, got, "over a port")
    }
  }
}

/// An independent HTTP client.
enum Curl {
  /// Sends a request to a port, whatever its host.
  ///
  /// If `asProxy` is true, sends it as to a proxy.
  static func send(
    _ request: SentRequest, through port: Int, asProxy: Bool = false
  ) async throws -> GotReply {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (head, body, sent) = (
      folder.appending(path: "head"), folder.appending(path: "body"), folder.appending(path: "sent")
    )
    var arguments = [
      "curl", "--silent", "--location", "--max-redirs", "20", "--max-time", "300",
      asProxy ? "--proxy" : "--connect-to", asProxy ? "127.0.0.1:\(port)" : "::127.0.0.1:\(port)",
      "--dump-header", head.path, "--output", body.path,
    ]
    if request.method == "HEAD" {
      arguments.append("--head")
    } else if request.method != "GET", request.body == nil || request.method != "POST" {
      arguments += ["--request", request.method]
    }
    for (name, value) in request.headers { arguments += ["--header", "\(name): \(value)"] }
    if let data = request.body {
      try data.write(to: sent)
      arguments += ["--data-binary", "@\(sent.path)"]
      if request.headers["Content-Type"] == nil { arguments += ["--header", "Content-Type:"] }
    }
    let code = try await ChildProcess(arguments + [request.url]).end().code
    guard code == 0 else { return GotReply(error: "curl ended with \(code)") }
    let heads = String(decoding: try Data(contentsOf: head), as: UTF8.self)
    // The last response, after redirects.
    let lines =
      heads.components(separatedBy: "\r\n\r\n").filter { !$0.isEmpty }.last?
      .components(separatedBy: "\r\n") ?? []
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), String(line[line.index(after: colon)...].dropFirst()))
    }
    return GotReply(
      status: lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) },
      headers: Dictionary(fields) { first, _ in first },
      body: request.method == "HEAD" ? Data() : (try? Data(contentsOf: body)) ?? Data())
  }
}
