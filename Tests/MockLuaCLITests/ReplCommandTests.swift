import Foundation
import Testing

/// `mocklua repl` with lines on standard input, run as a process.
struct ReplCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "empty.lua": "-- nothing yet\n",
      "a.lua": ExploreScript.source,
      "b.json":
        #"{"services":{"B":{"methods":{"m":{"responses":[{"result":"success","value":1}]}}}}}"#,
    ])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let lines: [String]
    let output: String

    init(_ lines: String..., output: String) { (self.lines, self.output) = (lines, output) }

    var testDescription: String { lines.joined(separator: " / ") }
  }

  private func run(_ lines: [String], _ arguments: [String] = ["a.lua"]) throws -> MockLuaProcess {
    try MockLuaProcess(
      ["repl"] + arguments, in: folder, input: lines.map { $0 + "\n" }.joined(),
      redirection: "2>&1")
  }

  @Test(
    "The results of lines and commands are printed without prompts",
    arguments: [
      Row("1 + 1", output: "2\n"),
      Row("local x = 1", "", "  x", output: "1\n"),
      Row("for i = 1, 2 do", "  print(i)", "end", output: "1\n2\n"),
      Row("services.OTP.verify { code = '123456' }", ":state", output: "true\nstatus = 3\n"),
      Row(
        "services.Live.slow()", ":time",
        output: """
          1
          2026-01-01T00:00:00.250Z, 250 ms after the start, virtual

          """),
      Row(
        ":time advance 90061001",
        output: """
          2026-01-02T01:01:01.001Z, 90061001 ms after the start, virtual

          """),
      Row(
        ":calls", "services.OTP.nothing()", ":calls", ":calls OTP.once",
        output: """
          no calls yet
          nil
          #1 OTP.nothing {} -> nothing
          no calls yet

          """),
      Row(
        "services.OTP.once()", "service 'New' { m = { reply(1), reply(2) } }", ":services New",
        ":services",
        output: """
          1
          <service New>
          New
            m: 2 responses, 0 calls
          Live
            hidden: 1 response, 0 calls
            mistake: 1 response, 0 calls
            numbers: 1 response, 0 calls
            slow: 1 response, 0 calls
            through: 1 response, 0 calls
          New
            m: 2 responses, 0 calls
          OTP
            gated: 1 response, 0 calls
            nothing: 1 response, 0 calls
            once: 1 response, 1 call
            verify: 4 responses, 0 calls
            words: 1 response, 0 calls

          """),
      Row(
        ":variant", ":variant other", ":variant", "services.OTP.nothing()", ":variant -",
        "services.OTP.nothing()", output: "  other\n* other\n\"other\"\nnil\n"),
      Row(
        "local x = 1 state.status = 5", ":reset", "state.status", "pcall(function() return x end)",
        output: "0\nfalse\n\"repl:4: undeclared global `x`; known: Live, OTP, _G, _VERSION, array, "
          + "assert, base64, bytes, calls, clock, close, collectgarbage, collection, copy, coroutine, default_delay, "
          + "emit, enum_case, error, fail and 50 more\"\n"),
      Row(
        ":load b.json", "services.B.m()", ":reload", ":config",
        output: """
          1
          {
            "services": {
              "B": {
                "methods": {
                  "m": {
                    "responses": [
                      {
                        "result": "success",
                        "value": 1
                      }
                    ]
                  }
                }
              }
            }
          }

          """),
      Row(
        ":gates", ":gates close door", "services.OTP.gated()",
        "local slow = services.Live.slow()", ":gates", "1 + 1", ":gates open door", "slow",
        ":gates",
        output: """
          door: open
          repl:3: waits at the gate `door`; write `:gates open door`
          repl:4: waits at the gate `door`; write `:gates open door`
          door: closed, 2 calls
          2
          repl:3: 1
          1
          door: open

          """),
      Row(
        ":gates close door", "services.OTP.gated()", "open_gate 'door'", ":gates close door",
        "services.OTP.gated()", ":reset", ":gates", "services.OTP.gated()",
        output: """
          repl:2: waits at the gate `door`; write `:gates open door`
          repl:2: 1
          repl:5: waits at the gate `door`; write `:gates open door`
          door: open
          1

          """),
      Row(
        ":help reset",
        output: """
          :reset
          Restart the scenario.
          Resets state, counters, calls, clock, and variables, and forgets what you typed.

          """),
      Row("1", ":quit", "2", output: "1\n"),
      Row(
        "OTP.verify { code = '123456' }", "service 'Own' { m = reply(7) } local x = Own.m()", "x",
        output: "true\n7\n"),
      Row(
        "help reset",
        output: """
          :reset
          Restart the scenario.
          Resets state, counters, calls, clock, and variables, and forgets what you typed.

          """),
      Row("local help = 5", "help", output: "5\n"),
      Row("exit", "1", output: ""),
      Row("quit()", "1", output: ""),
      Row("local q = 5", "q", output: "5\n"),
      Row(
        ":help after",
        output: """
          :after(ms)
            Delays the response by a whole number of milliseconds.
          :after { min = a, max = b }
            Delays the response by a random number of milliseconds from a to b.
          :after { median = m, sigma = s, max = b }
            Delays the response by a random number of milliseconds up to b, with the lognormal \
          distribution `exp(N(0, 1) * s) * m`.

          """),
      Row("help is.one_of", output: "is.one_of\nAccepts one of these values.\n"),
    ])
  func prints(row: Row) throws {
    let process = try run(row.lines)
    #expect(process.output == row.output)
    #expect(process.exitCode == 0)
  }

  @Test("Empty results are reported, and paths can be quoted")
  func nothing() throws {
    let process = try run([":load 'empty.lua'", ":state", ":services", ":variant"], [])
    #expect(process.output == "no shared state\nno services\nno variants\n")
    #expect(process.exitCode == 0)
  }

  @Test(
    "An error is reported, the session continues, and the exit code is 1",
    arguments: [
      Row("nope()", output: "undeclared global `nope`; did you mean `None`?"),
      Row("OPT.verify {}", output: "undeclared global `OPT`; did you mean `OTP`?"),
      Row(
        "services.OTP.verify {}",
        output: """
          the call failed with badCode: Wrong code, details {"left":2}
          """),
      Row(":gates open dor", output: "unknown gate `dor`; did you mean `door`?"),
      Row(
        ":gates shut door",
        output: "`:gates` doesn't take `shut door`; write `:gates [open NAME | close NAME]`"),
      Row(":stat", output: "unknown command `:stat`; did you mean `:state`?"),
      Row(":", output: "unknown command `:`; write `:help` for a list"),
      Row(
        ":help is.containin",
        output: "no command or word `is.containin`; did you mean `is.containing`?"),
      Row(":help zzzz", output: "no command or word `zzzz`; write `:help` for a list"),
      Row(":help :cals", output: "unknown command `:cals`; did you mean `:calls`?"),
      Row(
        ":after(5)",
        output: """
          `:after` continues an expression; write it on the same line as the response, or leave \
          a bracket open at the end of that line
          """),
      Row(":load", output: "`:load` needs an argument; write `:load FILE`"),
      Row(":quit now", output: "`:quit` doesn't take the argument `now`; write `:quit`"),
      Row(":variant othr", output: "no variant `othr`; did you mean `other`?"),
      Row(":services OPT", output: "no service `OPT`; did you mean `OTP`?"),
      Row(":calls OTP.verfy", output: "no method `OTP.verfy`; did you mean `OTP.verify`?"),
      Row(
        ":time forward",
        output: """
          `:time` doesn't take `forward`; write `:time [advance MS | virtual | real]`
          """),
      Row(
        ":time advance 1.5",
        output: """
          `:time advance` takes whole milliseconds (0 or more), not `1.5`; write `:time advance 250`
          """),
      Row(
        ":time advance",
        output: """
          `:time advance` takes whole milliseconds (0 or more); write `:time advance 250`
          """),
      Row(
        ":load none.lua",
        output: """
          none.lua: no such file or folder; check the name
          """),
    ])
  func reports(row: Row) throws {
    let process = try run(row.lines + ["'next'"])
    let isUndeclared = row.lines == ["nope()"]
    let lines = process.output.split(separator: "\n").map(String.init)
    #expect(
      isUndeclared
        ? lines[0].hasPrefix("repl:1: undeclared global `nope`; ")
        : lines[0] == "repl:1: \(row.output)")
    #expect(
      lines.dropFirst() == ["\"next\"", "mocklua: 1 input failed; see the messages above"])
    #expect(process.exitCode == 1)
  }

  @Test("The system clock can't be advanced, and nothing reloads without a file")
  func refusesWithoutFile() throws {
    let process = try run([":time real", ":time advance 5", ":reload"], [])
    let lines = process.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines[0].hasSuffix(" ms after the start, real"))
    #expect(
      lines[1] == "repl:2: the clock runs in real time; "
        + "write `:time virtual` before you advance it")
    #expect(lines[2] == "repl:3: no file has been loaded; write `:load FILE`")
  }

  @Test("A file with errors keeps the previous scenario")
  func keepsScenario() throws {
    try folder.write("service \"A\" { m = replyy(1) }\n", to: "broken.lua")
    let process = try run([":load broken.lua", "services.OTP.nothing()"])
    #expect(
      process.output == """
        repl:1: broken.lua:1: undeclared global `replyy`; did you mean `reply`?
        nil
        mocklua: 1 input failed; see the messages above

        """)
  }

  @Test("Incomplete input at the end is an error")
  func reportsOpenText() throws {
    let process = try run(["1", "f(", "2,"])
    #expect(
      process.output == """
        1
        repl:2: the text ends inside a bracket or a block; close it
        mocklua: 1 input failed; see the messages above

        """)
    #expect(process.exitCode == 1)
  }

  @Test("Values go to standard output, errors to standard error, and no history is kept")
  func separatesOutput() throws {
    let process = try MockLuaProcess(
      ["repl", "--real-time"], in: folder, input: "print 'x'\r\n1\nnil + 1\n",
      setup: "export MOCKLUA_HISTORY=history")
    #expect(process.output == "x\n1\n")
    #expect(process.messages.hasPrefix("repl:3: attempt to perform arithmetic on a nil value\n"))
    #expect(try folder.names == ["a.lua", "b.json", "empty.lua"])
  }

  @Test("A full disk ends the session")
  func reportsFullDisk() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    for line in ["1", ":help"] {
      let process = try MockLuaProcess(
        ["repl"], in: folder, input: line + "\n", redirection: ">/dev/full")
      #expect(
        process.messages == "mocklua: standard output: no space left; make room and try again\n")
      #expect(process.exitCode == 1)
    }
  }
}
