import Foundation
import MockConfiguration
import Testing

@testable import MockLua

/// What is written down of the language's words is what their table says; `scripts/write-words` writes it anew.
@Suite struct LanguageWordTests {
  /// Where an article has the table of a place: the heading above it, and the table's own.
  private struct Table: CustomTestStringConvertible {
    var place: LanguageWord.Place
    var article = "Language"
    var heading: String
    var columns = "Word | Meaning"

    var testDescription: String { place.rawValue }
  }

  private static let tables = [
    Table(place: .declarations, heading: "## Declarations"),
    Table(place: .options, heading: "## Behaviours", columns: "List option | Meaning"),
    Table(place: .responses, heading: "## Responses", columns: "Word | Response"),
    Table(place: .builders, heading: "## Responses", columns: "Builder | Meaning"),
    Table(place: .rules, heading: "## Rules", columns: "Word | Rule"),
    Table(place: .values, heading: "## Values and helpers"),
    Table(place: .live, article: "Functions", heading: "## Words of a running function"),
    Table(
      place: .parameters, article: "Functions", heading: "## What it receives",
      columns: "Field | Meaning"),
    Table(
      place: .collections, article: "Functions", heading: "## Collections",
      columns: "Method | Meaning"),
  ]

  @Test("The articles have the words of the table", arguments: tables)
  private func articles(table: Table) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/MockLua/MockLua.docc/\(table.article).md")
    let whole = try String(contentsOf: file, encoding: .utf8)
    let start = "| \(table.columns) |\n| --- | --- |\n"
    let section = try #require(whole.range(of: "\(table.heading)\n")?.upperBound)
    let first = try #require(whole[section...].range(of: start)?.lowerBound)
    let last = try #require(whole[first...].range(of: "\n\n")?.lowerBound)
    let rows = LanguageWord.all.filter { $0.place == table.place }.map { word in
      "| \(word.forms.map { "`\($0)`" }.joined(separator: ", ")) | \(word.meaning) |"
    }
    let text = start + rows.joined(separator: "\n")
    if whole[first..<last] == text { return }
    guard ProcessInfo.processInfo.environment["MOCKLUA_WRITE_WORDS"] == nil else {
      return try (whole[..<first] + text + whole[last...])
        .write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("\(table.article).md is not what the table of words says; run scripts/write-words")
  }

  @Test("Every place has a table in an article")
  func places() {
    #expect(Set(Self.tables.map(\.place)) == Set(LanguageWord.Place.allCases))
  }

  /// Names that Lua has itself.
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

  @Test("The table has each word that a script may begin an expression with, and no other")
  func words() async throws {
    let offered = Set(try await ConsoleScript.console("").completions(of: "").names)
    let known = Self.names(.declarations, .responses, .rules, .values, .live)
    #expect(
      offered.subtracting(LuaLexer.words).subtracting(Self.ofLua).subtracting(known).sorted() == [])
    // What `handle` stands for has no name of its own; `mode` is nil here.
    #expect(known.subtracting(offered).sorted() == ["handle", "mode"])
  }

  @Test("The table has each builder, and no other")
  func builders() async throws {
    let offered = try await ConsoleScript.console("").completions(of: "reply(1) :").names
    #expect(Set(offered) == LanguageWord.builderNames)
  }

  @Test("The table has each method of a collection, and no other")
  func collections() async throws {
    let console = try ConsoleScript.console("")
    _ = await console.evaluate("local rows = collection \"rows\"")
    #expect(Set(await console.completions(of: "rows:").names) == Self.names(.collections))
  }

  @Test("The table has each option of a method's list, and no other")
  func options() {
    #expect(Self.names(.options) == ["exhausted", "by"])
    let values = LanguageWord.named("exhausted").compactMap {
      $0.forms[0].split(separator: "\"").last
    }
    #expect(Set(values.map(String.init)) == Set(ExhaustBehavior.allCases.map(\.rawValue)))
  }

  @Test("Each entry has a form and a sentence", arguments: LanguageWord.all.indices)
  func entries(index: Int) {
    let word = LanguageWord.all[index]
    #expect(!word.names.isEmpty && !word.forms.isEmpty)
    #expect(word.meaning.hasSuffix(".") || word.meaning.hasSuffix("`."))
    #expect(!word.plainMeaning.contains("<doc:"))
  }
}
