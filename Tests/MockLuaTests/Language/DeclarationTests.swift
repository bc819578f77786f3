import MockLua
import MockServices
import Testing

@Suite struct DeclarationTests {
  @Test("A declaration becomes its part of the configuration", arguments: declarations + overrides)
  func declaration(output: ScriptOutput) throws {
    try output.check()
  }

  static let declarations = ScriptOutput.scripts(
    #"""
    -- an empty script
    {"services":{}}

    shared { a = 0, b = null, c = { 1 } }
    {"services":{},"sharedState":{"a":{"initial":0},"b":{"initial":null},"c":{"initial":[1]}}}

    shared { a = 0 }
    shared { a = 0, b = 1 }
    {"services":{},"sharedState":{"a":{"initial":0},"b":{"initial":1}}}

    service "A" :bind "x" -- names are checked at the end
    shared { x = 0 }
    {"services":{"A":{"bindings":{"x":"x"},"methods":{}}},"sharedState":{"x":{"initial":0}}}

    shared { x = 0, y = 1 }
    service "A" :bind("x", "y")
    {"services":{"A":{"bindings":{"x":"x","y":"y"},"methods":{}}},"sharedState":{"x":{"initial":0},"y":{"initial":1}}}

    shared { x = 0 }
    service "A" :bind { status = "x", state = "x" }
    {"services":{"A":{"bindings":{"state":"x","status":"x"},"methods":{}}},"sharedState":{"x":{"initial":0}}}

    service "A" :initial { count = 3, user = null } { m = reply() }
    {"services":{"A":{"initialState":{"count":3,"user":null},"methods":{"m":{"responses":[{"result":"success"}]}}}}}

    service "A" { m = reply(1) }
    service "A" { n = reply(2) }
    {"services":{"A":{"methods":{"m":{"responses":[{"result":"success","value":1}]},"n":{"responses":[{"result":"success","value":2}]}}}}}

    service "A" { m = reply(1) } { n = reply(2) }
    {"services":{"A":{"methods":{"m":{"responses":[{"result":"success","value":1}]},"n":{"responses":[{"result":"success","value":2}]}}}}}

    local a = service "A"
    a.bind, a.name, a.methods, a.unknown = reply(1), reply(2), reply(3), reply(4)
    {"services":{"A":{"methods":{"bind":{"responses":[{"result":"success","value":1}]},"methods":{"responses":[{"result":"success","value":3}]},"name":{"responses":[{"result":"success","value":2}]},"unknown":{"responses":[{"result":"success","value":4}]}}}}}

    service "A" { ["end"] = reply() }
    {"services":{"A":{"methods":{"end":{"responses":[{"result":"success"}]}}}}}

    local common = { a = reply() }
    service "A" (common)
    service "A" {
      b = reply(),
    }
    {"services":{"A":{"methods":{"a":{"responses":[{"result":"success"}]},"b":{"responses":[{"result":"success"}]}}}}}
    """#)

  static let overrides = ScriptOutput.scripts(
    #"""
    override("A", "m", fail("x"))
    service "A" { m = reply(1) }
    {"services":{"A":{"methods":{"m":{"responses":[{"error":{"code":"x","message":"x"},"result":"error"}]}}}}}

    service "A" { m = reply(1), n = reply(2) }
    override "A" { m = { reply(3), exhausted = "cycle" } }
    {"services":{"A":{"methods":{"m":{"exhaustBehavior":"cycle","responses":[{"result":"success","value":3}]},"n":{"responses":[{"result":"success","value":2}]}}}}}

    service "A" { m = reply(1) }
    override("A", "m", reply(2))
    override("A", "m", reply(3))
    {"services":{"A":{"methods":{"m":{"responses":[{"result":"success","value":3}]}}}}}

    shared { a = 0, b = 0 }
    override { b = 1 }
    {"services":{},"sharedState":{"a":{"initial":0},"b":{"initial":1}}}

    default_delay(100)
    service "A" { m = { reply(), reply() :after(5), fail("x"), function() end, when({ a = 1 }, stream {}) } }
    {"services":{"A":{"methods":{"m":{"responses":[{"delayMs":100,"result":"success"},{"delayMs":5,"result":"success"},{"delayMs":100,"error":{"code":"x","message":"x"},"result":"error"},{"callback":"A.m#1","delayMs":100,"result":"callback"},{"delayMs":100,"match":{"a":1},"result":"stream","values":[]}]}}}}}

    service "A" { m = reply(1) }
    override("A", "m", reply(2))
    default_delay { min = 1, max = 2 }
    {"services":{"A":{"methods":{"m":{"responses":[{"delayMs":{"max":2,"min":1},"result":"success","value":2}]}}}}}
    """#)

  private static let script = """
    shared { a = 0 }
    service "A" { m = reply(1) }
    variant("failing", function() override("A", "m", fail("x")) end)
    variant "more" (function()
      override { a = 1 }
      service "A" { n = reply(2) }
      service "B" :bind "a"
    end)
    """

  @Test(
    "A chosen scenario runs after the top level",
    arguments: [
      (nil, #""A":{"methods":{"m":{"responses":[{"result":"success","value":1}]}}}"#, 0),
      (
        "failing",
        #""A":{"methods":{"m":{"responses":[{"error":{"code":"x","message":"x"},"result":"error"}]}}}"#,
        0
      ),
      (
        "more",
        #""A":{"methods":{"m":{"responses":[{"result":"success","value":1}]},"n":{"responses":"#
          + #"[{"result":"success","value":2}]}}},"B":{"bindings":{"a":"a"},"methods":{}}"#, 1
      ),
    ])
  func scenario(name: String?, services: String, initial: Int) throws {
    var options = ScenarioOptions()
    options.variant = name
    let scenario = try LuaScenario.load(
      source: Self.script, name: "m.lua", directory: nil, options: options)
    #expect(scenario.variantNames == ["failing", "more"])
    #expect(
      try scenario.configuration.json(.compact)
        == #"{"services":{\#(services)},"sharedState":{"a":{"initial":\#(initial)}}}"#)
  }
}
