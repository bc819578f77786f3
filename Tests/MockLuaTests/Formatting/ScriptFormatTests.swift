import Foundation
import MockServices
import Testing

@testable import MockLua

/// The one style of scripts.
@Suite struct ScriptFormatTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  /// The scripts below a folder of the repository, by their paths.
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

  @Test("Examples are in the style", arguments: try scripts(in: "examples"))
  func examples(path: String) throws {
    let text = try Self.text(of: path)
    #expect(try formatted(text) == text)
  }

  /// Scripts that are no Lua on purpose, or pieces of the language's own, are told by their error.
  @Test(
    "Scripts of tests, and the language's own files, stay as they are when formatted twice",
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
    "A scattered script keeps its tokens and its comments, and is the same when formatted again",
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

  @Test("Constructs are the same, however they were scattered", arguments: FormatSample.all)
  func scatteredConstruct(sample: FormatSample) throws {
    for seed in 0..<50 as Range<UInt64> {
      let scattered = ScatteredScript.text(of: sample.source, seed: seed)
      let text = try ScriptFormat.text(of: scattered, name: "seed \(seed)")
      #expect(try ScriptFormat.text(of: text, name: "again") == text, "\(scattered)")
      #expect(Self.tokens(of: text) == Self.tokens(of: scattered), "\(scattered)")
      #expect(Self.comments(of: text) == Self.comments(of: scattered), "\(scattered)")
    }
  }

  /// The tokens without separators that mean nothing.
  private static func tokens(of source: String) -> [String] {
    let source = source.replacing("\r\n", with: "\n")
    return FormatToken.tokens(of: source).map(\.written).filter { $0 != "," && $0 != ";" }
  }

  private static func comments(of source: String) -> [String] {
    let source = source.replacing("\r\n", with: "\n")
    return FormatToken.tokens(of: source).flatMap { $0.gap.comments.map(\.text) }
  }

  @Test(
    "A scenario is the same before and after",
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
    "What does not compile is told with its line, and with what is expected",
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

  @Test("A script as deep as Lua takes it")
  func deep() throws {
    let depth = 150
    let tables = String(repeating: "{", count: depth) + String(repeating: "}", count: depth)
    #expect(try formatted("x = \(tables)").count > depth)
    let functions =
      String(repeating: "f(function() ", count: 60) + String(repeating: "end) ", count: 60)
    _ = try formatted(functions)
  }

  @Test("Formatting a long script takes time in proportion to it")
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
