import MockLua
import MockLuaTesting
import MockServices
import Testing

@Suite("Scripts that don't load")
struct LoadingTests {
  @Test(
    "Each error is an issue, and the test doesn't run",
    .issues(
      "Scripts/broken.lua:2: `OTP.verify` is a table, not a response; write `reply { ... }` to return data",
      "Scripts/broken.lua:3: unknown builder `:afer`; did you mean `:after`?"),
    .scenario("Scripts/broken.lua"))
  func errors() {
    Issue.record("the test ran")
  }

  @Test(
    "Each argument has the issue",
    .issues("script.lua:1: assignment to undeclared global `x`; write `local x = ...`"),
    .scenario(source: "x = 1", name: "script.lua"), arguments: [1, 2])
  func arguments(number: Int) {
    Issue.record("the test ran")
  }

  @Test(
    "An inline script is named after the test, and has its own line numbers",
    .issues(
      "script of inline():2: assignment to undeclared global `x`; write `local x = ...`"),
    .scenario(source: "-- a script\nx = 1"))
  func inline() {
    Issue.record("the test ran")
  }

  @Test("A missing script's message shows where it was expected")
  func missing() throws {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioSession(path: "missing.lua", filePath: "/nowhere/Tests/LoginTests.swift")
    }
    let text = try #require(error?.description)
    #expect(
      text.hasPrefix(
        "missing.lua: the script was not found next to the test in `/nowhere/Tests`, in the"
          + " working directory `/"))
    #expect(
      text.hasSuffix(
        "`, or in the test bundle; put it in one of them, or write its path relative to one of them"
      ))
  }

  @Test("A script is named as written, not by its full path")
  func name() {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioSession(path: "Scripts/broken.lua")
    }
    #expect(error?.diagnostics.first?.description.hasPrefix("Scripts/broken.lua:") == true)
  }
}
