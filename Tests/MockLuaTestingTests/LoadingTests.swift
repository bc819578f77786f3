import MockLua
import MockLuaTesting
import MockServices
import Testing

@Suite("A script that does not load")
struct LoadingTests {
  @Test(
    "It is an issue for each error, and the test does not run",
    .issues(
      "Scripts/broken.lua:2: `OTP.verify` is a table, not a response; write `reply { ... }` to return"
        + " with data",
      "Scripts/broken.lua:3: unknown builder `:afer`; did you mean `:after`?"),
    .scenario("Scripts/broken.lua"))
  func errors() {
    Issue.record("the test ran")
  }

  @Test(
    "It is an issue for each argument",
    .issues("script.lua:1: assignment to undeclared global `x`; write `local x = ...`"),
    .scenario(source: "x = 1", name: "script.lua"), arguments: [1, 2])
  func arguments(number: Int) {
    Issue.record("the test ran")
  }

  @Test(
    "One that stands in the test is named after the test, with a line of its own",
    .issues(
      "script of inline():2: assignment to undeclared global `x`; write `local x = ...`"),
    .scenario(source: "-- a script\nx = 1"))
  func inline() {
    Issue.record("the test ran")
  }

  @Test("It lies where a message says that it was looked for")
  func missing() throws {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioSession(path: "missing.lua", filePath: "/nowhere/Tests/LoginTests.swift")
    }
    let text = try #require(error?.description)
    #expect(
      text.hasPrefix(
        "missing.lua: the script is neither next to the test, in `/nowhere/Tests`, nor in the"
          + " working directory `/"))
    #expect(text.hasSuffix("`; put it in one of them, or write its path from one of them"))
  }

  @Test("It is named as it was written, and not by its path")
  func name() {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioSession(path: "Scripts/broken.lua")
    }
    #expect(error?.diagnostics.first?.description.hasPrefix("Scripts/broken.lua:") == true)
  }
}
