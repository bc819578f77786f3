import Foundation
import MockData
import MockRecording
import MockServices
import Testing

@testable import MockLuaCLI

/// The comparison of an imported script with its source, before the script is written.
struct ImportCheckTests {
  private static func script(_ source: String) -> ImportedScript {
    var script = ImportedScript()
    script.source = source
    return script
  }

  /// Runs a check on a separate thread.
  ///
  /// The check blocks until its requests have responses, and responding takes threads from the pool.
  private static func check(
    _ body: @escaping @Sendable () throws -> ImportCheck.Result
  ) async throws -> ImportCheck.Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }

  private static func result(
    _ source: String, _ exchanges: [(method: String, path: String, response: ExchangeResponse)]
  ) throws -> ImportCheck.Result {
    let requests = try exchanges.map { exchange in
      let url = try #require(RequestURL("http://h.test\(exchange.path)"))
      return SourceRequest(
        Exchange(
          request: ExchangeRequest(method: exchange.method, url: url), response: exchange.response),
        .kept, anyPart: nil)
    }
    return try ImportCheck.result(
      of: script(source), comparedWith: .requests(requests), name: "a.lua")
  }

  /// A script's response, the source's response, and the difference.
  struct Differing: Sendable {
    var script: String
    var status = 200
    var header: (name: String, value: String)?
    var body: AnyCodableValue?
    var failure: String?
    var message: String

    var response: ExchangeResponse {
      ExchangeResponse(
        status: status, headers: header.map { [HTTPField($0.name, $0.value)] } ?? [],
        body: body.map { .json($0) } ?? .none, failure: failure)
    }
  }

  private static let differing = [
    Differing(
      script: "status(404)",
      message: "`GET http://h.test/a` should have the status 200, but the script returns 404"),
    Differing(
      script: "reply(1)", body: 2,
      message: "`GET http://h.test/a` should have a different body, but the script returns 200 1"),
    Differing(
      script: "reply { a = null }", body: [:],
      message:
        #"`GET http://h.test/a` should have a different body, but the script returns 200 {"a":null}"#
    ),
    Differing(
      script: "reply(1) :headers { Vary = \"a\" }", header: ("vary", "b"), body: 1,
      message:
        #"`GET http://h.test/a` should have the header `vary` with "b", but the script returns "a""#
    ),
    Differing(
      script: "reply(1)", header: ("X", "b"), body: 1,
      message:
        #"`GET http://h.test/a` should have the header `x` with "b", but the script returns none"#),
    Differing(
      script: "fail \"timedOut\"",
      message:
        "`GET http://h.test/a` should have the status 200, but the script returns the error `timedOut`"
    ),
    Differing(
      script: "reply(1)", failure: "timedOut",
      message: "`GET http://h.test/a` should fail with `timedOut`, but the script returns 200 1"),
  ]

  @Test("A response that isn't in the source is a difference", arguments: differing)
  func differs(_ differing: Differing) async throws {
    let result = try await Self.check {
      try Self.result(
        "http \"http://h.test\" { [\"GET /a\"] = \(differing.script) }",
        [("GET", "/a", differing.response)])
    }
    #expect(result.differences.map(\.text) == [differing.message])
  }

  @Test("The source's responses in order aren't differences")
  func equal() async throws {
    let result = try await Self.check {
      try Self.result(
        "http \"http://h.test\" { [\"GET /a\"] = { reply(1), reply(2.0) :after(60000) } }",
        [
          ("GET", "/a", ExchangeResponse(status: 200, body: .json(1))),
          ("GET", "/a", ExchangeResponse(status: 200, body: .json(2))),
          ("GET", "/a", ExchangeResponse(status: 200, body: .json(2))),
        ])
    }
    #expect(result.differences.isEmpty)
  }

  @Test("A request without a route is a difference")
  func unrouted() async throws {
    let result = try await Self.check {
      try Self.result(
        "http \"http://h.test\" { [\"GET /b\"] = reply(1) }",
        [("GET", "/a", ExchangeResponse(status: 200))])
    }
    #expect(result.differences.count == 1)
    #expect(result.differences.first?.text.contains("no route matches") == true)
  }

  @Test("A script that doesn't load is a difference")
  func broken() async throws {
    let result = try await Self.check {
      try Self.result("http \"http://h.test\" { [\"get /b\"] = reply(1) }", [])
    }
    #expect(result.differences.count == 1)
    #expect(result.differences.first?.place?.line == 1)
  }

  @Test("A response to a request that fails a condition is a difference")
  func missed() async throws {
    for (script, count) in [("reply(1)", 1), ("reply(2)", 0)] {
      let result = try await Self.check {
        let url = try #require(RequestURL("http://h.test/a"))
        let request = ExchangeRequest(method: "GET", url: url).sent()
        let response = ExchangeResponse(status: 200, body: .json(1))
        return try ImportCheck.result(
          of: Self.script("http \"http://h.test\" { [\"GET /a\"] = \(script) }"),
          comparedWith: .requests([SourceRequest(request, .other(response), source: nil)]),
          name: "a.lua")
      }
      #expect(result.differences.count == count)
    }
  }

  @Test("A path with the check's placeholder text isn't a difference")
  func anyPart() throws {
    let document = """
      {"info": {"name": "c"}, "item": [
        {"name": "a", "request": {"method": "GET", "url": "http://h.test/:id"},
         "response": [{"code": 200, "body": "1"}]},
        {"name": "b", "request": {"method": "GET", "url": "http://h.test/anypart"},
         "response": [{"code": 200, "body": "2"}]}
      ]}
      """
    let process = try MockLuaProcess(
      ["import", "c.json", "--output", "c.lua"], in: TemporaryFolder(["c.json": document]))
    #expect(process.messages == "c.json: note: 2 examples, 2 responses\n")
    #expect(process.exitCode == 0)
  }

  @Test("A script with differences is only written on request")
  func keepGoing() throws {
    // A route can't send the length.
    let document = """
      {"log": {"entries": [
        {"request": {"method": "HEAD", "url": "http://h.test/a"},
         "response": {"status": 200, "headers": [{"name": "Content-Length", "value": "x"}]}}
      ]}}
      """
    let folder = try TemporaryFolder(["c.har": document])
    let refused = try MockLuaProcess(["import", "c.har", "--output", "c.lua"], in: folder)
    #expect(refused.exitCode == 1)
    #expect(
      refused.messages == """
        c.har:2: error: log.entries[0]: `HEAD http://h.test/a` should have the header `content-length` with "x", \
        but the script returns none
        mocklua: c.har: the script differs from this source in 1 place, so it wasn't written; pass --keep-going to write it anyway

        """)
    #expect(try folder.names == ["c.har"])
    let kept = try MockLuaProcess(
      ["import", "c.har", "--keep-going", "--output", "c.lua"], in: folder)
    #expect(kept.exitCode == 0)
    #expect(kept.messages.hasPrefix("c.har:2: warning: log.entries[0]: "))
    #expect(try folder.names == ["c.har", "c.lua"])
  }
}
