import Foundation
import LuaRuntime
import MockLua
import MockServices
import Testing

/// What is hardly meant in a script, with its line.
struct StaticCheckTests {
  private func findings(_ source: String, allowsComputed: Bool = true) -> [String] {
    StaticCheck.findings(
      source: source, name: "a.lua", directory: nil, allowsComputed: allowsComputed
    ).map { "\($0.place?.line ?? 0) \($0.code)" }
  }

  @Test("Finds oddities on their lines")
  func findsOddities() {
    let source = """
      shared { idle = 1,
        empty = null, bound = 1 }
      service "A" :binds "empty"
        :binds("bound") :initial { bound = 2 } {
        m = {
          when({ a = is.gt(1) }, reply(1)),
          when({ a = 2 },
            reply(2)),
          when({ a = is.one_of {} }, reply(3)),
          reply("x"),
        },
      }
      """
    #expect(
      findings(source) == [
        "1 unused-shared-key", "3 empty-binding", "4 overridden-initial-value",
        "8 unreachable-rule", "9 impossible-match", "10 other-shape",
      ])
  }

  @Test("A key that only one scenario uses is used, and one that none uses is told once")
  func comparesScenarios() {
    let source = """
      shared { a = 1, b = 2 }
      service "A" { m = reply(1) }
      scenario("one", function() override("A", "m", reply(1) :set { a = 2 }) end)
      scenario("two", function() override("A", "m", reply(2)) end)
      """
    #expect(findings(source) == ["1 unused-shared-key"])
  }

  @Test(
    "A key that a function reads or sets is used",
    arguments: [
      "m = function() return state.k end", "m = function() state[\"k\"] = 1 end",
      "m = function() return reply(1) :set { k = 2 } end",
    ])
  func readsFunctions(method: String) {
    #expect(findings("shared { k = 1 }\nservice \"A\" { \(method) }").isEmpty)
    #expect(
      findings("shared { k = 1 }\nservice \"A\" { m = function() end }") == ["1 unused-shared-key"])
  }

  @Test(
    "A gate that no function releases is told, each once for a method",
    arguments: [
      ("m = { reply(1) :gate 'g', reply(2) :gate 'g' }", ["1 unopened-gate"]),
      ("m = reply(1) :gate 'g', n = function() release 'other' end", ["1 unopened-gate"]),
      ("m = reply(1) :gate 'g', n = function() release 'g' end", []),
      ("m = reply(1) :gate 'g', n = function(args) release(args.gate) end", []),
    ])
  func tellsGates(methods: String, expected: [String]) {
    #expect(findings("service \"A\" { \(methods) }") == expected)
  }

  @Test("A configuration that carries a script may open its gates")
  func allowsGatesOfCarriedScripts() {
    let entry =
      #""services":{"A":{"methods":{"m":{"responses":[{"result":"success","gate":"g"}]}}}}"#
    let script = #""script":{"name":"a.lua","source":"local a = 1"}"#
    func codes(_ json: String) -> [String] {
      StaticCheck.findings(json: json, file: "a.json").map(\.code)
    }
    #expect(codes("{\(entry)}") == ["unopened-gate"])
    #expect(codes("{\(entry),\(script)}").isEmpty)
  }

  @Test("Tells mistakes of the script, and of each scenario")
  func tellsMistakes() {
    #expect(findings("service \"A\" { m = replyy(1) }") == ["1 mistake"])
    let source = """
      service "A" { m = reply(1) }
      scenario("x", function() override("B", "m", reply(1)) end)
      scenario("y", function() override("C", "m", reply(1)) end)
      """
    #expect(findings(source) == ["2 mistake", "3 mistake"])
  }

  @Test("Refuses functions where only static answers are wanted")
  func refusesFunctions() {
    let source = """
      service "A" {
        m = function() end,
        n = { when(function() return true end, reply(1)), reply(2) },
      }
      """
    #expect(findings(source).isEmpty)
    #expect(findings(source, allowsComputed: false) == ["2 computed-answer", "3 computed-answer"])
  }

  @Test("Tells mistakes of the script that a configuration carries")
  func tellsMistakesOfCarriedScript() {
    func findings(_ source: String) -> [String] {
      let script = #""script":{"name":"a.lua","source":"\#(source)"}"#
      return StaticCheck.findings(json: #"{"services":{},\#(script)}"#, file: "a.json")
        .map(\.description)
    }
    #expect(findings("local a = 1").isEmpty)
    #expect(
      findings("replyy(1)") == [
        "a.json: in its script, a.lua:1: undeclared global `replyy`; did you mean `reply`?"
      ])
  }

  @Test("A response is named by its line in messages of a script, and the note stands there")
  func namesLines() throws {
    let source = """
      service "A" { m = {
        when({ a = is.gt(1) }, reply(1)),
        when({ a = 2 }, reply("x")),
      } }
      """
    let found = StaticCheck.findings(source: source, name: "a.lua", directory: nil)
    #expect(
      found.map(\.problem) == [
        "the value of `A.m` is a string, and a number on line 2",
        "this rule of `A.m` is never reached: the rule on line 2 accepts whatever it does",
      ])
    for finding in found {
      #expect(finding.place == SourcePlace(file: "a.lua", line: 3))
      #expect(finding.notes.map(\.place) == [SourcePlace(file: "a.lua", line: 2)])
    }
    let configuration = try LuaScenario.load(source: source, name: "a.lua", directory: nil)
    let inJSON = StaticCheck.findings(json: try configuration.configuration.json(), file: "a.json")
    #expect(
      inJSON.map(\.problem) == [
        "the value of `A.m` is a string, and a number in response 1",
        "this rule of `A.m` is never reached: the rule of response 1 accepts whatever it does",
      ])
    #expect(inJSON.allSatisfy { $0.path.hasPrefix("services.A.methods.m.responses[1]") })
  }

  @Test("Finds nothing odd in the examples")
  func acceptsExamples() throws {
    let names = try Examples.names(ending: ".lua")
    #expect(names.count > 5)
    for name in names {
      let source = try String(
        contentsOf: Examples.folder.appending(path: "\(name).lua"), encoding: .utf8)
      let findings = StaticCheck.findings(
        source: source, name: "\(name).lua", directory: Examples.folder.path)
      // A test opens the gate of that one.
      #expect(
        findings.map(\.code) == (name == "rules-and-sequences" ? ["unopened-gate"] : []))
    }
  }

  @Test("Scenarios have as much time together as one may take, and what was not checked is said")
  func slowScenarios() {
    // Each takes a millisecond or two, so that none comes near the limit by itself, however busy the machine is.
    var options = ScenarioOptions()
    options.limits.deadline = .milliseconds(300)
    let findings = StaticCheck.findings(
      source: """
        for i = 1, 1000 do
          scenario("number " .. i, function() for _ = 1, 200000 do end end)
        end
        """, name: "a.lua", directory: nil, options: options)
    #expect(findings.count == 1)
    #expect(findings.first?.severity == .error)
    #expect(
      findings.first?.message.hasPrefix("the check has taken 0.3 seconds, and ") == true
        && findings.first?.message.contains("scenarios are not checked") == true)
  }
}
