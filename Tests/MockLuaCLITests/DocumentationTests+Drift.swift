import Foundation
import MockData
import Testing

/// The code of the drift article.
@Suite(.enabled(if: PythonServer.isReachable, "python3 or curl isn't available"))
struct DriftDocumentationTests {
  @Test("The example prints what the article shows")
  func example() throws {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/MockLua/MockLua.docc/Drift.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let script = try #require(
      text.components(separatedBy: "```lua\n").dropFirst().first?.components(separatedBy: "```")
        .first)
    let server = try PythonServer([
      "GET /users/7": ["body": ["id": 7, "name": "Ada", "address": ["town": "London"]]],
      "GET /users/8": ["status": 404, "body": ["error": "gone"]],
      "GET /orders": ["body": [["id": 1, "status": "paused"]]],
    ])
    try server.folder.write(script, to: "api.lua")
    let process = try MockLuaProcess(
      ["drift", "api.lua", "--base", server.address], in: server.folder)
    #expect(
      process.output == """
        api.lua:3: warning: `GET /users/7` doesn't have `address.city`, but the script does; record the response again, or fix it
        api.lua:3: warning: `GET /users/7` has `address.town`, a string, but the script doesn't; record the response again, or fix it
        api.lua:7: warning: `GET /orders` returns `paused` for `[0].status`, but the script returns only `closed`, `open`; add it to the script
        api.lua:4: `GET /users/8` is unchanged

        """)
    #expect(process.exitCode == 1)
  }
}
