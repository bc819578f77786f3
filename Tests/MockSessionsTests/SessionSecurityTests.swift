import MockLua
import MockScenarios
import MockServices
import MockSessions
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Access to a session, and the cost of rejected connections.
@Suite struct SessionSecurityTests {
  private func session() throws -> LiveSession {
    try LiveSession(
      try ScenarioRuntime(
        source: SessionCallTests.script, name: "bank.lua", clock: .virtual()),
      failureHandler: MockFailureHandler { _ in })
  }

  private func token(of session: LiveSession) -> String {
    let address = session.environment["MOCK_SERVICE_SESSION"] ?? ""
    return String(address.split(separator: "/").last ?? "")
  }

  @Test("A token has 128 bits, and each session has a different one")
  func tokens() throws {
    let tokens = try (0..<3).map { _ in token(of: try session()) }
    #expect(Set(tokens).count == 3)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    #expect(SessionToken(tokens[0]) == SessionToken(tokens[0]))
    #expect(SessionToken(tokens[0]) != SessionToken(tokens[1]))
    #expect(SessionToken("12") == nil)
  }

  @Test("A token only equals itself, whichever digits another one shares")
  func equality() throws {
    func replacing(_ text: String, _ index: String.Index, by digit: Character) -> String {
      text[..<index] + String(digit) + text[text.index(after: index)...]
    }
    let texts = ["00", "0f", "ff"].map { String(repeating: $0, count: 16) }
    for text in texts {
      let token = try #require(SessionToken(text))
      #expect(SessionToken(text) == token)
      for index in text.indices {
        // The other token shares all digits but one, and then only one.
        let other = replacing(text, index, by: text[index] == "f" ? "0" : "f")
        #expect(SessionToken(other) != token)
        for mask in texts where mask != text {
          let mixed = replacing(mask, index, by: text[index])
          #expect(mixed == text || SessionToken(mixed) != token)
        }
      }
    }
  }

