import Foundation
import MockLua
import MockLuaTesting
import MockScenarios
import MockServices
import Testing

/// Damaged files, and files left by other processes.
@Suite struct CoverageFileTests {
  private static let header = #"{"coverage":1,"process":1}"#
  private static let source = #"{"file":"a.lua","hash":"0000000000000000","source":0}"#
  private static let unit =
    #"{"kind":"response","line":1,"name":"m","service":"S","source":0,"text":"","unit":0}"#

  private func report(_ lines: String...) async throws -> TraceCommandRun {
    let suite = try CoverageSuite("")
    try suite.write(lines.joined(separator: "\n"), to: "coverage/1-a.coverage.jsonl")
    return try await suite.report("--format", "lcov")
  }

  @Test(
    "Damaged content is reported with its line",
    arguments: [
      (["no"], "1: isn't a coverage file: its first line must have `\"coverage\": 1`"),
      (["{"], "1:"),
      (["[]", ""], "1: isn't a coverage file: its first line must have `\"coverage\": 1`"),
      (
        [#"{"coverage":4,"new":[]}"#, "", ""],
        "1: has coverage version 4, but this mocklua reads version 3; use the mocklua from the package version that wrote it"
      ),
      ([header, "{", ""], "2:"),
      ([header, "7", ""], "2:1: a line must be an object with `file`, `kind`, or `used`"),
      ([header, source, #"{"used":{"0":1}}"#, ""], "no earlier line names the item 0"),
      ([header, unit, ""], "no earlier line names the source 0"),
      ([header, source, unit, #"{"used":{"0":-1}}"#, ""], "how often it was used"),
      ([header, source, unit, #"{"used":{"0":1},"x":1}"#, ""], "unknown key `x`"),
      (
        [header, source, unit.replacing("response", with: "respons"), ""],
        "unknown kind `respons`; did you mean `response`?"
      ),
      ([header, source, unit.replacing("response", with: "field"), ""], "`field`"),
      ([header, source, unit.replacing(#""line":1"#, with: #""line":0"#), ""], "a line"),
    ])
  func damaged(_ lines: [String], _ problem: String) async throws {
    let suite = try CoverageSuite("")
    try suite.write(lines.joined(separator: "\n"), to: "coverage/1-a.coverage.jsonl")
    let run = try await suite.report()
    #expect(run.exit == .code(1))
    #expect(run.output == "")
    #expect(run.messages.contains("1-a.coverage.jsonl:"))
    #expect(run.messages.contains(problem), "\(run.messages)")
  }

  @Test("An incomplete last line from a killed process is ignored")
  func halfALine() async throws {
    for half in ["{\"used\":{\"0\"", "{\"ki", "\u{0}\u{0}"] {
      let suite = try CoverageSuite("")
      let lines = [Self.header, Self.source, Self.unit, #"{"used":{"0":2}}"#, half]
      try suite.write(lines.joined(separator: "\n"), to: "coverage/1-a.coverage.jsonl")
      let run = try await suite.report()
      #expect(run.output == "       covered  responses\na.lua   100.0%        1/1\n")
      #expect(run.messages == "" && run.exit == .code(0))
    }
  }

  @Test(
    "A process killed before writing leaves an empty file, which is ignored")
  func empty() async throws {
    let suite = try CoverageSuite("service 'Shop' { open = reply(1) }")
    try suite.write("", to: "coverage/1-a.coverage.jsonl")
    try await suite.call("Shop.open")
    #expect(try await suite.report("--fail-unused").exit == .code(0))
  }

  @Test("Counts too large for an integer stay at the maximum")
  func largest() async throws {
    let suite = try CoverageSuite("")
    let used = #"{"used":{"0":9223372036854775807}}"#
    try suite.write(
      [Self.header, Self.source, Self.unit, used, used, ""].joined(separator: "\n"),
      to: "coverage/1-a.coverage.jsonl")
    #expect(try await suite.report("--format", "json").output.contains("9223372036854775807"))
  }

  @Test("A folder without coverage and a missing file are reported with a suggestion")
  func nothing() async throws {
    let suite = try CoverageSuite("")
    let run = try await suite.report()
    #expect(
      run.messages
        == "mocklua: \(suite.data.path): has no coverage files; run the tests with MOCKLUA_COVERAGE"
        + " set to this folder\n"
    )
    #expect(run.exit == .code(1))
    let missing = try await TraceCommandRun(["coverage", "nowhere"], in: suite.folder.path)
    #expect(missing.messages.hasPrefix("mocklua: nowhere: "))
    #expect(missing.exit == .code(1))
    for percent in ["101", "-1", "5.", "1.25", "x"] {
      let misuse = try await suite.report("--fail-under=\(percent)")
      #expect(misuse.exit == .code(64), "\(percent)")
      #expect(misuse.messages.contains("a percentage from 0 to 100, such as 92.5"))
    }
  }

  @Test("Subfolders count too, so that each shard can have one")
  func shards() async throws {
    let suite = try CoverageSuite("service 'Shop' { open = reply(1), close = reply(2) }")
    try await suite.call("Shop.open")
    let inner = suite.data.appending(path: "shard")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let other = try ScenarioSession(
      path: suite.folder.appending(path: "shop.lua").path, coverage: inner.path)
    _ = try await other.runtime.sequencer(for: "Shop").answer(for: "close")
    _ = other.finish()
    CoverageRecorder.in(inner.path).flush()
    // A cycle of links ends.
    try FileManager.default.createSymbolicLink(
      at: inner.appending(path: "up"), withDestinationURL: suite.data.appending(path: "nowhere"))
    #expect(try await suite.report("--fail-unused").exit == .code(0))
  }

  @Test("An unwritable folder is reported once, and fails no test")
  func unwritable() async throws {
    let suite = try CoverageSuite("service 'Shop' { open = reply(1) }")
    try suite.write("", to: "file")
    let session = try ScenarioSession(
      path: suite.folder.appending(path: "shop.lua").path,
      coverage: suite.folder.appending(path: "file").path)
    _ = try await session.runtime.sequencer(for: "Shop").answer(for: "open")
    CoverageRecorder.in(suite.folder.appending(path: "file").path).flush()
    #expect(session.finish().isEmpty)
  }
}
