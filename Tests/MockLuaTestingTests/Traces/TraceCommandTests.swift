import Foundation
import MockLua
import MockLuaTools
import MockScenarios
import MockServices
import Testing

/// Output from a trace: text, a diagram, a replay, and a page.
@Suite struct TraceCommandTests {
  private static let source = """
    shared { attempts = 0 }
    service "OTP" {
      verify = {
        when({ code = "123456", pin = 4711 }, reply(true) :after(50)),
        when({ code = "000000" }, fail("badCode", "Wrong code")),
      },
      attempts = function() return state.attempts end,
    }
    """

  /// Returns the trace of a run with two calls that have responses and an unmatched one.
  private func trace() async throws -> MockTrace {
    let runtime = try ScenarioRuntime(source: Self.source, name: "otp.lua", clock: .virtual())
    let otp = runtime.sequencer(for: "OTP", declared: false)
    _ = try await otp.answer(for: "verify", arguments: ["code": "123456", "pin": 4711])
    runtime.sharedState.applyUpdates(["attempts": 3])
    _ = try await otp.answer(for: "attempts")
    _ = try? await otp.answer(for: "verify", arguments: ["code": "1", "token": "a-secret-token"])
    return MockTrace(
      of: runtime, test: "OTPTests/verify()",
      issues: [
        MockTrace.Issue(
          text: "it failed", place: ScriptLocation(file: "OTPTests.swift", line: 7), check: nil,
          call: 3)
      ])
  }

  private func write(_ trace: MockTrace, _ files: [String: String] = [:]) throws -> (String, URL) {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "t.trace.jsonl")
    try Data(trace.utf8).write(to: path)
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    return (path.path, folder)
  }

  @Test("The text is a diagram that marks the failed call and shows why it failed")
  func text() async throws {
    let (path, folder) = try write(try await trace())
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try await TraceCommandRun(["trace", path])
    #expect(run.messages == "")
    #expect(
      run.output == """
        OTPTests/verify()
        otp.lua, seed 0, 3 calls

                          test             OTP
                            |               |  state {"attempts":0}
               0 ms         |-------------->|  #1 verify {"code":"123456","pin":"<redacted 2>"}
              50 ms         |<..............|  #1 true  otp.lua:4
                            |               |  state becomes {"attempts":3}
                            |-------------->|  #2 attempts
                            |<..............|  #2 3  otp.lua:7
        !                   |-------------->|  #3 verify {"code":"1","token":"<redacted 1>"}
        !                   |x..............|  #3 threw noMatch: no `when` of `OTP.verify` accepts { code = "1", token = "<redacted 1>" }
                            |               |    otp.lua:4: code: expected "123456", found "1"
                            |               |    otp.lua:5: code: expected "000000", found "1"

        ! OTPTests.swift:7: it failed

        """)
  }

  @Test("The diagram is in Mermaid's format, with a cross at the failure")
  func mermaid() async throws {
    let (path, folder) = try write(try await trace())
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try await TraceCommandRun(["trace", path, "--mermaid"])
    let lines = run.output.split(separator: "\n")
    #expect(
      lines.prefix(5) == [
        "sequenceDiagram", "  participant p0 as test", "  participant p1 as OTP",
        "  Note over p0,p1: state #123;#quot;attempts#quot;#58;0#125;",
        "  p0->>p1: #35;1 verify #123;#quot;code#quot;#58;#quot;123456#quot;,#quot;pin#quot;#58;#quot;#60;redacted 2#62;#quot;#125;",
      ])
    #expect(lines.contains { $0.hasPrefix("  p1--xp0: #35;3 threw noMatch#58;") })
    #expect(lines.last == "  Note over p0,p1: #33; OTPTests#46;swift#58;7#58; it failed")
  }

  @Test(
    "A replay with the same script is identical, and one with another script shows differences")
  func replay() async throws {
    let changed = Self.source.replacing("fail(\"badCode\", \"Wrong code\")", with: "reply(false)")
      .replacing("code = \"000000\"", with: "code = \"1\"")
      .replacing("state.attempts end", with: "state.attempts + 1 end").replacing(
        "4711", with: "is.exists")
    let (path, folder) = try write(
      try await trace(), ["new.lua": changed, "bad.lua": "service {"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let same = try await TraceCommandRun(["trace", path, "--replay"])
    #expect(same.output == "3 calls played, all with the same responses\n")
    #expect(same.exit == .code(0))
    let new = folder.appending(path: "new.lua").path
    let other = try await TraceCommandRun(["trace", path, "--with", new])
    #expect(
      other.output == """
        #2 OTP.attempts {}
          was: 3  (otp.lua:7)
          now: 4  (\(new):7)
        #3 OTP.verify {"code":"1","token":"<redacted 1>"}
          was: threw noMatch: otp.lua:4: no `when` of `OTP.verify` accepts { code = "1", token = "<redacted 1>" }; add a `reply(...)` to the list, or a `when` for these arguments:
          otp.lua:4: `code`: expected "123456", found "1"
          otp.lua:5: `code`: expected "000000", found "1"
          now: false  (\(new):5)

        """)
    #expect(other.messages == "mocklua: 2 of 3 calls get a different response\n")
    #expect(other.exit == .code(1))
    let bad = try await TraceCommandRun([
      "trace", path, "--with", folder.appending(path: "bad.lua").path,
    ])
    #expect(bad.exit == .code(1))
    #expect(bad.messages.contains("bad.lua:1"))
    let none = try await TraceCommandRun(["trace", path, "--with", "none.lua"])
    #expect(
      none.messages == "mocklua: none.lua: no such file or folder; "
        + "check the name, or write - to read standard input\n")
    let piped = try await TraceCommandRun(
      ["trace", "-", "--with", "none.lua"],
      input: String(contentsOfFile: path, encoding: .utf8).split(separator: "\n"))
    #expect(piped.messages == "mocklua: none.lua: no such file or folder; check the name\n")
  }

  @Test("A trace's script has the same placeholders as its calls, and still responds")
  func script() async throws {
    let trace = try await trace()
    #expect(trace.script.source.contains("pin = \"<redacted 2>\""))
    #expect(!trace.script.source.contains("4711"))
    #expect(trace.script.source.contains("code = \"123456\""))
  }

  @Test("The inspector shows the calls of a trace, and can't change anything")
  func inspector() async throws {
    let runtime = try ScenarioRuntime.showing(try await trace())
    let calls = runtime.log.calls()
    #expect(calls.map(\.qualifiedMethod) == ["OTP.verify", "OTP.attempts", "OTP.verify"])
    #expect(calls[0].outcome == .returned(true))
    #expect(calls[0].duration == .milliseconds(50))
    #expect(calls[1].stateBefore == ["attempts": 3])
    #expect(calls[2].state == ["attempts": 3])
    #expect(
      runtime.log.answeredPlaces() == [
        ScriptLocation(file: "otp.lua", line: 4): 1, ScriptLocation(file: "otp.lua", line: 7): 1,
      ])
    #expect(runtime.sharedState.snapshot == ["attempts": 3])
  }
}
