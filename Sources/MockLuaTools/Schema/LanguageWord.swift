/// A word of the language and its meaning.
///
/// The articles, the JSON Schema, the REPL, the formatter, and the definitions for editors are all based on this type.
/// A word with several meanings has an entry for each of them.
package struct LanguageWord: Sendable {
  /// In the articles, there is a table for each place where a word can be used.
  package enum Place: String, CaseIterable, Sendable {
    /// At the top level of a script, including the builders of a service handle.
    case declarations
    /// In the list of a method.
    case options
    /// Anywhere a response is expected.
    case responses
    /// After a response.
    case builders
    /// In the list of a method, and in patterns.
    case rules
    /// Anywhere.
    case values
    /// In a running function.
    case live
    /// A parameter of a function.
    case parameters
    /// After a collection.
    case collections
  }

  /// The equivalent in a configuration, where the word's meaning is its description in the JSON Schema.
  package enum Counterpart: Hashable, Sendable {
    /// A key at any level.
    case key(String)
    /// A form of a value, identified by its title in the schema.
    case form(String)
  }

  /// The names have no colon, and they all have the same meaning.
  package let names: [String]
  package let place: Place
  /// The syntax, such as `:after(ms)`.
  package let forms: [String]
  /// The meaning, in Markdown with links to articles.
  package let meaning: String
  package let counterpart: Counterpart?

  /// Whether the word comes after a response, a service, or a description, as in `reply(1) :after(10)`.
  package var isBuilder: Bool {
    place == .builders || place == .declarations && forms[0].contains(" :")
  }

  /// The meaning as plain text, for a terminal or an editor in which links to articles don't work.
  package var plainMeaning: String {
    meaning.replacing(#/<doc:(\w+)>/#) { "the article \($0.1)" }
  }

  /// The documentation of the word, which consists of its syntax and its meaning.
  package var documentation: String { "`\(forms.joined(separator: "`, `"))`: \(plainMeaning)" }

  package static let builderNames = Set(all.filter(\.isBuilder).flatMap(\.names))

  /// Returns the entries with a name, in order; empty for an unknown name.
  package static func named(_ name: String) -> [LanguageWord] {
    all.filter { $0.names.contains(name) }
  }
}
