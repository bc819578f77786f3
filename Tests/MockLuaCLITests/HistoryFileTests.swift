import Foundation
import Testing

@testable import MockLuaCLI

struct HistoryFileTests {
  @Test("The environment determines the location")
  func choosesPath() {
    #expect(HistoryFile(named: "x/h", state: "/s", home: "/h")?.path == "x/h")
    #expect(HistoryFile(named: "", state: "/s", home: "/h") == nil)
    #expect(HistoryFile(named: nil, state: "/s", home: "/h")?.path == "/s/mocklua/history")
    #expect(
      HistoryFile(named: nil, state: "relative", home: "/h")?.path
        == "/h/.local/state/mocklua/history")
    #expect(HistoryFile(named: nil, state: nil, home: nil) == nil)
  }

  @Test("Lines are only readable by their owner, in newly created folders")
  func keepsLines() throws {
    let folder = try TemporaryFolder()
    let path = folder.url(of: "one/two/history").path
    let history = try #require(HistoryFile(named: path, state: nil, home: nil))
    #expect(history.lines() == [])
    history.append("first")
    history.append("zweite Zeile, ü")
    #expect(history.lines() == ["first", "zweite Zeile, ü"])
    #expect(try folder.permissions(of: "one/two/history") == 0o600)
    #expect(try folder.permissions(of: "one/two") == 0o700)
  }

  @Test("A long file is cut to its last lines, and lines that are too long are skipped")
  func isBounded() throws {
    let folder = try TemporaryFolder()
    try folder.write((1...1500).map { "line \($0)\n" }.joined(), to: "history")
    let path = folder.url(of: "history").path
    let history = try #require(HistoryFile(named: path, state: nil, home: nil))
    history.append(String(repeating: "x", count: 10_001))
    let lines = history.lines()
    #expect(lines.count == 1000)
    #expect(lines.first == "line 501" && lines.last == "line 1500")
    #expect(try folder.read("history").hasPrefix("line 501\n"))
  }

  @Test("A history that can't be saved isn't an error")
  func isOptional() throws {
    let folder = try TemporaryFolder(["file": ""])
    let path = folder.url(of: "file/history").path
    let history = try #require(HistoryFile(named: path, state: nil, home: nil))
    history.append("line")
    #expect(history.lines() == [])
  }
}
