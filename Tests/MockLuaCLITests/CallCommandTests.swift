import Foundation
import Testing

/// `mocklua call`, run as a process.
struct CallCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["a.lua": ExploreScript.source])
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let words: [String]
    let lines: [String]

    init(_ words: [String], _ lines: String...) {
      self.words = words
      self.lines = lines
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test("A request is a call by its address, and an invalid address is reported")
  func requests() throws {
    try folder.write(
      #"http "https://api.example.com" { ["GET /a/{id}"] = reply { ok = true } }"#, to: "r.lua")
    let found = try MockLuaProcess(
      ["call", "r.lua", "GET https://api.example.com/a/7?q=100%"], in: folder)
    #expect(
      found.output == #"{"call":"https://api.example.com.GET /a/{id}","count":1,"delayMs":0,"#
        + #""result":"success","value":{"body":{"ok":true}}}"# + "\n")
    let none = try MockLuaProcess(["call", "r.lua", "GET api.example.com/a/7"], in: folder)
    #expect(
      none.output.contains(
        "`api.example.com/a/7` isn't an HTTP URL; write `GET https://api.example.com/path`"))
    #expect(none.exitCode == 1)
    let bare = try MockLuaProcess(["call", "r.lua", "https://api.example.com/a/7"], in: folder)
    #expect(bare.output.contains("; write `GET https://api.example.com/a/7` for a request"))
    #expect(bare.exitCode == 1)
  }

  @Test("Arguments after an address belong to the request")
  func requestArguments() throws {
    try folder.write(
      """
      http "https://api.example.com" { ["GET /a"] = {
        when({ query = { page = "2", size = "3" }, headers = { ["x-key"] = "k" } }, reply "found"),
        status(404),
      } }
      """, to: "q.lua")
    let found = try MockLuaProcess(
      [
        "call", "q.lua", "GET https://api.example.com/a?size=3",
        #"{"query":{"page":2},"headers":{"X-Key":"k","X-None":null}}"#,
      ], in: folder)
    #expect(found.output.contains(#""value":{"body":"found"}"#), "\(found.output)")
  }

  @Test(
    "Each call's response is printed with sorted keys",
    arguments: [
      Row(
        ["OTP.verify", #"{"code":"123456"}"#],
        #"{"call":"OTP.verify","count":1,"delayMs":50,"result":"success","value":true}"#),
      Row(
        ["OTP.verify", "OTP.verify", #"{ "code": "x" }"#, "OTP.verify"],
        #"{"call":"OTP.verify","count":1,"delayMs":0,"error":{"code":"badCode","details":{"left":2},"#
          + #""message":"Wrong code"},"result":"error"}"#,
        #"{"call":"OTP.verify","count":2,"delayMs":0,"error":{"code":"locked","message":"locked"},"#
          + #""result":"error"}"#,
        #"{"call":"OTP.verify","count":3,"delayMs":0,"error":{"code":"locked","message":"locked"},"#
          + #""result":"error"}"#),
      Row(
        ["OTP.words"],
        #"{"call":"OTP.words","count":1,"delayMs":300,"error":{"code":"broken","message":"broken"},"#
          + #""result":"stream","values":["a","b","c"]}"#),
      Row(
        ["OTP.gated", "OTP.nothing"],
        #"{"call":"OTP.gated","count":1,"delayMs":0,"result":"success","value":1}"#,
        #"{"call":"OTP.nothing","count":1,"delayMs":0,"result":"success"}"#),
      Row(
        [
          "close=door", "OTP.gated", "OTP.nothing", "Live.slow", "open=door", "OTP.gated",
          "--gates",
        ],
        #"{"call":"OTP.gated","gate":"door","result":"waiting"}"#,
        #"{"call":"OTP.nothing","count":1,"delayMs":0,"result":"success"}"#,
        #"{"call":"Live.slow","gate":"door","result":"waiting"}"#,
        #"{"call":"OTP.gated","count":1,"delayMs":250,"result":"success","value":1}"#,
        #"{"call":"Live.slow","count":1,"delayMs":250,"result":"success","value":1}"#,
        #"{"call":"OTP.gated","count":3,"delayMs":0,"result":"success","value":1}"#,
        #"{"gates":{"door":{"open":true,"waiting":0}}}"#),
      Row(
        ["Live.slow", "--state"],
        #"{"call":"Live.slow","count":1,"delayMs":250,"result":"success","value":1}"#,
        #"{"state":{"status":1}}"#),
      Row(
        ["Live.numbers", "Live.through"],
        #"{"call":"Live.numbers","count":1,"delayMs":40,"result":"stream","values":[1,2]}"#,
        #"{"call":"Live.through","count":1,"delayMs":0,"result":"success","value":2}"#),
      Row(
        ["OTP.nothing", "--variant", "other"],
        #"{"call":"OTP.nothing","count":1,"delayMs":0,"result":"success","value":"other"}"#),
      Row(
        ["OTP.once", "OTP.once"],
        #"{"call":"OTP.once","count":1,"delayMs":0,"result":"success","value":1}"#,
        #"{"call":"OTP.once","count":2,"delayMs":0,"error":{"code":"exhausted","message":"#
          + #""a.lua:12: `OTP.once` has 1 response and was called 2 times; add a `reply(...)`, "#
          + #"or set `exhausted` to another value"},"result":"error"}"#),
    ])
  func printsAnswers(row: Row) throws {
    let process = try MockLuaProcess(["call", "a.lua"] + row.words, in: folder)
    let lines: [String] = process.output.split(separator: "\n").map(String.init)
    #expect(lines == row.lines)
    #expect(process.messages.isEmpty)
    #expect(process.exitCode == 0)
  }

  @Test("A configuration responds like the script")
  func playsConfiguration() throws {
    let words = ["OTP.verify", #"{"code":"123456"}"#, "OTP.words", "OTP.gated", "--state"]
    let script = try MockLuaProcess(["call", "a.lua"] + words, in: folder)
    let emitted = try MockLuaProcess(["a.lua"], in: folder)
    try folder.write(emitted.output, to: "a.json")
    let process = try MockLuaProcess(["call", "a.json"] + words, in: folder)
    #expect(process.output == script.output)
    #expect(process.output.split(separator: "\n").count == 4)
    let piped = try MockLuaProcess(["call", "-"] + words, in: folder, input: emitted.output)
    #expect(piped.output == script.output)
  }

  @Test("The script embedded in a configuration responds")
  func playsEmbeddedScript() throws {
    let emitted = try MockLuaProcess(["a.lua", "--embed-script"], in: folder)
    try folder.write(emitted.output, to: "a.json")
    let process = try MockLuaProcess(["call", "a.json", "Live.slow"], in: folder)
    #expect(process.output.contains(#""delayMs":250,"result":"success","value":1"#))
  }

  @Test("Calls are read from a file or standard input, without byte order mark and empty lines")
  func readsCalls() throws {
    let calls =
      "\u{FEFF}{\"call\":\"OTP.verify\",\"args\":{\"code\":\"123456\"}}\r\n\n  \n"
      + "{\"call\":\"OTP.gated\"}"
    try folder.write(calls, to: "calls")
    let expected = """
      {"call":"OTP.verify","count":1,"delayMs":50,"result":"success","value":true}
      {"call":"OTP.gated","count":1,"delayMs":0,"result":"success","value":1}
      {"state":{"status":3}}

      """
    let file = try MockLuaProcess(["call", "a.lua", "--calls", "calls", "--state"], in: folder)
    #expect(file.output == expected)
    let input = try MockLuaProcess(
      ["call", "a.lua", "--calls=-", "--state"], in: folder, input: calls)
    #expect(input.output == expected)
    #expect(input.exitCode == 0)
  }

  @Test("Each line of a pipe gets its response before the next is read")
  func answersAtOnce() throws {
    // The second call isn't written until the first response is there.
    let process = try MockLuaProcess(
      ["call", "a.lua", "--calls", "in"], in: folder,
      setup: """
        mkfifo in
        : >answers
        (
          exec 3>in
          echo '{"call":"OTP.gated"}' >&3
          for i in $(seq 500); do [ -s answers ] && break; sleep 0.01; done
          [ -s answers ] && echo '{"call":"OTP.nothing"}' >&3
        ) &
        """, redirection: ">answers")
    #expect(process.exitCode == 0)
    #expect(try folder.read("answers").split(separator: "\n").count == 2)
  }

  @Test("Calls before an error in a file are made, and the error has a line and a column")
  func namesWrongLine() throws {
    try folder.write("{\"call\":\"OTP.gated\"}\n\n{\"call\":\"OTP.gated\",}\n", to: "calls")
    let process = try MockLuaProcess(["call", "a.lua", "--calls", "calls"], in: folder)
    #expect(process.output.split(separator: "\n").count == 1)
    #expect(process.messages == "calls:3:20: there is a comma before `}`; remove the comma\n")
    #expect(process.exitCode == 1)
  }

  @Test(
    "A line that isn't a call is rejected",
    arguments: [
      (
        #"{"call":"verify"}"#,
        "calls:1:9: call: `verify` isn't a method of a service; "
          + "write the service, a dot and the method: `OTP.verify`"
      ),
      (
        #"{"call":"OTP.gated","arg":{}}"#,
        "calls:1:21: arg: unknown key `arg`; did you mean `args`?"
      ),
      (
        #"{"call":"OTP.gated","args":[]}"#,
        "calls:1:28: args: expected an object, found an array; write an object"
      ),
      (
        #"{"open":"door","call":"OTP.gated"}"#,
        "calls:1:1: `open` must be on its own line; write another line for `call`"
      ),
      (
        #"{"close":5}"#, "calls:1:10: close: expected a string, found an int; write a string"
      ),
      (#"{"args":{}}"#, "calls:1:1: the key `call` is missing; add `\"call\": ...`"),
      ("[]", "calls:1:1: expected an object, found an array; write an object"),
    ])
  func refusesLine(line: String, message: String) throws {
    try folder.write(line, to: "calls")
    let process = try MockLuaProcess(["call", "a.lua", "--calls", "calls"], in: folder)
    #expect(process.messages == message + "\n")
    #expect(process.output.isEmpty)
    #expect(process.exitCode == 1)
  }

  @Test(
    "Calling something that isn't in the script exits with 1",
    arguments: [
      (["OPT.verify"], "unknown service `OPT`; did you mean `OTP`?"),
      (["OTP.nothing", "OTP.verfy"], "`OTP.verfy` has no responses; did you mean `verify`?"),
    ])
  func unknown(words: [String], message: String) throws {
    let process = try MockLuaProcess(["call", "a.lua"] + words, in: folder)
    #expect(process.output.contains(message))
    #expect(
      process.messages.hasSuffix(
        "1 of \(words.count == 1 ? "1 call" : "2 calls") names a method that the script doesn't have; correct the name\n"
      ))
    #expect(process.exitCode == 1)
  }

  @Test("A member that no request has is reported")
  func unknownMember() throws {
    try folder.write("http { ['POST /a'] = reply(1) }", to: "h.lua")
    let process = try MockLuaProcess(
      ["call", "h.lua", "POST /a", #"{"password":"x"}"#], in: folder)
    #expect(process.output.contains("a request has no `password`; known: body, "))
    #expect(process.exitCode == 1)
  }

  @Test("A call that still waits at a gate at the end exits with 1")
  func waitsToTheEnd() throws {
    try folder.write("{\"close\":\"door\"}\n{\"call\":\"OTP.gated\"}\n", to: "calls")
    let process = try MockLuaProcess(
      ["call", "a.lua", "--calls", "calls", "--gates"], in: folder)
    #expect(
      process.output == """
        {"call":"OTP.gated","gate":"door","result":"waiting"}
        {"gates":{"door":{"open":false,"waiting":1}}}

        """)
    #expect(
      process.messages
        == "mocklua: 1 of 1 call still waits at a gate; open it with `open=GATE`\n")
    #expect(process.exitCode == 1)
  }

  @Test("An unknown gate stops the calls, and explain opens gates like call")
  func unknownGate() throws {
    let process = try MockLuaProcess(["call", "a.lua", "OTP.gated", "close=dor"], in: folder)
    #expect(process.messages == "mocklua: unknown gate `dor`; did you mean `door`?\n")
    #expect(process.output.split(separator: "\n").count == 1)
    #expect(process.exitCode == 1)
    try folder.write("{\"close\":\"door\"}\n{\"call\":\"OTP.gated\"}\n", to: "calls")
    let explained = try MockLuaProcess(
      ["explain", "a.lua", "OTP.nothing", "--calls", "calls"], in: folder)
    #expect(explained.exitCode == 0)
    let misused = try MockLuaProcess(["explain", "a.lua", "open=door"], in: folder)
    #expect(misused.exitCode == 64)
  }

  @Test("A mocked error only exits with 1 with --fail-on-error, which prints the number of errors")
  func failsOnError() throws {
    let words = ["call", "a.lua", "OTP.words", "OTP.gated"]
    #expect(try MockLuaProcess(words, in: folder).exitCode == 0)
    let process = try MockLuaProcess(words + ["--fail-on-error"], in: folder)
    #expect(process.output.split(separator: "\n").count == 2)
    #expect(
      process.messages
        == "mocklua: 1 of 2 calls ended in an error, which --fail-on-error forbids\n")
    #expect(process.exitCode == 1)
    let fine = try MockLuaProcess(["call", "a.lua", "OTP.gated", "--fail-on-error"], in: folder)
    #expect(fine.exitCode == 0)
  }

  @Test("A script error is the response, and is reported")
  func reportsScriptError() throws {
    let process = try MockLuaProcess(["call", "a.lua", "Live.mistake", "OTP.gated"], in: folder)
    let lines = process.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains(#""code":"scriptError""#))
    #expect(process.messages.hasPrefix("a.lua:20: attempt to perform arithmetic on a nil value"))
    #expect(
      process.messages.hasSuffix(
        "mocklua: 1 of 2 calls ended in a script error; fix it at the line above\n"))
    #expect(process.exitCode == 1)
  }

  @Test("Calls only wait in real time on request")
  func waits() throws {
    let start = ContinuousClock.now
    let process = try MockLuaProcess(["call", "a.lua", "Live.slow", "--real-time"], in: folder)
    #expect(ContinuousClock.now - start >= .milliseconds(250))
    #expect(process.output.contains(#""result":"success","value":1}"#))
    try folder.write("service \"A\" { m = reply(1) :after(86400000) }\n", to: "day.lua")
    let virtual = try MockLuaProcess(["call", "day.lua", "A.m"], in: folder)
    #expect(virtual.output.contains(#""delayMs":86400000,"#))
  }

  @Test("An endless stream is abandoned")
  func leavesEndlessStream() throws {
    try folder.write(
      """
      service "A" {
        m = stream(function() while true do emit(1) sleep(1) end end),
        n = reply(2),
      }
      """, to: "endless.lua")
    let process = try MockLuaProcess(["call", "endless.lua", "A.m", "A.n"], in: folder)
    let lines = process.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains(#""code":"endlessStream""#))
    #expect(lines[0].count { $0 == "1" } > 10_000)
    #expect(lines[1].contains(#""result":"success","value":2"#))
    #expect(process.exitCode == 0)
  }

  @Test("Random delays repeat for a seed, and differ for another")
  func seeds() throws {
    try folder.write(
      "service \"A\" { m = reply(1) :after { min = 0, max = 1000000 } }\n", to: "random.lua")
    let outputs = try ["1", "1", "2"].map {
      try MockLuaProcess(["call", "random.lua", "A.m", "--seed", $0], in: folder).output
    }
    #expect(outputs[0].contains("delayMs"))
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] != outputs[2])
  }

  @Test("A full device is reported")
  func reportsFullDevice() throws {
    let process = try MockLuaProcess(
      ["call", "a.lua", "OTP.gated"], in: folder, redirection: ">/dev/full")
    #expect(
      process.messages == "mocklua: standard output: no space left; make room and try again\n")
    #expect(process.exitCode == 1)
  }

  #if os(Linux)
    @Test("Memory use doesn't grow with the number of calls")
    func keepsMemoryFlat() throws {
      // The first calls fill the log. If the others left anything behind, it would be more than 40 MB.
      let process = try MockLuaProcess(
        ["call", "a.lua", "--calls", "in"], in: folder,
        setup: """
          export ASAN_OPTIONS="$ASAN_OPTIONS:quarantine_size_mb=1"
          mkfifo in
          : >answers
          text=$(printf '%0400d' 0)
          play() {
            yes "{\\"call\\":\\"OTP.verify\\",\\"args\\":{\\"code\\":\\"$text\\"}}" | head -n "$1" >&3
            for i in $(seq 600); do [ "$(wc -l <answers)" -ge "$2" ] && break; sleep 0.05; done
            sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\).*/\\1/p' "/proc/$$/status" >"$3"
          }
          ( exec 3>in; play 12000 12000 before; play 60000 72000 after ) &
          """, redirection: ">answers")
      #expect(process.exitCode == 0)
      let sizes = try ["before", "after"].map { name in
        try #require(Int(folder.read(name).trimmingCharacters(in: .whitespacesAndNewlines)))
      }
      #expect(sizes[1] - sizes[0] < 24 << 10)
    }
  #endif

  @Test(
    "A request is a method with an address, or with a path that one host answers",
    arguments: [
      (["one.lua", "GET", "/users/7"], "https://api.example.com.GET /users/{id}"),
      (["one.lua", "GET /users/7"], "https://api.example.com.GET /users/{id}"),
      (["two.lua", "GET", "/b"], "//b.example.com.GET /b"),
      (
        ["two.lua", "GET", "https://api.example.com/users/7"],
        "https://api.example.com.GET /users/{id}"
      ),
      (["any.lua", "GET", "/x"], "//*.GET /x"),
      (["mixed.lua", "GET", "/x"], "//*.GET /x"),
      (
        ["mixed.lua", "POST", "/g", #"{"body":{"query":"query E { e }"}}"#],
        "https://a.example.com.POST /g query E"
      ),
    ])
  func requests(words: [String], name: String) throws {
    let process = try MockLuaProcess(["call"] + words, in: try Self.hosts())
    #expect(process.output.hasPrefix(#"{"call":"\#(name)","count":1,"#), "\(process.output)")
    #expect(process.exitCode == 0)
  }

  @Test(
    "A path that no host or several hosts answer needs its host",
    arguments: [
      (
        ["two.lua", "GET", "/users/7"],
        "2 hosts have a route for `GET /users/7`; "
          + "write the whole address, such as `GET https://b.example.com/users/7`"
      ),
      (
        ["two.lua", "GET", "/none"],
        "no host has a route for `GET /none`; "
          + "write the whole address, such as `GET https://b.example.com/none`"
      ),
      (
        ["none.lua", "GET", "/none"],
        "the script has no host for `GET /none`; "
          + "write the whole address, such as `GET https://api.example.com/none`"
      ),
      (
        ["one.lua", "GET", "/none"],
        "no route matches `GET https://api.example.com/none`; known: GET /users/{id}"
      ),
      (
        ["mixed.lua", "WS /chat/red"],
        "no route matches `WS https://a.example.com/chat/red`; name an event of the socket, as in"
          + " `WS /chat/red message` or `WS /chat/red open`"
      ),
    ])
  func unknownRequests(words: [String], message: String) throws {
    let folder = try Self.hosts()
    let call = try MockLuaProcess(["call"] + words, in: folder)
    #expect(call.output.contains(#""message":"\#(message)""#), "\(call.output)")
    #expect(call.exitCode == 1)
    let explain = try MockLuaProcess(["explain"] + words, in: folder)
    #expect(explain.messages == "mocklua: \(message)\n")
    #expect(explain.exitCode == 1)
  }

  private static func hosts() throws -> TemporaryFolder {
    try TemporaryFolder([
      "one.lua": #"http "https://api.example.com" { ["GET /users/{id}"] = reply(1) }"#,
      "two.lua": """
      http "https://api.example.com" { ["GET /users/{id}"] = reply(1) }
      http "b.example.com" { ["GET /users/{id}"] = reply(1), ["GET /b"] = reply(2) }
      """,
      "any.lua": #"http { ["GET /x"] = reply(1) }"#,
      "mixed.lua": """
      http "https://a.example.com" { ["GET /y"] = reply(1), ["WS /chat/{room}"] = socket { reply(1) } }
      http "https://b.example.com" { ["GET /z"] = reply(1) }
      http { ["GET /x"] = reply(1) }
      graphql "https://a.example.com/g" { ["query E"] = reply { e = 1 }, ["query A"] = reply { a = 1 } }
      """,
      "none.lua": "",
    ])
  }
}
