import CMockPlatform
import MockInspector
import MockScenarios
import MockServices
import Testing

@testable import MockInspector

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Access control, and malformed requests.
@Suite(.enabled(if: Inspector.isAvailable, "libmicrohttpd isn't available"))
struct InspectorAccessTests {
  private static let script = #"shared { n = 1 } service "Bank" { rate = reply(1) }"#

  @Test("A request needs the token, the host, and the origin")
  func access() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let client = served.client
    let cases: [(headers: [String: String], status: Int)] = [
      ([:], 200), (["Host": "localhost:\(client.port)"], 200),
      (["Host": "LOCALHOST:\(client.port)", "Origin": "http://localhost:\(client.port)"], 200),
      (["Authorization": "bearer \(client.token)"], 200),
      (["Authorization": ""], 401), (["Authorization": client.token], 401),
      (["Authorization": "Bearer \(client.token)0"], 401),
      (["Authorization": "Bearer \(String(repeating: "0", count: 32))"], 401),
      (["Host": "evil.example:\(client.port)"], 403), (["Host": "127.0.0.1"], 403),
      (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403),
      (["Origin": "https://127.0.0.1:\(client.port)"], 403),
    ]
    for (headers, status) in cases {
      let answer = await client.ask("GET", "/__admin/state", nil, headers)
      #expect(answer.status == status, "\(headers)")
      #expect(answer.headers["access-control-allow-origin"] == nil)
    }
    // The page has no secrets and comes with a content security policy.
    let page = await client.ask("GET", "/", nil, ["Authorization": ""])
    #expect(page.status == 200)
    #expect(page.body.contains("<title>MockLua inspector</title>"))
    #expect(!page.body.contains(client.token))
    let policy = page.headers["content-security-policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
    #expect(await client.ask("GET", "/", nil, ["Host": "evil.example"]).status == 403)
    #expect(
      await client.ask("OPTIONS", "/services/Bank/rate", nil, ["Authorization": ""]).status == 401)
  }

  @Test("A malformed request gets an error response, and the server continues")
  func malformed() async throws {
    let cases: [(method: String, path: String, body: String?, status: Int)] = [
      ("GET", "/nothing", nil, 404), ("GET", "/__admin/nothing", nil, 404),
      ("DELETE", "/__admin/state", nil, 405), ("GET", "/services/Bank/rate", nil, 405),
      ("GET", "/__admin/%zz", nil, 404), ("GET", "/__admin/requests?limit=0", nil, 400),
      ("GET", "/__admin/requests/x", nil, 404),
      ("GET", "/__admin/requests/99999999999999999999", nil, 404),
      ("POST", "/services/Bank/rate", "[1]", 400), ("POST", "/services/Bank/rate", "{", 400),
      ("POST", "/services/Bank/rate", String(repeating: "[", count: 100_000), 400),
      ("POST", "/services/Ban/rate", "{}", 404), ("POST", "/services/Bank/rat", "{}", 404),
      ("PUT", "/__admin/state", #"{"m":1}"#, 404),
      ("PUT", "/__admin/gates/door", #"{"open":true}"#, 404),
      ("PUT", "/__admin/gates/door", #"{"opem":true}"#, 400),
      ("POST", "/__admin/clock", #"{"run":true}"#, 409), ("POST", "/__admin/clock", "{}", 400),
      ("PUT", "/__admin/clock", #"{"mode":"fast"}"#, 400),
      ("PUT", "/__admin/variants", #"{"name":"x"}"#, 404),
      ("POST", "/__admin/call", #"{"call":"rate"}"#, 400),
      ("POST", "/__admin/lua", #"{"call":"A.b"}"#, 400),
    ]
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    for (method, path, body, status) in cases {
      let answer = await served.client.ask(method, path, body)
      #expect(answer.status == status, "\(method) \(path): \(answer.body)")
      guard case .dictionary(let members)? = answer.json else {
        Issue.record("\(method) \(path): no object: \(answer.body)")
        continue
      }
      #expect(members["code"] != nil && members["message"] != nil)
    }
    #expect(await served.client.ask("POST", "/services/Bank/rate").body == "1")
  }

  @Test("A body that is too long, and a form, are rejected")
  func bodies() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let long = "{\"text\":\"\(String(repeating: "x", count: 5 << 20))\"}"
    #expect(await served.client.ask("POST", "/services/Bank/rate", long).status == 413)
    let form = await served.client.ask(
      "POST", "/services/Bank/rate", "n=1", ["Content-Type": "application/x-www-form-urlencoded"])
    #expect(form.status == 415)
    // The server closes connections that don't speak HTTP.
    #expect(await !served.client.raw("nonsense\r\n\r\n").contains("200"))
    #expect(await served.client.ask("POST", "/services/Bank/rate").body == "1")
  }

  @Test("Connections without a token don't block others")
  func strangers() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let silent = (0..<300).map { _ in mockplatform_connect(UInt16(served.client.port), 10_000) }
    defer { for socket in silent { mockplatform_close(socket) } }
    #expect(silent.allSatisfy { $0 >= 0 })
    #expect(await served.client.ask("POST", "/services/Bank/rate").body == "1")
    // The first connection was closed to make room.
    var byte: UInt8 = 0
    #expect(mockplatform_receive(silent[0], &byte, 1) <= 0)
    // Connections that send a request without a token and stay open don't block others either.
    let request = "GET /__admin/state HTTP/1.1\r\nHost: 127.0.0.1:\(served.client.port)\r\n\r\n"
    for socket in silent {
      _ = mockplatform_send(socket, request, request.utf8.count)
    }
    #expect(await served.client.ask("POST", "/services/Bank/rate").body == "1")
  }

  @Test("A connection that has sent the token stays open, however many others arrive")
  func known() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    var (isOpen, began) = (false, ContinuousClock.now)
    // The server closes connections that are idle for 60 seconds, and other tests can keep the machine busy for longer.
    repeat {
      began = .now
      isOpen = await staysOpen(served)
    } while !isOpen && .now - began > .seconds(50)
    #expect(isOpen)
  }

  /// Returns whether a connection that has sent the token still gets responses after many others have been opened.
  private func staysOpen(_ served: ServedScript) async -> Bool {
    let port = UInt16(served.client.port)
    let socket = mockplatform_connect(port, 10_000)
    defer { mockplatform_close(socket) }
    let request =
      "GET /__admin/state HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
      + "Authorization: Bearer \(served.client.token)\r\n\r\n"
    var buffer = [UInt8](repeating: 0, count: 4096)
    _ = mockplatform_send(socket, request, request.utf8.count)
    #expect(mockplatform_receive(socket, &buffer, buffer.count) > 0)
    let silent = (0..<300).map { _ in mockplatform_connect(port, 10_000) }
    defer { for socket in silent { mockplatform_close(socket) } }
    #expect(await served.client.ask("POST", "/services/Bank/rate").body == "1")
    _ = mockplatform_send(socket, request, request.utf8.count)
    return mockplatform_receive(socket, &buffer, buffer.count) > 0
  }

  @Test(
    "The number of connections never exceeds the limit", .timeLimit(.minutes(30))
  )
  func limit() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let request =
      "GET /__admin/state HTTP/1.1\r\nHost: 127.0.0.1:\(served.client.port)\r\n"
      + "Authorization: Bearer \(served.client.token)\r\n\r\n"
    var buffer = [UInt8](repeating: 0, count: 4096)
    var sockets: [Int32] = []
    let answered = (0..<300).count { _ in
      let socket = mockplatform_connect(UInt16(served.client.port), 10_000)
      sockets.append(socket)
      _ = mockplatform_send(socket, request, request.utf8.count)
      return mockplatform_receive(socket, &buffer, buffer.count) > 0
    }
    #expect((1...256).contains(answered))
    for socket in sockets { mockplatform_close(socket) }
    // The server takes a while to notice that the connections are closed.
    while await served.client.ask("POST", "/services/Bank/rate").body != "1" {}
  }

  #if os(Linux)
    @Test("A server that runs out of descriptors waits for some instead of retrying in a loop")
    func descriptors() async throws {
      let served = try await ServedScript(Self.script, descriptors: 40)
      defer { served.remove() }
      let process = try #require(served.server.identifier)
      let ports = [served.client.port, try await served.sessionPort()]
      for port in ports {
        let sockets = (0..<60).map { _ in mockplatform_connect(UInt16(port), 10_000) }
        defer { for socket in sockets { mockplatform_close(socket) } }
        // CPU time is measured for this process only, so on a busy machine it is lower, never higher.
        let (start, before) = (ContinuousClock.now, try Self.processorTime(of: process))
        try await Task.sleep(for: .seconds(1))
        let spent = try Self.processorTime(of: process) - before
        #expect(spent < (ContinuousClock.now - start) / 2, "port \(port)")
      }
      #expect(await served.client.ask("POST", "/services/Bank/rate").body == "1")
    }

    /// Returns a process's CPU time, which the system counts in hundredths of a second.
    private static func processorTime(of process: Int32) throws -> Duration {
      let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      return .milliseconds(10 * ((Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)))
    }
  #endif

  @Test("Without an inspector no port is opened, and a port in use is an error")
  func ports() async throws {
    let served = try await ServedScript(Self.script)
    defer { served.remove() }
    let second = LaunchedProcess(
      product: "mocklua",
      arguments: ["serve", served.script.path, "--inspector-port", "\(served.client.port)"])
    try second.launch()
    #expect(try await second.exit() == .code(1))
    #expect(
      second.standardError.contains(
        "127.0.0.1:\(served.client.port): the inspector cannot listen: Address already in use;"))
    let third = LaunchedProcess(
      product: "mocklua", arguments: ["serve", served.script.path, "--no-inspector"])
    try third.launch()
    _ = try await third.nextLine()
    try third.send(signal: 2)
    #expect(try await third.exit() == .code(0))
    #expect(!third.standardError.contains("inspector"))
  }

  #if os(Linux)
    @Test(
      "The browser reads the address from a private file that is deleted with the server"
    )
    func browser() async throws {
      let folder = FileManager.default.temporaryDirectory.path + "/mocklua-browser-\(UUID())"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try Data(Self.script.utf8).write(to: URL(filePath: folder + "/bank.lua"))
      // Replaces the program that opens the user's browser.
      let opener = folder + "/xdg-open"
      try Data("#!/bin/sh\nstat -c %a \"$1\" >&2; cat \"$1\" >&2; echo \"opened $1.\" >&2\n".utf8)
        .write(to: URL(filePath: opener))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener)
      let server = LaunchedProcess(
        product: "mocklua", arguments: ["serve", folder + "/bank.lua", "--open"])
      server.launchEnvironment["PATH"] = "\(folder):/usr/bin:/bin"
      server.launchEnvironment["TMPDIR"] = folder
      try server.launch()
      let address = try await server.line(of: .errors) { $0.contains("the inspector is at ") }
      let url = try #require(address.split(separator: " ").last.map(String.init))
      let opened = try await server.line(of: .errors) { $0.hasPrefix("opened ") }
      let file = String(opened.dropFirst("opened ".count).dropLast())
      #expect(file.hasPrefix(folder) && file.hasSuffix(".html"))
      #expect(server.standardError.contains("\n600\n"))
      #expect(server.standardError.contains("content=\"0; url=\(url)\""))
      try server.send(signal: 15)
      #expect(try await server.exit() == .code(0))
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  #endif
}
