import Foundation
import MockCalls
import MockConfiguration
import MockServices
import Testing

@testable import MockLua
@testable import MockLuaTools

/// Compares the generated documentation of the language's words with their table.
///
/// `scripts/write-words` regenerates it.
@Suite struct LanguageWordTests {
  /// The location of a place's table in an article: its section heading and table heading.
  private struct Table: CustomTestStringConvertible {
    var place: LanguageWord.Place
    var article = "Language"
    var heading: String
    var columns = "Word | Meaning"

    var testDescription: String { place.rawValue }
  }

  private static let tables = [
    Table(place: .declarations, heading: "## Declarations"),
    Table(place: .options, heading: "## Behaviors", columns: "List option | Meaning"),
    Table(place: .responses, heading: "## Responses", columns: "Word | Response"),
    Table(place: .builders, heading: "## Responses", columns: "Builder | Meaning"),
    Table(place: .rules, heading: "## Rules", columns: "Word | Rule"),
    Table(place: .values, heading: "## Values and helpers"),
    Table(place: .live, article: "Functions", heading: "## What it can use"),
    Table(
      place: .parameters, article: "Functions", heading: "## What it receives",
      columns: "Field | Meaning"),
    Table(
      place: .collections, article: "Functions", heading: "## Collections",
      columns: "Method | Meaning"),
  ]

  @Test("The articles list the words from the table", arguments: tables)
  private func articles(table: Table) throws {
    let path = "Sources/MockLua/MockLua.docc/\(table.article).md"
    let whole = try String(contentsOf: Self.file(path), encoding: .utf8)
    let start = "| \(table.columns) |\n| --- | --- |\n"
    let section = try #require(whole.range(of: "\(table.heading)\n")?.upperBound)
    let first = try #require(whole[section...].range(of: start)?.lowerBound)
    let last = try #require(whole[first...].range(of: "\n\n")?.lowerBound)
    let rows = LanguageWord.all.filter { $0.place == table.place }.map { word in
      "| \(word.forms.map { "`\($0)`" }.joined(separator: ", ")) | \(word.meaning) |"
    }
    let text = start + rows.joined(separator: "\n")
    try compare(path, whole, with: whole[..<first] + text + whole[last...])
  }

  private static func file(_ path: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../\(path)")
  }

  /// Compares a file with the expected text, or writes it.
  private func compare(_ path: String, _ text: String, with wanted: String) throws {
    if text == wanted { return }
    guard ProcessInfo.processInfo.environment["MOCKLUA_WRITE_WORDS"] == nil else {
      return try wanted.write(to: Self.file(path), atomically: true, encoding: .utf8)
    }
    Issue.record("\(path) is not what the table of words says; run scripts/write-words")
  }

