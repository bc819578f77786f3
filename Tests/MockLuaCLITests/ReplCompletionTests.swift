import Foundation
import MockLua
import Testing

@testable import MockLuaCLI

/// Completion of a REPL's commands; what is Lua is tested where it is completed.
struct ReplCompletionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let start: Int
    let names: [String]

    init(_ text: String, _ start: Int, _ names: String...) {
      (self.text, self.start, self.names) = (text, start, names)
    }

    var testDescription: String { text }
  }

  @Test(
    "Completes commands and their arguments",
    arguments: [
      Row(":re", 1, "reload", "reset"),
      Row("  :cal", 3, "calls"),
      Row(
        ":help s", 6, "scenario", "service", "services", "set", "shared", "sleep", "state",
        "status", "stream"),
      Row(":help is.g", 6, "is.ge", "is.gt"),
      Row(":scenario o", 10, "other"),
      Row(":services L", 10, "Live"),
      Row(":calls OTP.n", 7, "OTP.nothing"),
      Row(":time ", 6, "advance", "real", "virtual"),
      Row(":state x", 7),
      Row(":nope x", 7),
      Row("state.st", 6, "status"),
      Row("", 0, "  "),
      Row("  ", 2, "  "),
    ])
  func completes(row: Row) throws {
    let folder = try TemporaryFolder(["a.lua": ExploreScript.source])
    let session = ReplSession(
      try ReplScenario(
        path: folder.url(of: "a.lua").path, options: ScenarioOptions(), clock: .virtual,
        isLimited: true), isTerminal: false)
    let completions = session.completions(of: row.text)
    #expect(completions == ConsoleCompletions(start: row.start, names: row.names))
  }

  @Test("Completes folders, scripts and configurations, hidden ones behind their dot")
  func completesFiles() throws {
    let folder = try TemporaryFolder([
      "one.lua": "", "other.json": "", "only.txt": "", ".hidden.lua": "",
    ])
    try FileManager.default.createDirectory(
      at: folder.url(of: "older"), withIntermediateDirectories: false)
    let session = ReplSession(
      try ReplScenario(
        path: nil, options: ScenarioOptions(), clock: .virtual, isLimited: true),
      isTerminal: false)
    let start = ":load \(folder.url.path)/"
    #expect(session.completions(of: start + "o").names == ["older/", "one.lua", "other.json"])
    #expect(session.completions(of: start + "o").start == start.utf8.count)
    #expect(session.completions(of: start + ".").names == [".hidden.lua"])
    #expect(session.completions(of: ":load /nowhere/at/all/").names == [])
  }
}
