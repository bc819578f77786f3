/// A table constructor of the source: `{ ... }`.
struct TableConstructor {
  /// A named field.
  struct Key {
    /// Where its name stands in the source, in bytes.
    var start: Int32
    var count: Int32
    var line: Int32
    /// The key before it in the same constructor, counted in the scan's keys; negative for none.
    var previous: Int32
    /// Whether it is written with escapes, so that the source does not show the name itself.
    var isEscaped = false
    /// Whether `nil` itself is the value.
    var isLiteralNil = false
  }

  /// What the constructor is given to, where that is a word of the language.
  enum Head: Equatable {
    case service(String)
    case other
  }

  var line: Int
  var head = Head.other
  /// The line of the word that the constructor is given to, where that is one of the language.
  var headLine: Int?
  /// The last of its keys, counted in the scan's keys; negative for none.
  var lastKey: Int32 = -1

  /// Whether a call from a line is given this constructor.
  ///
  /// A chain of several lines reports its first line before Lua 5.4.7, and the line of the
  /// constructor since.
  func isGiven(at line: Int?) -> Bool { self.line == line || headLine == line }
}
