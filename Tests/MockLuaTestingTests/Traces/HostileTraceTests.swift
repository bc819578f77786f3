import Foundation
import MockLua
import MockLuaTools
import MockScenarios
import MockServices
import Testing

/// Damaged or manipulated trace files.
@Suite struct HostileTraceTests {
  static let header =
    #"{"trace":1,"package":"0.1.0","lua":"5.4","lines":5,"clock":"fullSpeed","startMs":0,"calls":1}"#
  static let script =
    #"{"event":"script","script":{"name":"a.lua","source":"service \"S\" { f = reply(1) }"}}"#
  static let call =
    #"{"event":"call","order":1,"service":"S","method":"f","arguments":{},"count":1,"step":1}"#
  static let answer = #"{"event":"answer","order":1,"result":"success","value":1}"#
  static let issue = #"{"event":"issue","text":"it failed"}"#
  static let lines = [header, script, call, answer, issue]

  static func with(_ number: Int, _ line: String) -> [String] {
    var lines = lines
    lines[number - 1] = line
    return lines
  }

  @Test("A trace reads back as written")
  func whole() throws {
    let trace = try readTrace(Self.lines.joined(separator: "\n"))
    let again = try readTrace(String(decoding: trace.utf8, as: UTF8.self))
    #expect(again == trace)
    #expect(trace.issues.map(\.text) == ["it failed"])
  }

  static let depth = String(repeating: "[", count: 3000)

  @Test(
    "An error is reported with its location",
    arguments: [
      ([], "t.jsonl: the file is empty; pass the trace of a test"),
      (["service \"S\" {}"], "t.jsonl:1: isn't a trace: its first line must be an object"),
      (
        ["[1]"],
        "t.jsonl:1: isn't a trace: its first line must be an object with `\"trace\": 1`"
      ),
      (["{\"trace\":\"1\"}"], "t.jsonl:1: isn't a trace"),
      (
        ["{\"trace\":2,\"news\":true}"],
        "t.jsonl:1: is a trace of version 2, but this mocklua reads version 1; use the mocklua"
      ),
      (["{\"trace\":1}"], "t.jsonl:1:1: "),
      (Array(lines.prefix(1)), "t.jsonl:1: the trace ends after 1 of 5 lines; copy the whole file"),
      (Array(lines.prefix(4)), "t.jsonl:4: the trace ends after 4 of 5 lines; copy the whole file"),
      (with(4, String(answer.dropLast(9))), "t.jsonl:4:"),
      (lines + [issue], "t.jsonl:6: the header declares 5 lines, but the file has more"),
      (
        with(3, String(call.dropLast())),
        "t.jsonl:3:\(call.utf8.count): the object that opens on line 3 does not end"
      ),
      (with(2, call), "t.jsonl:2:"),
      (with(3, "{\"event\":\"cal\"}"), "t.jsonl:3:10: "),
      (with(3, "{\"event\":\"call\",\"orders\":1}"), "t.jsonl:3:17: "),
      (with(3, call.replacing("1", with: "-1")), "t.jsonl:3:"),
      (with(3, call.replacing("{}", with: depth)), "t.jsonl:3:"),
      (
        with(3, answer),
        "t.jsonl:3:1: the response is for call 1, which isn't waiting for a response"
      ),
      (
        with(5, answer),
        "t.jsonl:5:1: the response is for call 1, which isn't waiting for a response"
      ),
      (with(5, call), "t.jsonl:5:1: call 1 follows call 1; lines are missing, or out of order"),
      (with(4, answer.replacing("success", with: "succes")), "t.jsonl:4:"),
      (with(4, "{\"event\":\"answer\",\"order\":1,\"result\":\"error\"}"), "t.jsonl:4:"),
      (
        with(3, call.dropLast() + ",\"atMs\":1e300}"), "t.jsonl:3:"
      ),
      (with(1, header.replacing("\"lines\":5", with: "\"lines\":9e99")), "t.jsonl:1:"),
      (with(1, header.replacing("fullSpeed", with: "fast")), "t.jsonl:1:"),
    ] as [([String], String)])
  func hostile(lines: [String], message: String) {
    let error = #expect(throws: MockConfigurationError.self) {
      var reader = MockTraceReader(file: "t.jsonl")
      for line in lines { try reader.add(Array(line.utf8)) }
      _ = try reader.finish()
    }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test("Reading stops at the maximum size of a trace")
  func huge() {
    var reader = MockTraceReader(file: "t.jsonl")
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: MockTraceReader.limit / 4)
    let error = #expect(throws: MockConfigurationError.self) {
      try reader.add(Array(Self.header.utf8))
      for _ in 0..<5 { try? reader.add(line) }
      try reader.add(line)
    }
    #expect(
      error?.description
        == "t.jsonl:7: the trace is larger than 256 MiB, the limit for traces; restore the"
        + " original file")
  }

  @Test(
    "The command reports the error too, and a script that runs forever is stopped by its limits")
  func command() async throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "t.jsonl").path
    func run(_ lines: [String], _ options: String...) async throws -> TraceCommandRun {
      try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
      return try await TraceCommandRun(["trace", path] + options)
    }
    let cut = try await run(Array(Self.lines.prefix(3)))
    #expect(cut.exit == .code(1))
    #expect(
      cut.messages
        == "\(path):3: the trace ends after 3 of 5 lines; copy the whole file again\n")
    let missing = try await TraceCommandRun(["trace", path + "x"])
    #expect(missing.exit == .code(1))
    #expect(missing.messages.contains("no such file or folder"))
    let isFolder = try await TraceCommandRun(["trace", folder.path])
    #expect(isFolder.messages.hasSuffix("is a folder; pass a trace file from it\n"))
    let endless = Self.with(
      2, #"{"event":"script","script":{"name":"a.lua","source":"while true do end"}}"#)
    let stopped = try await run(endless, "--replay")
    #expect(stopped.exit == .code(1))
    #expect(stopped.messages.contains("a.lua:1"))
    // The trace is shown nevertheless.
    let shown = try await run(endless)
    #expect(shown.exit == .code(0))
    #expect(shown.output.hasSuffix("\n! it failed\n"))
    // Control characters in a file have no effect on a terminal.
    let odd = try await run(
      Self.with(5, #"{"event":"issue","text":"\u001b[2J","place":"\u001b[1m"}"#))
    #expect(!odd.output.contains("\u{1B}"))
  }
}
