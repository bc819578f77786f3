import MockPlatform
import Testing

@testable import MockLua

/// What `mocklua presets --swift` writes; the enums in this folder were written by it and are compiled.
@Suite("A script's scenarios become a Swift enum")
struct SwiftPresetsTests {
  private func text(of source: String, script: String = "a.lua") throws -> String {
    let scenario = try LuaScenario.load(source: source, name: "a.lua", directory: nil)
    return SwiftPresets(of: scenario.summaries, script: script).text
  }

  @Test(
    "The enums that these tests compile are what their scripts give",
    arguments: ["Login", "Awkward"])
  func written(name: String) throws {
    let folder = FilePath.folder(of: #filePath)
    let script = name.lowercased() + ".lua"
    let scenario = try LuaScenario.load(path: "\(folder)/\(script)")
    let file = try ScriptFiles.read("\(folder)/\(name)Scenario.swift")
    #expect(SwiftPresets(of: scenario.summaries, script: script).text == file)
  }

  @Test(
    "The type is named after the script",
    arguments: [
      ("login.lua", "LoginScenario"), ("../x/named-scenarios.lua", "NamedScenario"),
      ("my_flow.scenario.lua", "MyFlowScenario"), ("2fa.lua", "_2faScenario"),
      ("scenario.lua", "ScenarioCase"), ("...", "ScriptScenarioCase"),
      ("mock.lua", "MockScenarioCase"), ("class", "ClassScenario"),
    ])
  func typeNames(script: String, name: String) throws {
    #expect(
      try text(of: "scenario('a', function() end)", script: script).contains("enum \(name): "))
  }

  @Test("The type can be public, and named by the caller")
  func publicType() {
    let text = SwiftPresets(
      of: [ScenarioSummary(name: "a", comment: [])], script: "x \"y\".lua", typeName: "Flow",
      isPublic: true
    ).text
    #expect(
      text == """
        // Written by `mocklua presets --swift`; write it anew where the script changes.

        public import MockLua

        /// The scenarios of `x "y".lua`.
        public enum Flow: String, CaseIterable, ScriptScenario {
          /// The scenario `a`.
          case a

          public static var script: String { "x \\"y\\".lua" }
          public static var sourceFile: String { #filePath }
        }

        """)
  }

  @Test(
    "Documentation comes from the comment right above the scenario",
    arguments: [
      ("-- One.\n%", ["One."]), ("--- One.\n--\n  --   Two.  \n%", ["One.", "", "Two."]),
      ("-- One.\n\n%", []), ("--[[ One. ]]\n%", []), ("x = 1 -- One.\n%", []),
      ("-- One.\r\n%", ["One."]), ("local x = 1\n-- One.\n%", ["One."]), ("%", []),
      ("-- One.\nlocal x = 1\n%", []), ("-- One.\nscenario\n\"a\"\n(function() end)", ["One."]),
      ("-- One.\nscenario\n(\n  \"a\", function() end)", ["One."]),
      ("-- One.\nscenario -- Two.\n-- Three.\n'a' (function() end)", ["One."]),
      ("-- One.\nscenario [[a]]\n-- Two.\n(function() end)", ["One."]),
      ("local s = scenario\n-- One.\ns('a', function() end)", ["One."]),
    ])
  func comments(source: String, lines: [String]) throws {
    let declaration = "scenario('a', function()\nend)"
    let script = "local service\n" + source.replacing("%", with: declaration)
    let scenario = try LuaScenario.load(
      source: script.replacing("x = 1 ", with: "local x = 1 ").replacing(
        "local local", with: "local"),
      name: "a.lua", directory: nil)
    #expect(scenario.summaries == [ScenarioSummary(name: "a", comment: lines)])
  }

  @Test(
    "A type's name begins with a letter and is no word of the language",
    arguments: [
      ("Login", true), ("_x2", true), ("\u{c9}t\u{e9}", true), ("2a", false), ("a-b", false),
      ("", false), ("class", false), ("Type", false), ("a b", false), ("_", false),
    ])
  func isTypeName(text: String, isName: Bool) {
    #expect(SwiftName.isTypeName(text) == isName)
  }
}
