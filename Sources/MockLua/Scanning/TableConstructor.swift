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
  var keys: [Key] = []
  /// The lines of `nil` as an element without a name.
  var literalNils: [Int] = []

  func place(of key: Key) -> LuaPlace { LuaPlace(file: file, line: key.line) }
}
