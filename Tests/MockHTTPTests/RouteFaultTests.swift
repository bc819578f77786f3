import Foundation
import MockHTTP
import MockHTTPServer
import MockLua
import MockServices
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Connection faults and slow bodies, within the process and from a server.
@Suite struct RouteFaultTests {
  private static let script = """
    http "https://api.example.com" {
      ["GET /reset"] = fault "reset",
      ["GET /empty"] = fault "empty",
      ["GET /malformed"] = fault "malformed",
      ["GET /truncated"] = fault("truncated", { name = "Ada" }) :status(201) :headers { A = "b" },
      ["GET /half"] = fault "truncated",
      ["GET /computed"] = function() return fault "reset" end,
      ["GET /text"] = reply "häß" :headers { ["Content-Type"] = "text/plain" } :dribble(10, 900),
      ["GET /slow"] = function() return reply { 1, 2, 3 } :dribble(2, 1000) end,
      ["GET /none"] = reply() :dribble(2, 1000),
      ["GET /fine"] = reply "fine",
    }
    """

  private func fetch(
    _ session: URLSession, _ url: String
  ) async throws -> (text: String, status: Int?) {
    let (data, response) = try await session.data(from: try #require(URL(string: url)))
    return (String(decoding: data, as: UTF8.self), (response as? HTTPURLResponse)?.statusCode)
  }

  @Test(
    "A fault is the URLError that a client gets",
    arguments: [
      ("reset", URLError.Code.networkConnectionLost), ("empty", .networkConnectionLost),
      ("malformed", .cannotParseResponse), ("truncated", .networkConnectionLost),
      ("half", .networkConnectionLost), ("computed", .networkConnectionLost),
    ])
  func inProcess(path: String, code: URLError.Code) async throws {
    let runtime = try ScenarioRuntime(source: Self.script, name: "s.lua")
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    let error = await #expect(throws: URLError.self) {
      try await fetch(session, "https://api.example.com/\(path)")
    }
    #expect(error?.code == code)
    #expect(try await fetch(session, "https://api.example.com/fine").text == #""fine""#)
  }

  @Test("A slow body arrives whole, after its time")
  func dribble() async throws {
    let runtime = try ScenarioRuntime(
      source: Self.script, name: "s.lua", clock: .virtual())
    let session = URLSession(configuration: .mocked(by: runtime))
    defer { session.finishTasksAndInvalidate() }
    let start = runtime.clock.elapsed
    #expect(try await fetch(session, "https://api.example.com/text").text == "häß")
    // Three characters are three pieces at most.
    #expect(runtime.clock.elapsed - start == .milliseconds(900))
    #expect(try await fetch(session, "https://api.example.com/slow").text == "[1,2,3]")
    #expect(runtime.clock.elapsed - start == .milliseconds(1900))
    #expect(try await fetch(session, "https://api.example.com/none") == ("", 200))
  }

  @Test("Routes in Swift have faults")
  func inSwift() async throws {
    for fault in MockHTTPFault.allCases {
      let runtime = try ScenarioRuntime(source: "", name: "s.lua")
      MockHTTP.routes(in: runtime) { get("/a").returns(.fault(fault), .text("fine")) }
      let session = URLSession(configuration: .mocked(by: runtime))
      defer { session.finishTasksAndInvalidate() }
      await #expect(throws: URLError.self) { try await fetch(session, "https://a.example/a") }
      #expect(try await fetch(session, "https://a.example/a").text == "fine")
    }
  }

