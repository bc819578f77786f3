import MockScenarios
import MockServices
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `mocklua serve`, run as a process, with an app in another process.
@Suite struct ServeCommandTests {
  private struct Served {
    let server: LaunchedProcess
    let app = LaunchedProcess(product: "SessionApp")
    let script: String

    init(
      _ source: String, _ arguments: String..., environment: [String: String] = [:]
    ) async throws {
      let folder =
        FileManager.default.temporaryDirectory.path + "/mocklua-serve-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      script = folder + "/bank.lua"
      try Data(source.utf8).write(to: URL(filePath: script))
      server = LaunchedProcess(product: "mocklua", arguments: ["serve", script] + arguments)
      try server.launch()
      let line = try await server.nextLine()
      let name = "MOCK_SERVICE_SESSION="
      #expect(line.hasPrefix(name))
      app.launchEnvironment = environment
      app.launchEnvironment["MOCK_SERVICE_SESSION"] = String(line.dropFirst(name.count))
      try app.launch()
      try await app.line { $0 == "ready Bank" }
    }

    func ask(_ number: Int, _ command: String) async throws -> String {
      try app.writeLine("\(number) \(command)")
      return String(try await app.line { $0.hasPrefix("\(number) ") }.dropFirst("\(number) ".count))
    }

    func note(_ text: String) async throws {
      try await server.line(of: .errors) { $0.contains(text) }
    }

    /// Replaces the script atomically, because half of it would be another script.
    func write(_ source: String) throws {
      try Data(source.utf8).write(to: URL(filePath: script), options: .atomic)
    }

    func remove() {
      try? FileManager.default.removeItem(atPath: String(script.dropLast("/bank.lua".count)))
    }
  }

