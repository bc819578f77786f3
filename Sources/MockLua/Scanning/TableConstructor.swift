internal import LuaRuntime

/// A table constructor of the source: `{ ... }`.
struct TableConstructor {
  /// A named field.
  struct Key: Equatable {
    var name: String
    var line: Int
    /// Whether `nil` itself is the value.
    var isLiteralNil = false
  }

  /// What the constructor is given to, where that is a word of the language.
  enum Head: Equatable {
    case service(String)
    case other
  }

  var file = ""
  var line: Int
  var head = Head.other
  /// The line of the word that the constructor is given to, where that is one of the language.
  var headLine: Int?
  var keys: [Key] = []
  /// The lines of `nil` as an element without a name.
  var literalNils: [Int] = []

  /// Whether a call from a line is given this constructor.
  ///
  /// A chain of several lines reports its first line before Lua 5.4.7, and the line of the
  /// constructor since.
  func isGiven(at line: Int) -> Bool { self.line == line || headLine == line }

  func place(of key: Key) -> LuaPlace { LuaPlace(file: file, line: key.line) }
}
