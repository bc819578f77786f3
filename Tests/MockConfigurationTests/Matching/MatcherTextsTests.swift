import Foundation
import Testing

@testable import MockConfiguration
@testable import MockData

/// Compares the generated documentation of matchers with their table.
///
/// `scripts/write-matchers` regenerates it.
@Suite struct MatcherTextsTests {
  @Test("The JSON Schema lists the operators from the table")
  func schema() throws {
    let entries = try Matcher.all.map { matcher in
      let accepts = matcher.negative.map { "\(matcher.summary); false: \($0.summary)" }
      let summary = "Accepts \(accepts ?? matcher.summary)."
      let members = [("description", AnyCodableValue.string(summary))] + matcher.form.schema
      let lines = try members.map { key, value in
        let text = try JSONWriter(style: .pretty).string(from: value)
        return "          \"\(key)\": " + text.replacing("\n", with: "\n          ")
      }
      return "        \"\(matcher.name)\": {\n\(lines.joined(separator: ",\n"))\n        }"
    }
    try compare(
      "Sources/MockServices/Schema/mock-service-configuration.schema.json",
      from: "        \"\(Matcher.all[0].name)\": {\n",
      to: "\n      },\n      \"additionalProperties\"",
      entries.joined(separator: ",\n"))
  }

  @Test("The language article lists the words from the table")
  func language() throws {
    let rows = Matcher.all.flatMap { matcher in
      guard let word = matcher.word else { return [String]() }
      guard let negative = matcher.negative else {
        return [
          "| `is.\(word)\(matcher.form.usage)` | \(matcher.summary) | `\(matcher.name)` |"
        ]
      }
      return [
        "| `is.\(word)` | \(matcher.summary) | `\(matcher.name): true` |",
        "| `is.\(negative.word)` | \(negative.summary) | `\(matcher.name): false` |",
      ]
    }
    let start = "| Matcher | Accepts | JSON |\n| --- | --- | --- |\n"
    try compare(
      "Sources/MockLua/MockLua.docc/Language.md", from: start, to: "\n\n",
      start + rows.joined(separator: "\n"))
  }

  @Test("The format article lists the operators from the table")
  func format() throws {
    var operands: [String] = []
    var names: [String: [String]] = [:]
    for matcher in Matcher.all {
      let kind = matcher.form.kind
      if names[kind] == nil { operands.append(kind) }
      names[kind, default: []].append("`\(matcher.name)`")
    }
    let rows = operands.map { "| \($0) | \(names[$0, default: []].joined(separator: " ")) |" }
    let start = "| Operand | Operators |\n| --- | --- |\n"
    try compare(
      "Sources/MockLua/MockLua.docc/Format.md", from: start, to: "\n\n",
      start + rows.joined(separator: "\n"))
  }

  @Test("Operands that are values are redacted like secrets")
  func secrets() {
    let shown = Matcher.all.filter { !$0.form.hasValues }.map(\.name)
    #expect(Redaction.operators == Set(shown))
  }

  /// Compares a section of a file with the expected text, or writes it.
  private func compare(_ path: String, from start: String, to end: String, _ text: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../\(path)")
    let whole = try String(contentsOf: file, encoding: .utf8)
    let first = try #require(whole.range(of: start)?.lowerBound)
    let last = try #require(whole[first...].range(of: end)?.lowerBound)
    if whole[first..<last] == text { return }
    guard ProcessInfo.processInfo.environment["MOCKLUA_WRITE_MATCHERS"] == nil else {
      return try (whole[..<first] + text + whole[last...])
        .write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("\(path) differs from the table of matchers; run scripts/write-matchers")
  }
}
