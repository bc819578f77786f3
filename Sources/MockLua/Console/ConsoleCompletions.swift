/// What a word at the end of a text could be completed to.
public struct ConsoleCompletions: Sendable, Equatable {
  /// Where the word begins, in bytes of UTF-8.
  public var start: Int
  /// The names, sorted; each replaces the word.
  public var names: [String]

  /// Creates completions.
  package init(start: Int, names: [String]) {
    self.start = start
    self.names = names
  }

  /// Keeps the names that begin with a prefix, each once.
  init(start: Int, names: [String], prefix: String) {
    self.init(start: start, names: Set(names.filter { $0.hasPrefix(prefix) }).sorted())
  }
}
