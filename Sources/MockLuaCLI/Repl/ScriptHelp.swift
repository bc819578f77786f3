import MockConfiguration
import MockLua

/// The REPL's help for the words of scripts, from the tables of words and matchers.
enum ScriptHelp {
  /// All words, builders, options, and matchers: `reply`, `after`, `is.gt`.
  static let names = Array(Set(LanguageWord.all.flatMap(\.names))) + Set(matchers.map(\.name))

  private static let matchers: [(name: String, summary: String)] = Matcher.all.flatMap { matcher in
    guard let word = matcher.word else { return [(name: String, summary: String)]() }
    return [("is.\(word)", matcher.summary)]
      + (matcher.negative.map { [("is.\($0.word)", $0.summary)] } ?? [])
  }

  /// Returns the forms of a word with their meanings; nil if it isn't a word.
  static func text(for name: String) -> String? {
    let summaries = matchers.filter { $0.name == name }.map { "Accepts \($0.summary)." }
    if !summaries.isEmpty { return ([name] + summaries).joined(separator: "\n") }
    let words = LanguageWord.named(name)
    guard !words.isEmpty else { return nil }
    return words.map { "\($0.forms.joined(separator: ", "))\n  \($0.plainMeaning)" }
      .joined(separator: "\n")
  }
}
