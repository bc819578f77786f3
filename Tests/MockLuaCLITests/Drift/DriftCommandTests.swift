import Foundation
import MockData
import MockRecording
import Testing

@testable import MockLuaCLI

/// `mocklua drift`, run as a process, against a Python server whose responses change.
@Suite(.serialized, .enabled(if: PythonServer.isReachable, "python3 or curl isn't available"))
struct DriftCommandTests {
  /// The script of the responses before any change, with the line of each.
  private static let script: (text: String, lines: [String: Int]) = {
    var text = "-- recorded 2026-11-01\nhttp \"https://api.example.com\" {\n"
    var lines: [String: Int] = [:]
    var line = 3
    for route in ServerChange.routes {
      guard case .dictionary(let answer)? = ServerChange.answers[route], let body = answer["body"]
      else { continue }
      let path = route.split(separator: "?")
      let reply = "\(lua(body))"
      let written =
        route == "GET /missing" ? "status(404, \(reply))" : "reply(\(reply))"
      if path.count > 1 {
        text +=
          "  [\"\(path[0])\"] = {\n    when({ query = { page = \"1\" } }, \(written)),\n  },\n"
        lines[route] = line + 1
        line += 3
      } else {
        text += "  [\"\(route)\"] = \(written),\n"
        lines[route] = line
        line += 1
      }
    }
    return (text + "}\n", lines)
  }()

  private static func lua(_ value: AnyCodableValue) -> String {
    switch value {
    case .array(let elements): "{ \(elements.map(lua).joined(separator: ", ")) }"
    case .dictionary(let members):
      "{ "
        + members.sortedByKeyBytes().map { "[\"\($0)\"] = \(lua($1))" }.joined(separator: ", ")
        + " }"
    case .null: "null"
    default: String(decoding: value.compactJSON, as: UTF8.self)
    }
  }

  /// Runs the command for the script and returns its warnings.
  private func issues(
    _ server: PythonServer, _ options: [String] = []
  ) throws -> (found: [[String: AnyCodableValue]], process: MockLuaProcess) {
    try server.folder.write(Self.script.text, to: "api.lua")
    let process = try MockLuaProcess(
      ["drift", "api.lua", "--base", server.address, "--format", "json"] + options,
      in: server.folder)
    guard case .dictionary(let result) = try JSONParser().parse(process.output),
      case .array(let found)? = result["issues"]
    else { return ([], process) }
    return (
      found.compactMap { if case .dictionary(let issue) = $0 { issue } else { nil } }, process
    )
  }

  @Test("Each of sixty changes of a server is reported once, with its line and name")
  func changes() throws {
    let server = try PythonServer(.dictionary(ServerChange.answers))
    let unchanged = try issues(server)
    #expect(unchanged.found.isEmpty, "\(unchanged.process.output)\(unchanged.process.messages)")
    #expect(unchanged.process.exitCode == 0)
    var codes: [String: Int] = [:]
    for seed in 0..<60 as Range<UInt64> {
      let change = ServerChange(seed: seed)
      try server.answer(.dictionary(change.answers))
      let (found, process) = try issues(server)
      let seen = Comment(
        rawValue:
          "seed \(seed): \(change.code ?? "") of \(change.route) \(change.path ?? ""): \(process.output)"
      )
      #expect(found.count == 1, seen)
      #expect(process.exitCode == 1, seen)
      guard let issue = found.first else { continue }
      #expect(issue["code"] == .string(change.code ?? ""), seen)
      #expect(issue["file"] == "api.lua", seen)
      #expect(issue["line"] == Self.script.lines[change.route].map { .int($0) }, seen)
      if let path = change.path, case .string(let problem)? = issue["problem"] {
        #expect(problem.contains("`\(path)`"), seen)
      }
      codes[change.code ?? "", default: 0] += 1
    }
    #expect(codes.count == 5 && codes.values.allSatisfy { $0 >= 5 }, "\(codes)")
  }

  @Test("If only values have changed, nothing is reported", arguments: 0..<20 as Range<UInt64>)
  func values(seed: UInt64) throws {
    let server = try PythonServer(.dictionary(ServerChange(harmless: seed).answers))
    let (found, process) = try issues(server)
    #expect(found.isEmpty, "\(process.output)")
    #expect(process.exitCode == 0)
  }

  @Test(
    "A rule with a complete query and text around a parameter is reported with the request to send")
  func wholeQuery() throws {
    let server = try PythonServer(["GET /v1/a.json?x=1&y=2": ["body": 1]])
    try server.folder.write(
      """
      http "https://api.example.com" {
        ["GET /v{version}/{name}.json"] = when(
          { path = { version = "1", name = "a" }, query = is.eq { x = "1", y = "2" } }, reply(1)),
      }
      """, to: "api.lua")
    let process = try MockLuaProcess(
      ["drift", "api.lua", "--base", server.address], in: server.folder)
    #expect(process.exitCode == 0, "\(process.output)\(process.messages)")
    #expect(Set(server.asked) == ["GET /v1/a.json?x=1&y=2"])
  }

