/// A table constructor in the source: `{ ... }`.
struct TableConstructor {
  /// A named field.
  struct Key {
    /// The offset of the name in the source, in bytes.
    var start: Int32
    var count: Int32
    var line: Int32
    /// The index of the previous key of the same constructor in the scan's keys; negative if there isn't one.
    var previous: Int32
    /// Whether the name has escapes, so that it differs from the source text.
    var isEscaped = false
    /// Whether the value is a literal `nil`.
    var isLiteralNil = false
  }

  /// The word of the language that the constructor is an argument of.
  enum Head: Equatable {
    case service(String)
    case other
  }

  var line: Int
  var head = Head.other
  /// The line of the word that the constructor is an argument of; nil if it isn't a word of the language.
  var headLine: Int?
  /// The index of the last key in the scan's keys; negative if there isn't one.
  var lastKey: Int32 = -1

  /// Returns whether this constructor is an argument of a call that Lua reports at a line.
  ///
  /// A chain that spans several lines is reported at its first line before Lua 5.4.7. Since then, it is reported at the
  /// line of the constructor.
  func isGiven(at line: Int?) -> Bool { self.line == line || headLine == line }
}
