import Foundation
import MockLua
import MockLuaTesting
import MockScenarios
import MockServices
import Testing

/// The coverage of a script, from the session to the report.
@Suite struct CoverageTests {
  private static let source = """
    service "Shop" {
      price = { when({ size = "large" }, { reply(9), reply(10) }), reply(5) },
      order = { fail("soldOut"), reply(true) },
      stock = function() return 3 end,
      close = reply() :optional(),
    }
    http "https://shop.example" {
      ["GET /tea"] = reply { kind = "green" },
      ["GET /milk"] = status(404),
    }
    variant("offline", function() override "Shop" { order = fail("offline") } end)
    variant("empty", function() override "Shop" { stock = reply(0) } end)
    """

  @Test("A table shows the used parts, and a list the unused ones with location and suggestion")
  func table() async throws {
    let suite = try CoverageSuite(Self.source)
    try await suite.call("Shop.price", "Shop.order")
    try await suite.call("Shop.order", "Shop.stock", "https://shop.example.GET /tea")
    try await suite.call("Shop.order", variant: "offline")
    let run = try await suite.report()
    #expect(run.messages == "")
    #expect(
      run.output == """
                  covered  responses  rules  routes  functions  variants  lines
        shop.lua    54.5%        5/9    1/1     1/2        1/1       1/2    1/1

        shop.lua:2: step 2 of `Shop.price` was never used; make a call that uses it, or add `:optional()`
        shop.lua:2: step 3 of `Shop.price` was never used; make a call that uses it, or add `:optional()`
        shop.lua:3: step 2 of `Shop.order` was never used; make a call that uses it, or add `:optional()`
        shop.lua:9: `https://shop.example.GET /milk` was never used; make a call that uses it, or add `:optional()`
        shop.lua:12: variant `empty` was never loaded; load it, or remove it

        """)
  }

  @Test(
    "Too little coverage or anything unused fails, but the report is written"
  )
  func failing() async throws {
    let suite = try CoverageSuite("service 'Shop' { open = reply(1), close = reply(2) }")
    try await suite.call("Shop.open")
    let under = try await suite.report("--fail-under", "50.1")
    #expect(
      under.messages
        == "mocklua: shop.lua: 50.0% is covered, below the required 50.1%; add tests for the unused parts\n"
    )
    #expect(under.exit == .code(1))
    #expect(under.output.hasPrefix("          covered  responses\nshop.lua    50.0%        1/2\n"))
    #expect(try await suite.report("--fail-under", "50").exit == .code(0))
    let unused = try await suite.report("--fail-unused")
    #expect(
      unused.messages
        == "mocklua: 1 item was never used; make a call that uses it, or add `:optional()`\n")
    #expect(unused.exit == .code(1))
    try await suite.call("Shop.close")
    #expect(try await suite.report("--fail-unused", "--fail-under", "100").exit == .code(0))
  }

  @Test("A reset forgets calls, but not their coverage")
  func reset() async throws {
    let suite = try CoverageSuite("service 'Shop' { open = reply(1) }")
    let session = try suite.session()
    _ = try await session.runtime.sequencer(for: "Shop").answer(for: "open")
    try await session.runtime.reset()
    _ = try await session.runtime.sequencer(for: "Shop").answer(for: "open")
    _ = session.finish()
    #expect(try await suite.report("--format", "lcov").output.contains("\nDA:1,2\n"))
  }

  @Test("Moved lines are found, and removed lines are distinguished")
  func changed() async throws {
    let suite = try CoverageSuite(
      """
      service "Shop" {
        open = reply(1),
        close = reply(2),
        sell = reply(3),
      }
      """)
    try await suite.call("Shop.open", "Shop.close")
    try suite.write(
      """
      -- The shop.
      service "Shop" {
          open = reply(1),
        sell = reply(3),
      }
      """, to: "shop.lua")
    let run = try await suite.report()
    let notes = """
      shop.lua:4: `Shop.sell` was never used; make a call that uses it, or add `:optional()`
      shop.lua: `Shop.close`, formerly on line 3, was removed since a test used it

      """
    #expect(
      run.output == """
                  covered  responses
        shop.lua    50.0%        1/2

        shop.lua: has changed since its tests ran; its new parts are not listed

        """ + notes)
    // A later process uses the current file.
    try await suite.call("Shop.sell")
    #expect(
      try await suite.report().output == """
                  covered  responses
        shop.lua   100.0%        2/2

        shop.lua: `Shop.close`, formerly on line 3, was removed since a test used it

        """)
  }

  @Test("A script with errors isn't counted, because it can't be used")
  func errors() async throws {
    let suite = try CoverageSuite("service 'Shop' { open = reply(1) }")
    try await suite.call("Shop.open")
    #expect(throws: ScenarioError.self) {
      try ScenarioRuntime(
        source: "variant('late', function() end)\nservise 'Shop' {}", name: "broken.lua",
        options: ScenarioOptions(coverage: suite.data.path))
    }
    #expect(
      try await suite.report().output
        == "          covered  responses\nshop.lua   100.0%        1/1\n")
  }

  @Test("The trait's option overrides the environment")
  func option() async throws {
    let suite = try CoverageSuite("service 'Shop' { open = reply(1) }")
    let trait = ScenarioTrait.scenario(
      source: "service 'Tea' { brew = reply(1) }", name: "tea.lua", coverage: suite.data.path)
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil) {
      _ = try await ScenarioRuntime.current.sequencer(for: "Tea").answer(for: "brew")
    }
    #expect(
      try await suite.report().output
        == "         covered  responses\ntea.lua   100.0%        1/1\n")
  }
}
