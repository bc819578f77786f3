import MockConfiguration
import MockLua
import MockLuaTools
import Testing

@testable import MockLuaCLI

/// The REPL's help for words, which comes from their table.
struct ScriptHelpTests {
  @Test("Help explains each word as in the table", arguments: LanguageWord.all.indices)
  func words(index: Int) {
    let word = LanguageWord.all[index]
    for name in word.names {
      #expect(ScriptHelp.names.contains(name))
      #expect(ScriptHelp.text(for: name)?.contains(word.plainMeaning) == true)
    }
  }

  @Test("Help explains each matcher", arguments: Matcher.all.indices)
  func matchers(index: Int) {
    let matcher = Matcher.all[index]
    for (word, summary) in [
      (matcher.word, matcher.summary), (matcher.negative?.word, matcher.negative?.summary),
    ] {
      guard let word, let summary else { continue }
      let lines = ScriptHelp.text(for: "is.\(word)")?.split(separator: "\n") ?? []
      #expect(lines.first == "is.\(word)" && lines.contains("Accepts \(summary)."))
    }
  }
}
