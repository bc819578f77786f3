/// A word that scripts used in an earlier version, with the word that replaces it.
///
/// Only the table ``all`` contains old words. The loader, `mocklua check`, and editors report them.
struct RenamedWord {
  /// The context in which a word is used.
  enum Place: String {
    /// A global, such as `default_delay`.
    case global
    /// A word of a service's handle, such as `:bind`.
    case service
    /// A word of a response, such as `:ignore_unknown_keys`.
    case response
    /// A matcher, such as `is.all_of`.
    case matcher
  }

  /// The context in which both words are used.
  var place: Place
  /// The old word.
  var old: String
  /// The word that replaces it.
  var new: String

  /// All words that were renamed.
  ///
  /// `variant` isn't in the table. In an earlier version, it created an enum case, and that use is reported separately.
  static let all: [RenamedWord] = [
    RenamedWord(place: .global, old: "scenario", new: "variant"),
    RenamedWord(place: .global, old: "pass", new: "passthrough"),
    RenamedWord(place: .global, old: "delay_all", new: "default_delay"),
    RenamedWord(place: .global, old: "release", new: "open_gate"),
    RenamedWord(place: .service, old: "binds", new: "bind"),
    RenamedWord(place: .service, old: "passes", new: "passthrough"),
    RenamedWord(place: .response, old: "allows_extra", new: "ignore_unknown_keys"),
    RenamedWord(place: .matcher, old: "both", new: "all_of"),
    RenamedWord(place: .matcher, old: "either", new: "any_of"),
    RenamedWord(place: .matcher, old: "no", new: "anything_but"),
    RenamedWord(place: .matcher, old: "starting", new: "first_items"),
  ]
}
