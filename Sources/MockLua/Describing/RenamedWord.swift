/// A word that scripts had before, and the word to write instead.
///
/// Only the table ``all`` contains old words. The loader, `mocklua check`, and editors use it to report them.
struct RenamedWord {
  /// The place of a word.
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

  /// The place of both words.
  var place: Place
  /// The old word.
  var old: String
  /// The word to write.
  var new: String

  /// All words that were renamed.
  ///
  /// `variant` isn't in the table: it created an enum case before, and reports that use itself.
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
