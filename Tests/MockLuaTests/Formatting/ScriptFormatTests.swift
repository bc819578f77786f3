import Foundation
import MockServices
import Testing

@testable import MockLua

/// The formatting style of scripts.
@Suite struct ScriptFormatTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  /// Returns the scripts in a folder of the repository, by path.
  private static func scripts(in folder: String) throws -> [String] {
    let url = root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".lua") && !$0.contains(".build") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  private static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private func formatted(_ source: String) throws -> String {
    let text = try ScriptFormat.text(of: source, name: "a.lua")
    #expect(try ScriptFormat.text(of: text, name: "a.lua") == text)
    return text
  }

  @Test("The examples are formatted", arguments: try scripts(in: "examples"))
  func examples(path: String) throws {
    let text = try Self.text(of: path)
    #expect(try formatted(text) == text)
  }

  /// Intentionally invalid scripts and fragments of the language, which are skipped if they have an error.
  @Test(
    "Test scripts and the language's own files stay the same when formatted twice",
    arguments: try scripts(in: "Tests") + scripts(in: "Sources"))
  func twice(path: String) throws {
    let text = try Self.text(of: path)
    do {
      _ = try formatted(text)
    } catch let error as ScenarioError {
      #expect(!"\(error)".contains("for formatting"))
    }
  }

  @Test("Lua's constructs", arguments: FormatSample.all)
  func construct(sample: FormatSample) throws {
    #expect(try formatted(sample.source) == sample.text)
    #expect(try formatted(sample.text) == sample.text)
  }

  @Test(
    "A scattered script keeps its tokens and comments, and formatting it again changes nothing",
    arguments: try scripts(in: "examples") + scripts(in: "Sources"))
  func scattered(path: String) throws {
    let source = try Self.text(of: path)
    for seed in 0..<8 as Range<UInt64> {
      let scattered = ScatteredScript.text(of: source, seed: seed)
      let text = try ScriptFormat.text(of: scattered, name: "\(path), seed \(seed)")
      #expect(try ScriptFormat.text(of: text, name: "again") == text, "\(path), seed \(seed)")
      #expect(Self.tokens(of: text) == Self.tokens(of: scattered), "\(path), seed \(seed)")
      #expect(Self.comments(of: text) == Self.comments(of: scattered), "\(path), seed \(seed)")
    }
  }

  @Test("Constructs look the same however they were scattered", arguments: FormatSample.all)
  func scatteredConstruct(sample: FormatSample) throws {
    for seed in 0..<50 as Range<UInt64> {
      let scattered = ScatteredScript.text(of: sample.source, seed: seed)
      let text = try ScriptFormat.text(of: scattered, name: "seed \(seed)")
      #expect(try ScriptFormat.text(of: text, name: "again") == text, "\(scattered)")
      #expect(Self.tokens(of: text) == Self.tokens(of: scattered), "\(scattered)")
      #expect(Self.comments(of: text) == Self.comments(of: scattered), "\(scattered)")
    }
  }

  /// Returns the tokens without optional separators.
  private static func tokens(of source: String) -> [String] {
    let source = source.replacing("\r\n", with: "\n")
    return LuaToken.tokens(of: source).map(\.written).filter { $0 != "," && $0 != ";" }
  }

  private static func comments(of source: String) -> [String] {
    let source = source.replacing("\r\n", with: "\n")
    return LuaToken.tokens(of: source).flatMap { $0.gap.comments.map(\.text) }
  }

  @Test(
    "A scenario is the same before and after formatting",
    arguments: try Examples.outputs().filter { $0.variant == nil })
  func configuration(example: Examples.Output) throws {
    let name = "\(example.script).lua"
    let source = try Self.text(of: "examples/\(name)")
    let folder = Self.root.appending(path: "examples").path
    let expected = try LuaScenario.load(source: source, name: name, directory: folder)
    for seed in 0..<4 as Range<UInt64> {
      let text = try ScriptFormat.text(
        of: ScatteredScript.text(of: source, seed: seed), name: name)
      let scenario = try LuaScenario.load(source: text, name: name, directory: folder)
      #expect(try scenario.configuration.json() == expected.configuration.json())
    }
  }

  @Test(
    "A script that doesn't compile is reported with its line and the expected token",
    arguments: [
      ("x = = 1", "a.lua:1: unexpected symbol near '='"),
      (
        "service \"A\" {\n  m = reply(1)\n",
        "a.lua:3: '}' expected (to close '{' at line 1) near <eof>"
      ),
      (
        "local a <const> = 1\na = 2",
        "a.lua:2: attempt to assign to const variable 'a'; write `local` without it"
      ),
      ("goto nowhere", "a.lua:1: no visible label 'nowhere' for <goto> at line 1"),
      ("if x != 1 then end", "a.lua:1: 'then' expected near '!'; write `~=` for `!=`"),
    ])
  func errors(source: String, message: String) {
    let error = #expect(throws: ScenarioError.self) {
      try ScriptFormat.text(of: source, name: "a.lua")
    }
    #expect(error?.description == message)
  }

  @Test("A script nested as deeply as Lua allows")
  func deep() throws {
    let depth = 150
    let tables = String(repeating: "{", count: depth) + String(repeating: "}", count: depth)
    #expect(try formatted("x = \(tables)").count > depth)
    let functions =
      String(repeating: "f(function() ", count: 60) + String(repeating: "end) ", count: 60)
    _ = try formatted(functions)
  }

  @Test("Formatting a long script takes time proportional to its length")
  func long() throws {
    let line = "service \"A\" { m = { reply { a = 1, bb = \"two\" } :after(1), fail(\"code\") } }\n"
    let text = String(repeating: line, count: 4000)
    let wide = "x = { \(String(repeating: "a = 1, ", count: 40_000)) }"
    let start = ContinuousClock.now
    _ = try ScriptFormat.text(of: text, name: "a.lua")
    _ = try ScriptFormat.text(of: wide, name: "a.lua")
    #expect(ContinuousClock.now - start < .seconds(60))
  }
}
