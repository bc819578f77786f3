/// A table constructor in the source, such as `{ ... }`.
struct TableConstructor {
  /// A named field.
  struct Key {
    /// The offset of the name in the source, in bytes.
    var start: Int32
    var count: Int32
    var line: Int32
    /// The index of the constructor's previous key, in the list of all keys.
    ///
    /// It is negative if there is none.
    var previous: Int32
    /// Whether the name contains escapes, so that it isn't the same as the source text.
    var isEscaped = false
    /// Whether the value is a literal `nil`.
    var isLiteralNil = false
  }

  /// The word of the language to which the constructor is an argument.
  enum Head: Equatable {
    case service(String)
    case other
  }

  var line: Int
  var head = Head.other
  /// The line of that word; nil if it isn't a word of the language.
  var headLine: Int?
  /// The index of the constructor's last key, in the list of all keys.
  ///
  /// It is negative if there is none.
  var lastKey: Int32 = -1

  /// Returns whether this constructor is an argument of a call that Lua reports at a line.
  ///
  /// Before Lua 5.4.7, a chain that spans several lines was reported at its first line. Since then, it is reported at
  /// the line of the constructor.
  func isGiven(at line: Int?) -> Bool { self.line == line || headLine == line }
}