  @Test(
    "At a port, a client gets the bytes that the fault permits",
    .enabled(if: RouteServer.isAvailable, "libmicrohttpd isn't available"),
    arguments: [
      ("reset", true, ""), ("empty", false, ""), ("malformed", false, "HTTP/1.1 200 OK\r\n"),
      ("truncated", false, "HTTP/1.1 201 Created\r\n"), ("half", false, "HTTP/1.1 200 OK\r\n"),
    ])
  func atPort(path: String, isReset: Bool, start: String) async throws {
    let server = try ScenarioRuntime(source: Self.script, name: "s.lua").httpServer()
    let (text, end) = try RawConnection.exchange(
      "GET /\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n", port: server.port)
    #expect(text.hasPrefix(start) && text.isEmpty == start.isEmpty, "\(text)")
    #expect(end == (isReset ? ECONNRESET : 0))
    if path == "truncated" {
      #expect(text.contains("Content-Length: 14\r\n"), "\(text)")
      #expect(text.hasSuffix("\r\n\r\n{\"name\""), "\(text)")
    }
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    await #expect(throws: URLError.self) {
      try await fetch(session, "http://127.0.0.1:\(server.port)/\(path)")
    }
    #expect(try await fetch(session, "http://127.0.0.1:\(server.port)/fine").text == #""fine""#)
  }

  @Test("A configuration has faults and slow bodies, and reads as it was written")
  func configuration() throws {
    let text = """
      {"services":{"//a":{"methods":{"GET /a":{"responses":[
        {"result":"success","value":{"fault":"reset"}},
        {"result":"success","value":{"body":[1,2]},"dribble":{"pieces":2,"ms":5}}
      ]}}}}}
      """
    let configuration = try MockServiceConfiguration(json: text)
    let again = try MockServiceConfiguration(json: try configuration.json())
    #expect(again == configuration)
    let responses = try #require(configuration.services["//a"]?.methods["GET /a"]?.responses)
    #expect(responses[1].dribble == MockDribble(pieces: 2, ms: 5))
    #expect(responses[1].dribbled?.values.count == 2)
    #expect(responses[1].dribbled?.intervalMs == 5)
  }

  @Test(
    "An invalid fault or slow body is reported",
    arguments: [
      (
        "//a", #"{"result":"success","value":{"fault":"lost"}}"#,
        "unknown `fault` \"lost\"; write one of reset, empty, malformed, truncated"
      ),
      (
        "//a", #"{"result":"success","value":{"fault":"reset","status":404}}"#,
        "the fault `reset` can't have a status, headers, or body; remove them, or use the fault `truncated`"
      ),
      (
        "//a",
        #"{"result":"success","value":{"fault":"truncated"},"dribble":{"pieces":2,"ms":5}}"#,
        "the fault `truncated` can't be sent in pieces; remove `dribble`"
      ),
      (
        "S", #"{"result":"success","value":1,"dribble":{"pieces":2,"ms":5}}"#,
        "`dribble` is for routes, and `S` isn't a host; remove it"
      ),
      (
        "//a", #"{"result":"success","value":{"body":1},"dribble":{"pieces":1,"ms":5}}"#,
        "expected a whole number, 2 or more, found 1"
      ),
    ])
  func problems(service: String, response: String, message: String) {
    let method = service == "S" ? "m" : "GET /a"
    let error = #expect(throws: (any Error).self) {
      try MockServiceConfiguration(
        json:
          #"{"services":{"\#(service)":{"methods":{"\#(method)":{"responses":[\#(response)]}}}}}"#)
    }
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
  }
}

/// A connection without an HTTP library, which would hide what was sent.
private enum RawConnection {
  /// Sends a text, and returns everything that arrives, with the error at the end, or 0.
  static func exchange(_ text: String, port: Int) throws -> (text: String, error: Int32) {
    // `SOCK_STREAM` has another type on each system, but the same value.
    let stream: Int32 = 1
    let socket = socket(AF_INET, stream, 0)
    try #require(socket >= 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) == 0 }
    }
    try #require(isConnected)
    let bytes = Array(text.utf8)
    try #require(send(socket, bytes, bytes.count, 0) == bytes.count)
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else {
        return (String(decoding: received, as: UTF8.self), count == 0 ? 0 : errno)
      }
      received += buffer[..<count]
    }
  }
}
