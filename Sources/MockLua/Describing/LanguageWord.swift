/// A word of the language with what it means, said once: articles, the JSON Schema, the REPL, the formatter
/// and the definitions for editors have it from here.
///
/// A word has an entry for each of its forms that mean something else.
package struct LanguageWord: Sendable {
  /// Where a word may stand; each has a table of its own in an article.
  package enum Place: String, CaseIterable, Sendable {
    /// At the top level of a script; builders of a service's handle among them.
    case declarations
    /// In the list of a method.
    case options
    /// Where a response stands.
    case responses
    /// Behind a response.
    case builders
    /// In the list of a method, and in patterns.
    case rules
    /// Anywhere.
    case values
    /// In a function that runs.
    case live
    /// What a function receives.
    case parameters
    /// Behind a collection.
    case collections
  }

  /// What says the same in a configuration; the JSON Schema has its description from here.
  package enum Counterpart: Hashable, Sendable {
    /// A key, wherever it stands.
    case key(String)
    /// A form that a value may have, by its title in the schema.
    case form(String)
  }

  /// The names that it describes, without a colon; more than one where they do the same.
  package let names: [String]
  package let place: Place
  /// How it is written, such as `:after(ms)`.
  package let forms: [String]
  /// What it means, in Markdown with links to articles.
  package let meaning: String
  /// What says the same in a configuration; nil where nothing does for itself.
  package let counterpart: Counterpart?

  init(
    _ names: [String], _ place: Place, _ forms: [String], as counterpart: Counterpart? = nil,
    _ meaning: String
  ) {
    (self.names, self.place, self.forms, self.meaning) = (names, place, forms, meaning)
    self.counterpart = counterpart
  }

  /// Whether it stands behind a response or a service: `reply(1) :after(10)`.
  package var isBuilder: Bool {
    place == .builders || place == .declarations && forms[0].hasPrefix("handle :")
  }

  /// The meaning for a terminal or an editor, where articles are no links.
  package var plainMeaning: String {
    meaning.replacing(#/<doc:(\w+)>/#) { "the article \($0.1)" }
  }

  /// The word as documentation beside it shows it: how it is written, and what it means.
  package var documentation: String { "`\(forms.joined(separator: "`, `"))`: \(plainMeaning)" }

  /// The names of all builders.
  package static let builderNames = Set(all.filter(\.isBuilder).flatMap(\.names))

  /// The entries of a word, a builder or an option, in their order; none for what is no word.
  package static func named(_ name: String) -> [LanguageWord] {
    all.filter { $0.names.contains(name) }
  }
}
