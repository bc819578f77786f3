/// A word that scripts had before, and the word to write instead.
///
/// The table ``all`` is the only place with old words: what loads a script, `mocklua check`, and editors that show its
/// issues report a script's old words by it.
struct RenamedWord {
  /// The place of a word.
  enum Place: String {
    /// A name of its own, such as `default_delay`.
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
  /// `variant` made a case of an enum before; the word itself tells that use apart.
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
