/// The possible completions of the word at the end of some text.
public struct ConsoleCompletions: Sendable, Equatable {
  /// The offset of the first character of the word, in UTF-8 bytes.
  public var start: Int
  /// The names, sorted.
  ///
  /// Each one can replace the word.
  public var names: [String]

  /// Creates completions.
  package init(start: Int, names: [String]) {
    self.start = start
    self.names = names
  }

  /// Keeps the names that start with a prefix, without duplicates.
  init(start: Int, names: [String], prefix: String) {
    self.init(start: start, names: Set(names.filter { $0.hasPrefix(prefix) }).sorted())
  }
}
