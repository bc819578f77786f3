import Foundation
import MockHTTP
import MockHTTPServer
import MockLua
import MockPlatform
import MockScenarios
import MockServices
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A port with TLS, and clients that trust its certificate.
@Suite(
  .enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"), .timeLimit(.minutes(30)))
struct SecureServerTests {
  private static let script = """
    http "https://api.example.com" {
      ["GET /users/{id}"] = function(request) return { id = request.path.id, url = request.url } end,
      ["POST /sizes"] = function(request) return { size = #request.body } end,
      ["GET /slow"] = reply "slow" :after(600000),
      ["GET /feed"] = stream { { n = 1 }, { n = 2 } } :every(10),
      ["GET /reset"] = fault "reset",
      ["GET /empty"] = fault "empty",
      ["GET /malformed"] = fault "malformed",
      ["GET /truncated"] = fault("truncated", { name = "Ada" }),
      ["WS /chat/{room}"] = socket { open = reply "hello", close = reply() },
      ["WS /short"] = socket { open = close(4001, "bye") },
    }
    """

  private func runtime() throws -> ScenarioRuntime {
    try ScenarioRuntime(
      source: Self.script, name: "s.lua", failureHandler: MockFailureHandler { _ in })
  }

  private func launchCurl(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(["curl", "--silent", "--max-time", "240"] + arguments)
  }

  /// Runs curl, and returns its exit code and its output.
  private func curl(_ arguments: [String]) async throws -> (code: Int32, output: String) {
    await (try launchCurl(arguments)).end()
  }

  /// Calls a function with the path of a file that contains a certificate.
  private func withFile<Result>(
    _ certificate: String?, _ body: (String) async throws -> Result
  ) async throws -> Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
    try #require(certificate).write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try await body(file.path)
  }

  @Test("A session that trusts the certificate gets the responses of the routes")
  func session() async throws {
    let server = try runtime().httpServer(tls: .selfSigned)
    let base = server.baseURL(of: "api.example.com").absoluteString
    #expect(base == "https://127.0.0.1:\(server.port)/__host/api.example.com/")
    #expect(
      server.socketURL(of: "api.example.com").absoluteString
        == "wss://127.0.0.1:\(server.port)/__host/api.example.com/")
    let session = try URLSession.trusting(
      try #require(server.certificate), configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let got = await SentRequest("GET", "\(base)users/7").send(by: session)
    #expect(got.text == #"{"id":"7","url":"https://api.example.com/users/7"}"#, "\(got)")
    let named = "https://localhost:\(server.port)/users/8"
    #expect(await SentRequest("GET", named).send(by: session).text.contains(#""id":"8""#))
    let large = SentRequest(
      "POST", "\(base)sizes", headers: ["Content-Type": "text/plain"],
      body: Data(repeating: 97, count: 3_000_000))
    #expect(await large.send(by: session).text == #"{"size":3000000}"#)
    #expect(await SentRequest("GET", "\(base)feed").send(by: session).text.contains(#"{"n":2}"#))
  }

  @Test("All servers of a process have the same certificate, and a server without TLS has none")
  func certificates() throws {
    let runtime = try runtime()
    let servers = [
      try runtime.httpServer(tls: .selfSigned), try runtime.httpServer(tls: .selfSigned),
    ]
    #expect(servers[0].certificate != nil && servers[0].certificate == servers[1].certificate)
    #expect(try runtime.httpServer().certificate == nil)
  }

  @Test(
    "A text that isn't a certificate is refused",
    arguments: ["", "-----BEGIN CERTIFICATE-----\nQQ=="])
  func invalid(text: String) {
    let error = #expect(throws: CertificateError.self) { try URLSession.trusting(text) }
    #expect(
      error?.description
        == "the text isn't a certificate in PEM format; pass the `certificate` of a"
        + " server with `tls: .selfSigned`")
    #expect(throws: CertificateError.self) {
      try URLSession.trusting("-----BEGIN CERTIFICATE-----\nQQ==\n-----END CERTIFICATE-----\n")
    }
  }

  @Test(
    "Faults break connections with TLS, too",
    arguments: [
      ("reset", [35, 56], ""), ("empty", [52, 56], ""), ("truncated", [18, 56], #"{"name""#),
    ])
  func faults(name: String, codes: [Int32], output: String) async throws {
    let server = try runtime().httpServer(tls: .selfSigned)
    try await withFile(server.certificate) { file in
      let got = try await curl(["--cacert", file, "https://localhost:\(server.port)/\(name)"])
      #expect(codes.contains(got.code) && got.output == output, "\(got)")
    }
  }

  @Test("A malformed response is encrypted")
  func malformed() async throws {
    let server = try runtime().httpServer(tls: .selfSigned)
    try await withFile(server.certificate) { file in
      let got = try await curl([
        "--include", "--cacert", file, "https://localhost:\(server.port)/malformed",
      ])
      #expect(got.code != 0 && got.output.hasPrefix("HTTP/1.1 200"), "\(got)")
    }
  }

  /// Waits up to a minute for the calls of a scenario to be as expected, and returns them.
  private func calls(
    of runtime: ScenarioRuntime, when isExpected: ([MockCallRecord]) -> Bool
  ) async throws -> [MockCallRecord] {
    for _ in 0..<3000 where !isExpected(runtime.log.calls()) {
      try await Task.sleep(for: .milliseconds(20))
    }
    return runtime.log.calls()
  }

  @Test("A call is canceled when its client closes a connection with TLS")
  func disconnect() async throws {
    let runtime = try runtime()
    let server = try runtime.httpServer(tls: .selfSigned)
    try await withFile(server.certificate) { file in
      let url = "https://localhost:\(server.port)/slow"
      let client = try launchCurl(["--cacert", file, url])
      #expect(try await calls(of: runtime) { !$0.isEmpty }.count == 1)
      client.kill()
      _ = client.wait()
    }
    let ended = try await calls(of: runtime) { $0.first?.outcome == .cancelled }
    #expect(ended.first?.outcome == .cancelled)
  }

  private static let handshake =
    ["--http1.1", "--include", "--no-buffer"] + SocketClient.usual.flatMap { ["--header", $0] }

  @Test("A WebSocket over TLS sends its messages, and its end")
  func socket() async throws {
    let server = try runtime().httpServer(tls: .selfSigned)
    try await withFile(server.certificate) { file in
      let url = "https://localhost:\(server.port)/short"
      for _ in 0..<10 {
        let got = try await curl(Self.handshake + ["--cacert", file, url])
        #expect(got.output.hasPrefix("HTTP/1.1 101") && got.output.hasSuffix("bye"), "\(got)")
      }
    }
  }

  @Test("A WebSocket over TLS ends with its connection")
  func lostSocket() async throws {
    let runtime = try runtime()
    let server = try runtime.httpServer(tls: .selfSigned)
    try await withFile(server.certificate) { file in
      let url = "https://localhost:\(server.port)/chat/red"
      let client = try launchCurl(Self.handshake + ["--cacert", file, url])
      let received = await withCheckedContinuation { continuation in
        startThread {
          var received = Data()
          while !received.suffix(5).elementsEqual("hello".utf8) {
            let piece = client.output.availableData
            if piece.isEmpty { break }
            received += piece
          }
          continuation.resume(returning: received)
        }
      }
      #expect(received.suffix(5).elementsEqual("hello".utf8))
      client.kill()
      _ = client.wait()
    }
    let ended = try await calls(of: runtime) { $0.count == 2 }
    #expect(ended.map(\.method) == ["open", "close"].map { "WS /chat/{room} \($0)" })
    #expect(ended.last?.arguments.member(at: ["code"]) == 1006)
  }

  @Test("`mocklua serve --tls` writes a certificate that curl requires")
  func command() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "api.lua").path
    let file = folder.appending(path: "cert.pem").path
    try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
    let command = LaunchedProcess(
      product: "mocklua",
      arguments: [
        "serve", script, "--no-inspector", "--http", "0", "--tls", "--certificate", file,
      ])
    try command.launch()
    let note = try await command.line(of: .errors) { $0.contains("routes are served at") }
    let last: Substring = try #require(note.split(separator: " ").last)
    let base = String(last)
    #expect(base.hasPrefix("https://127.0.0.1:"))
    let url = "\(base)__host/api.example.com/users/7"
    let trusting = try await curl(["--cacert", file, url])
    #expect(trusting.output == #"{"id":"7","url":"https://api.example.com/users/7"}"#)
    // Without the certificate, with a name that it doesn't have, and without TLS.
    #expect(try await curl([url]).code == 60)
    let other = "https://api.example.com/users/7"
    let port = try #require(URL(string: base)?.port)
    let renamed = try await curl(["--cacert", file, "--connect-to", "::127.0.0.1:\(port)", other])
    #expect(renamed.code == 60)
    let plain = try await curl([url.replacing("https:", with: "http:")])
    #expect([1, 52, 56].contains(plain.code) && plain.output == "", "\(plain)")
    #expect(try await curl(["--cacert", file, url]).code == 0)
    _ = await command.terminate()
  }

  @Test("The certificate doesn't replace the script")
  func replacing() async throws {
    let script = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).lua")
    try Self.script.write(to: script, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: script) }
    let command = LaunchedProcess(
      product: "mocklua",
      arguments: [
        "serve", script.path, "--no-inspector", "--http", "0", "--tls", "--certificate",
        script.path,
      ])
    try command.launch()
    let line = try await command.line(of: .errors) { $0.contains("is the script itself") }
    #expect(line == "mocklua: \(script.path): is the script itself; name another file")
    #expect(try await command.exit() != .code(0))
    #expect(try String(contentsOf: script, encoding: .utf8) == Self.script)
  }
}