  @Test("The JSON Schema describes the words' keys as in the table")
  func schema() throws {
    let path = "Sources/MockServices/Schema/mock-service-configuration.schema.json"
    let whole = try String(contentsOf: Self.file(path), encoding: .utf8)
    var text = whole
    for counterpart in Set(LanguageWord.all.compactMap(\.counterpart)) {
      let words = LanguageWord.all.filter { $0.counterpart == counterpart }
      let description = AnyCodableValue.string(
        words.map(\.documentation).joined(separator: " "))
      let start =
        switch counterpart {
        case .key(let key): "\"\(key)\": {"
        case .form(let title): "\"title\": \"\(title)\","
        }
      let parts = text.components(separatedBy: start)
      #expect(parts.count > 1, "the schema has no `\(start)`")
      text =
        try parts[0]
        + parts.dropFirst().map { part in
          let old = try #require(
            part.prefixMatch(of: #/\s+"description": "(?:[^"\\]|\\.)*"/#), "\(start)")
          let space = old.output.prefix { $0.isWhitespace }
          let new = String(decoding: description.compactJSON, as: UTF8.self)
          return start + space + "\"description\": \(new)" + part[old.range.upperBound...]
        }.joined()
    }
    try compare(path, whole, with: text)
  }

  /// Words of responses and methods without a key of their own in the configuration.
  private static let ofOthers: Set<String> = [
    // Parts of a route's or any other value.
    "status", "fault", "headers", "bytes", "socket", "close",
    // Written as repeated responses.
    "times",
    // The error of a stream, which is like any other error.
    "fails",
    // The matchers have a separate table.
    "is",
  ]

  @Test("Each word for a part of a response or method names its key")
  func counterparts() {
    let places: Set<LanguageWord.Place> = [.options, .responses, .builders, .rules]
    let unnamed = LanguageWord.all.filter { places.contains($0.place) && $0.counterpart == nil }
    #expect(Set(unnamed.flatMap(\.names)) == Self.ofOthers)
  }

  @Test("Every place has a table in an article")
  func places() {
    #expect(Set(Self.tables.map(\.place)) == Set(LanguageWord.Place.allCases))
  }

  /// Names that Lua defines.
  private static let ofLua: Set<String> = [
    "_G", "_VERSION", "assert", "collectgarbage", "coroutine", "error", "getmetatable", "ipairs",
    "load", "math", "next", "os", "pairs", "pcall", "rawequal", "rawget", "rawlen", "rawset",
    "select", "setmetatable", "string", "table", "tonumber", "tostring", "type", "utf8", "warn",
    "xpcall",
  ]

  private static func names(_ places: LanguageWord.Place...) -> Set<String> {
    Set(
      LanguageWord.all.filter { places.contains($0.place) && !$0.isBuilder }.flatMap(\.names))
  }

  @Test("The table lists exactly the words that can start an expression in a script")
  func words() async throws {
    let offered = Set(try await ConsoleScript.console("").completions(of: "").names)
    let known = Self.names(.declarations, .responses, .rules, .values, .live)
    var unknown: Set<String> = offered.subtracting(String.luaWords)
    unknown.subtract(Self.ofLua)
    unknown.subtract(known)
    #expect(unknown.sorted() == [])
    // `handle` stands for a service and isn't a name. `mode` is nil here.
    #expect(known.subtracting(offered).sorted() == ["handle", "mode"])
  }

  @Test("The table lists exactly the builders")
  func builders() async throws {
    let offered = try await ConsoleScript.console("").completions(of: "reply(1) :").names
    #expect(Set(offered) == LanguageWord.builderNames)
    #expect(ScriptFormat.builders == LanguageWord.builderNames)
  }

  @Test("The table lists exactly the methods of a collection")
  func collections() async throws {
    let console = try ConsoleScript.console("")
    _ = await console.evaluate("local rows = collection \"rows\"")
    #expect(Set(await console.completions(of: "rows:").names) == Self.names(.collections))
  }

  @Test("The table lists exactly the fields of a function's second parameter")
  func parameters() async throws {
    let script = """
      service "A" {
        m = {
          by = "id",
          function(args, call)
            local names = {}
            for name in pairs(call) do names[#names + 1] = "call." .. name end
            return names
          end,
        },
      }
      """
    let fields = LanguageWord.named("call").flatMap(\.forms).sorted().map { "\"\($0)\"" }
    let answer = try await ConsoleScript.answer(["services.A.m { id = 1 }"], source: script)
    #expect(answer == "{ \(fields.joined(separator: ", ")) }")
  }

  @Test("The table lists exactly the options of a method's list")
  func options() {
    #expect(Self.names(.options) == ["exhausted", "by"])
    let values: [String] = LanguageWord.named("exhausted").compactMap { word -> String? in
      word.forms[0].split(separator: "\"").last.map { String($0) }
    }
    let known: [String] = ExhaustBehavior.allCases.map(\.rawValue)
    #expect(Set(values) == Set(known))
  }

  @Test("Each entry has a form and a sentence", arguments: LanguageWord.all.indices)
  func entries(index: Int) {
    let word = LanguageWord.all[index]
    #expect(!word.names.isEmpty && !word.forms.isEmpty)
    #expect(word.meaning.hasSuffix(".") || word.meaning.hasSuffix("`."))
    #expect(!word.plainMeaning.contains("<doc:"))
  }
}