  @Test("Each call prints a line, and keys reset, choose, and open")
  func keys() async throws {
    let served = try await Served(
      """
      shared { n = 1 }
      service "Bank" { rate = { reply(1), reply(2) }, wait = reply "late" :gate "door" }
      variant("rich", function() override("Bank", "rate", reply(70)) end)
      """)
    defer { served.remove() }
    let app = "SessionApp (process \(served.app.identifier ?? 0))"
    try await served.note("\(app) has joined")
    #expect(try await served.ask(1, "async Bank.rate") == "1")
    #expect(try await served.server.nextLine().hasPrefix("\(app) Bank.rate {} -> 1  "))
    try served.app.writeLine("2 async Bank.wait")
    try served.server.writeLine("g dor")
    try await served.note("unknown gate `dor`; did you mean `door`?")
    try served.server.writeLine("g door")
    #expect(try await served.app.line { $0.hasPrefix("2 ") } == #"2 "late""#)
    try served.server.writeLine("r")
    try await served.note("on request: the scenario restarts")
    #expect(try await served.ask(3, "async Bank.rate") == "1")
    try served.server.writeLine("n")
    try await served.note("variant `rich`: the scenario restarts")
    #expect(try await served.ask(4, "async Bank.rate") == "70")
    try served.server.writeLine("x")
    try await served.note("unknown key `x`")
    try served.server.send(signal: 2)
    #expect(try await served.server.exit() == .code(0))
    #expect(
      try await served.ask(5, "async Bank.rate").hasPrefix(
        "threw sessionLost: the session has ended"))
  }

  @Test("With a contract, violations are reported once when a script is loaded")
  func contract() async throws {
    let contract = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).json"
    try Data(
      #"""
      {"services": {"Bank": {"methods": [
        {"key": "rate", "result": "Int", "shape": {"type": "integer"}}],
        "name": "Bank", "properties": []}}, "version": 2}
      """#.utf8
    ).write(to: URL(filePath: contract))
    defer { try? FileManager.default.removeItem(atPath: contract) }
    let served = try await Served(
      "\nservice \"Bank\" { rate = reply \"1\" }", "--contract", contract)
    defer { served.remove() }
    try await served.note("bank.lua:2: `Bank.rate`, response 1, `reply`: ")
    try served.write("\n\nservice \"Bank\" { rate = function() return \"2\" end }")
    try await served.note("the scenario restarts")
    _ = try await served.ask(1, "async Bank.rate")
    try await served.note("bank.lua:3: `Bank.rate`, response 1, `reply`: ")
    try served.write("service \"Bank\" { rat = reply(1) }")
    try await served.note("did you mean `rate`?")
    try served.server.send(signal: 2)
    #expect(try await served.server.exit() == .code(0))
    let told = served.server.standardError.split(separator: "\n").filter {
      $0.contains("bank.lua:2: ")
    }
    #expect(told.count == 1, "\(told)")
  }

  @Test("An app's messages are shown without secrets or terminal control characters")
  func hostileApp() async throws {
    let served = try await Served(
      #"service "Bank" { signIn = reply(true) }"#, "--quiet")
    defer { served.remove() }
    #expect(
      try await served.ask(1, #"async Bank.signIn {"password":"hunter2-secret"}"#) == "true")
    #expect(
      try await served.ask(2, "report x it was \u{1B}[2Jhunter2-secret?token=abc-def") == "reported"
    )
    try await served.note(#"it was \u{1B}[2J<redacted 1>?token=<redacted 2>"#)
    #expect(!served.server.standardError.contains("\u{1B}"))
    #expect(!served.server.standardError.contains("hunter2"))
  }

  @Test(
    "Terminal control characters in a call's line are escaped", arguments: [false, true])
  func hostileName(isJSON: Bool) async throws {
    let served = try await Served(
      #"service "Bank" { rate = reply(1) }"#, isJSON ? "--format=json" : "--color=never")
    defer { served.remove() }
    _ = try await served.ask(1, #"async Bank.r\#u{9B}2J {"a":"\#u{9B}\#u{202E}"}"#)
    let line = try await served.server.nextLine()
    #expect(!line.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" })
    #expect(line.contains(isJSON ? #"Bank.r\u009b2J"# : #"Bank.r\u{9B}2J"#))
    #expect(line.contains(isJSON ? #"{"a":"\u009b\u202e"}"# : #"{"a":"\u{9B}\u{202E}"}"#))
  }

  @Test("Ctrl-C waits for a script that is loading, but a second one doesn't")
  func interruptedTwice() async throws {
    var ends: [ProcessExit] = []
    // The loop decodes, because a loop without calls reaches the script's limit in less than a second. On a very slow
    // machine, even this script can end before the signals arrive. Then the test tries again.
    let ended = ProcessExit.code(0)
    while ends.count < 5, (ends.last ?? ended) == ended {
      let served = try await Served(#"service "Bank" { rate = reply(1) }"#, "--quiet")
      defer { served.remove() }
      try served.write(#"log "loading" while true do json.decode "[1]" end"#)
      try await served.note("loading")
      try served.server.send(signal: 2)
      try served.server.send(signal: 15)
      ends.append(try await served.server.exit())
    }
    let terminated = ProcessExit.code(128 + 15)
    #expect(ends.last == terminated)
  }

  @Test("A FIFO can't be read again, and is rejected at once")
  func fifo() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/mocklua-\(UUID().uuidString).lua"
    try #require(mkfifo(path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let server = LaunchedProcess(product: "mocklua", arguments: ["serve", path])
    try server.launch()
    #expect(try await server.exit() == .code(1))
    #expect(
      server.standardError.contains(
        "is a FIFO, but this command rereads the file when it changes; name a regular file"))
  }

  @Test("A changed script restarts the scenario, but errors in it are only reported")
  func reloading() async throws {
    let served = try await Served(
      #"shared { n = 1 } service "Bank" :bind "n" { rate = reply(1) }"#, "--format=json")
    defer { served.remove() }
    #expect(try await served.ask(1, "observe n") == "is 1")
    try served.write(#"shared { n = 2 } service "Bank" :bind "n" { rate = reply(20) }"#)
    try await served.note("the script has changed: the scenario restarts")
    #expect(try await served.app.line { $0.hasPrefix("1 ") } == "1 is 2")
    #expect(try await served.ask(2, "async Bank.rate") == "20")
    #expect(
      try await served.server.nextLine()
        == #"{"app":"SessionApp (process \#(served.app.identifier ?? 0))","args":{},"call":"Bank.rate","#
        + #""count":1,"place":"\#(served.script):1","result":"success","value":20}"#)
    try served.write("servise 'Bank' {}")
    try await served.note("has errors; the previous script stays in use")
    #expect(served.server.standardError.contains("bank.lua:1: "))
    #expect(try await served.ask(3, "async Bank.rate") == "20")
  }

  @Test("A script emptied and then written, or deleted and recreated, is read completely")
  func writtenInPlace() async throws {
    let served = try await Served(#"service "Bank" { rate = reply(1) }"#, "--quiet")
    defer { served.remove() }
    var number = 0
    func rate() async throws -> String {
      number += 1
      return try await served.ask(number, "async Bank.rate")
    }
    /// Returns the responses during a period long enough for several checks of the file.
    func rates() async throws -> Set<String> {
      let end = ContinuousClock.now + .milliseconds(700)
      var answers: Set<String> = []
      while ContinuousClock.now < end { answers.insert(try await rate()) }
      return answers
    }
    try served.write("")
    #expect(try await rates() == ["1"])
    try served.write(#"service "Bank" { rate = reply(20) }"#)
    try await served.note("the script has changed: the scenario restarts")
    #expect(try await rate() == "20")

    try FileManager.default.removeItem(atPath: served.script)
    try await served.note("bank.lua: no such file or folder; check the name")
    try await served.note("has errors; the previous script stays in use")
    #expect(try await rate() == "20")
    #expect(FileManager.default.createFile(atPath: served.script, contents: nil))
    #expect(try await rates() == ["20"])
    try served.write(#"service "Bank" { rate = reply(300) }"#)
    try await served.note("the script has changed: the scenario restarts")
    #expect(try await rate() == "300")

    // This writes another file and renames it.
    try Data(#"service "Bank" { rate = reply(4000) }"#.utf8)
      .write(to: URL(filePath: served.script), options: .atomic)
    try await served.note("the script has changed: the scenario restarts")
    #expect(try await rate() == "4000")
  }

  @Test("A method in the script that the app's protocol lacks is a warning at its line")
  func contracts() async throws {
    let served = try await Served(
      """
      service "Bank" {
        rate = reply(1),
        rat = reply(2),
      }
      """,
      environment: ["APP_CONTRACT": #"{"name": "Bank", "methods": [{"key": "rate"}]}"#])
    defer { served.remove() }
    try await served.note("bank.lua:3: `Bank` doesn't require `rat`; did you mean `rate`?")
    try served.write(#"service "Bank" { rate = { when({ curency = 1 }, reply(2)) } }"#)
    try await served.note("the scenario restarts")
    try await served.note(
      "bank.lua:1: `Bank.rate` has no argument `curency`; it takes no arguments")
  }

  @Test("With --once, the command ends with the first app")
  func once() async throws {
    let served = try await Served(#"service "Bank" { rate = reply(1) }"#, "--once")
    defer { served.remove() }
    #expect(try await served.ask(1, "async Bank.rate") == "1")
    try served.app.writeLine("2 quit")
    #expect(try await served.server.exit() == .code(0))
  }

  @Test("A port that is in use or invalid is rejected with the reason")
  func ports() async throws {
    let served = try await Served(#"service "Bank" { rate = reply(1) }"#)
    defer { served.remove() }
    let address = served.app.launchEnvironment["MOCK_SERVICE_SESSION"] ?? ""
    let port = String(address.split(separator: "/")[0].split(separator: ":")[1])
    let second = LaunchedProcess(
      product: "mocklua", arguments: ["serve", served.script, "--port", port])
    try second.launch()
    #expect(try await second.exit() == .code(1))
    #expect(
      second.standardError
        == "mocklua: 127.0.0.1:\(port): cannot listen: Address already in use; remove the port to let the"
        + " system choose a free one\n")
    let third = LaunchedProcess(
      product: "mocklua", arguments: ["serve", served.script, "--port", "70000"])
    try third.launch()
    #expect(try await third.exit() == .code(64))
  }
}