  @Test("Text and annotations show the line, the age, and what wasn't requested")
  func texts() throws {
    let server = try PythonServer(["GET /users/7": ["body": ["id": 7]], "GET /a": ["body": 1]])
    let day = RecordedDate(secondsSince1970: Int(Date().timeIntervalSince1970) - 3 * 86_400)
    try server.folder.write(
      """
      -- What a server answered, recorded \(day).
      http "https://api.example.com" {
        ["GET /users/{id}"] = {
          when({ path = { id = "7" } }, reply { id = "7" }),
          when({ path = { id = is.one_of { "8", "9" } } }, fail "timedOut"),
          status(503),
        },
        ["GET /a"] = reply(2),
        ["GET /b/{name}"] = reply(2),
        ["POST /users"] = status(201, { id = 8 }),
      }
      service "Search" { find = reply {} }
      """, to: "api.lua")
    let text = try MockLuaProcess(
      ["drift", "api.lua", "--base", server.address], in: server.folder)
    #expect(
      text.output == """
        api.lua:4: warning: `GET /users/7` returns a number for `id`, but the script returns a string (recorded 3 days ago); record the response again, or fix it
        api.lua:8: `GET /a` is unchanged (recorded 3 days ago)

        """)
    #expect(
      text.messages == """
        api.lua:12: `Search` is not compared: a protocol doesn't have an address; compare it with `.scenario(..., drift:)`
        api.lua:5: `GET /users/{id}` is not compared: its response is a network error, which a request can't trigger
        api.lua:6: `GET /users/{id}` is not compared: no rule gives a value for `{id}`; write `--parameter id=VALUE`
        api.lua:9: `GET /b/{name}` is not compared: no rule gives a value for `{name}`; write `--parameter name=VALUE`
        api.lua:10: `POST /users` is not compared: POST may change data on the live service; write `--methods POST` to send it
        2 responses compared, the oldest recorded 3 days ago: 1 difference
        mocklua: 1 difference

        """)
    #expect(text.exitCode == 1)
    #expect(Set(server.asked) == ["GET /users/7", "GET /a"])
    let github = try MockLuaProcess(
      ["drift", "api.lua", "--base", server.address, "--format", "github", "--fail-over", "1"],
      in: server.folder)
    #expect(
      github.output == """
        ::warning file=api.lua,line=4,title=other-type::`GET /users/7` returns a number for `id`, but the script returns a string (recorded 3 days ago); record the response again, or fix it

        """)
    #expect(github.exitCode == 0)
  }

  @Test("Other methods, path segments, and headers are used as given")
  func given() throws {
    let server = try PythonServer([
      "GET /v2/b/tea%20pot?q=a%26b": ["body": 1], "DELETE /v2/users/8": ["status": 204],
      "POST /v2/users": ["status": 201, "body": ["id": 1]],
    ])
    try server.folder.write(
      """
      http "api.example.com" {
        ["GET /b/{name}"] = { when({ query = { q = "a&b" } }, reply(2)) },
        ["DELETE /users/{id}"] = status(204),
        ["POST /users"] = { when({ body = { name = "Ada" } }, status(201, { id = 8 })) },
      }
      """, to: "api.lua")
    let process = try MockLuaProcess(
      [
        "drift", "api.lua", "--base", server.address + "/v2/", "--parameter", "name=tea pot",
        "--parameter", "id=8", "--methods", "DELETE,POST", "--header", "Accept: application/json",
      ], in: server.folder)
    #expect(process.output.split(separator: "\n").count == 3, "\(process.output)")
    #expect(process.messages == "3 responses compared: 0 differences\n")
    #expect(process.exitCode == 0)
    #expect(
      Set(server.asked) == [
        "GET /v2/b/tea%20pot?q=a%26b", "DELETE /v2/users/8", "POST /v2/users",
      ])
  }

  @Test("A sequence, a function, and a failing server are compared as far as possible")
  func forms() throws {
    let server = try PythonServer([
      "GET /s": ["body": ["a": 1]], "GET /f": ["body": ["n": "x"]], "GET /t": ["body": 1],
      "GET /text": ["text": "hello", "type": "text/plain"], "GET /none": ["status": 200],
    ])
    try server.folder.write(
      """
      http "https://api.example.com" {
        ["GET /s"] = { status(503), reply { b = 1 }, reply { a = 2 } },
        ["GET /f"] = function(request) return { n = 1 } end,
        ["GET /t"] = status(500),
        ["GET /text"] = reply { html = true },
        ["GET /none"] = reply { id = 1 },
      }
      """, to: "api.lua")
    let process = try MockLuaProcess(
      ["drift", "api.lua", "--base", server.address], in: server.folder)
    #expect(
      process.output == """
        api.lua:3: warning: `GET /f` returns a string for `n`, but the script returns a number; record the response again, or fix it
        api.lua:5: warning: `GET /text` returns text, but the script returns JSON; record the response again, or fix it
        api.lua:6: warning: `GET /none` returns no body, but the script returns JSON; record the response again, or fix it
        api.lua:2: `GET /s` is unchanged

        """)
    #expect(
      process.messages == """
        api.lua:4: `GET /t` is not compared: its response is a server error, which a request can't trigger
        4 responses compared: 3 differences
        mocklua: 3 differences

        """)
  }

  @Test("An unreachable live service is requested once and reported as an error at each line")
  func unreachable() throws {
    let folder = try TemporaryFolder([
      "api.lua":
        "http \"http://127.0.0.1:1\" {\n  [\"GET /a\"] = reply(1),\n  [\"GET /b\"] = reply(1),\n}\n"
    ])
    let process = try MockLuaProcess(["drift", "api.lua", "--format", "json"], in: folder)
    #expect(process.exitCode == 1)
    #expect(process.messages == "mocklua: 2 requests without a response\n")
    #expect(
      process.output.contains("`GET /a` could not be requested: Failed to connect"),
      "\(process.output)"
    )
  }

  @Test("A placeholder for a secret isn't sent")
  func placeholder() throws {
    let folder = try TemporaryFolder([
      "api.lua":
        "http \"http://127.0.0.1:1\" { [\"GET /a\"] = when({ query = { token = \"1-redacted-1-re\" } }, reply(1)) }\n"
    ])
    let process = try MockLuaProcess(["drift", "api.lua"], in: folder)
    #expect(process.exitCode == 0)
    #expect(process.messages.contains("has a placeholder for a secret"), "\(process.messages)")
  }
}