  @Test("A connection has one attempt with a wrong token, which is reported once")
  func wrongToken() throws {
    let session = try session()
    for _ in 0..<3 {
      let dialler = RawDialler(port: session.port)
      dialler.send(#"{"kind":"token","token":"00000000000000000000000000000000"}"#)
      dialler.send(#"{"kind":"token","token":"\#(token(of: session))"}"#)
      let answer = try dialler.next()
      #expect(answer?.kind == .refused)
      #expect(answer?.message == "the token does not belong to this session")
      #expect(try dialler.next() == nil)
    }
    #expect(
      session.issues == [
        "the session refused a connection with a wrong token; the client on 127.0.0.1:\(session.port)"
          + " is not an app that this test launched"
      ])
  }

  @Test(
    "An invalid token is rejected with a reason",
    arguments: [
      (frame("GET / HTTP/1.1"), "a frame is not a JSON object"),
      (
        [0xFF, 0xFF, 0xFF, 0xFF, 0],
        "a frame of 4294967295 bytes was announced, but the limit is 256"
      ),
      (Array("GET / HTTP/1.1\r\n\r\n".utf8), "found an HTTP request instead of a frame"),
      (frame(#"{"kind":"hello","versions":[1]}"#), "`hello`: `client` is missing"),
      (frame(#"{"kind":"seen","count":0}"#), "expected a frame `token`, found `seen`"),
    ])
  func garbage(bytes: [UInt8], problem: String) throws {
    let session = try session()
    let dialler = RawDialler(port: session.port)
    dialler.send(bytes)
    #expect(try dialler.next()?.message?.contains(problem) == true)
    #expect(try dialler.next() == nil)
    #expect(session.issues.count == 1)
  }

  @Test("Silent connections don't block apps, and are dropped")
  func silence() async throws {
    let session = try session()
    let silent = (0..<200).map { _ in RawDialler(port: session.port) }
    #expect(silent.allSatisfy { $0.isConnected })
    let app = try await LaunchedApp(session)
    #expect(try await app.ask(1, "async Bank.rate") == "7")
    // The first connections were closed to make room, and the last ones because of the time limit.
    #expect(try silent[0].next() == nil)
    #expect(try silent[199].next() == nil)
    let issues: [Substring] = session.issues.map { issue in issue.split(separator: ";")[0] }
    #expect(
      issues == [
        "the session refused more than 128 simultaneous connections without a token",
        "the session refused connections that sent no token within 5 seconds",
      ])
  }

  @Test("Incompatible versions are listed")
  func versions() throws {
    let session = try session()
    let dialler = RawDialler(port: session.port)
    dialler.send(#"{"kind":"token","token":"\#(token(of: session))"}"#)
    dialler.send(
      #"{"kind":"hello","versions":[7,8],"client":"c","app":"Old","process":1,"received":0,"services":[]}"#
    )
    #expect(
      try dialler.next()?.message
        == "it speaks version 7, 8 of the protocol, but the test speaks 1;"
        + " build both from the same package")
  }

  @Test("An app that violates the protocol gets the reason and is disconnected, and others stay")
  func brokenProtocol() async throws {
    let session = try session()
    let app = try await LaunchedApp(session)
    let dialler = RawDialler(port: session.port)
    dialler.send(#"{"kind":"token","token":"\#(token(of: session))"}"#)
    dialler.send(
      #"{"kind":"hello","versions":[1],"client":"c","app":"Odd","process":1,"received":0,"services":[]}"#
    )
    #expect(try dialler.next()?.kind == .welcome)
    dialler.send(#"{"kind":"call","id":1,"service":"Bank","method":"rate","wish":"value"}"#)
    #expect(try dialler.next()?.reply?.value == 7)
    dialler.send(#"{"kind":"call","id":2,"service":"Bank","methot":"rate","wish":"value"}"#)
    let answer = try dialler.next()
    #expect(answer?.kind == .refused)
    #expect(answer?.message == "`call`: unknown field `methot`; did you mean `method`?")
    #expect(try dialler.next() == nil)
    #expect(try await app.ask(1, "async Bank.rate") == "7")
  }

  @Test("An app's data is kept up to a limit, and control characters are escaped")
  func limits() async throws {
    let session = try session()
    let dialler = RawDialler(port: session.port)
    dialler.send(#"{"kind":"token","token":"\#(token(of: session))"}"#)
    dialler.send(
      #"{"kind":"hello","versions":[1],"client":"c","app":"Odd\u001b[2J","process":1,"received":0,"services":[]}"#
    )
    #expect(try dialler.next()?.kind == .welcome)
    #expect(session.apps.map { "\($0)" } == [#"Odd\u{1B}[2J (process 1)"#])
    // A list takes more memory than its text.
    let list = "[\(String(repeating: "0,", count: 60_000))0]"
    for id in 1...30 {
      dialler.sendAll(
        #"{"kind":"call","id":\#(id),"service":"Bank","method":"rate","wish":"value","arguments":{"t":\#(list)}}"#
      )
      while let frame = try dialler.next(), frame.kind != .answer {}
    }
    let log = session.scenario.log
    #expect(log.count(of: "Bank.rate") == 30)
    #expect(log.droppedCount > 0)
    dialler.sendAll(
      #"{"kind":"issue","message":"a\u001b[2Jb\nc \#(String(repeating: "x", count: 20_000))"}"#)
    dialler.send(#"{"kind":"count","id":41,"service":"Bank","method":"rate"}"#)
    while let frame = try dialler.next(), frame.reply?.id != 41 {}
    let issue = try #require(session.issues.first)
    #expect(issue.contains(#"Odd\u{1B}[2J (process 1): a\u{1B}[2Jb"# + "\nc xxx"))
    #expect(issue.hasSuffix(" more bytes)") && issue.utf8.count < 20_000)
  }

  @Test(
    "Unreadable services are rejected with a reason",
    arguments: [
      (#"{}"#, "`hello`: `services` is not a list of objects"),
      (#"["Bank"]"#, "`hello`: `services` is not a list of objects with a `name`"),
      (
        #"[{"name":"Bank","contract":{"name":"Bank","methods":[{}]}}]"#,
        "`hello`: `services[0].contract` of `Bank` is not a contract: "
      ),
      (
        #"[{"name":"A"},{"name":"Bank","contract":7}]"#,
        "`hello`: `services[1].contract` of `Bank` is not a contract: "
      ),
    ])
  func unusableServices(services: String, problem: String) throws {
    let session = try session()
    let dialler = RawDialler(port: session.port)
    dialler.send(#"{"kind":"token","token":"\#(token(of: session))"}"#)
    dialler.send(
      #"{"kind":"hello","versions":[1],"client":"c","app":"Odd","process":1,"received":0,"services":\#(services)}"#
    )
    let answer = try dialler.next()
    #expect(answer?.kind == .refused)
    #expect(answer?.message?.hasPrefix(problem) == true)
    #expect(session.apps.isEmpty)
  }

  #if os(Linux)
    @Test("A session only listens on the loopback address")
    func loopback() throws {
      let session = try session()
      #expect(connects(to: 0x7F00_0001, session.port))
      // Every address that starts with 127 leads to this machine, and a socket that listens on all addresses would
      // accept it.
      #expect(!connects(to: 0x7F00_0002, session.port))
      let open = try listenerOnAllAddresses()
      defer { close(open.descriptor) }
      #expect(connects(to: 0x7F00_0002, open.port))
    }

    private func connects(to host: UInt32, _ port: Int) -> Bool {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      return withAddress(host, port) { connect(descriptor, $0, $1) } == 0
    }

    /// Creates a socket as a session's must not be, for comparison.
    private func listenerOnAllAddresses() throws -> (descriptor: Int32, port: Int) {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      try #require(withAddress(0, 0) { bind(descriptor, $0, $1) } == 0)
      try #require(listen(descriptor, 1) == 0)
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let found = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(descriptor, $0, &size)
        }
      }
      try #require(found == 0)
      return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    private func withAddress(
      _ host: UInt32, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = host.bigEndian
      address.sin_port = UInt16(port).bigEndian
      return withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
  #endif
}
