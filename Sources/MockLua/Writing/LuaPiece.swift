/// A piece of generated Lua code, before `ScriptFormat` formats it.
package struct LuaPiece {
  /// An entry of a table.
  ///
  /// It is a field if it has a key, and otherwise an element.
  package struct Entry {
    /// The comment lines above the entry.
    ///
    /// They require a table with several lines.
    package var comments: [String] = []
    /// The key in Lua syntax, such as `name` or `["a b"]`.
    package var key: String?
    package var value: LuaPiece

    package init(comments: [String] = [], key: String? = nil, _ value: LuaPiece) {
      (self.comments, self.key, self.value) = (comments, key, value)
    }

    fileprivate var text: String {
      let comments = comments.map { $0.isEmpty ? "--\n" : "-- \($0)\n" }.joined()
      return comments + (key.map { "\($0) = " } ?? "") + value.text
    }
  }

  /// The code.
  ///
  /// It contains line breaks only if it needs several lines.
  package let text: String
  /// Whether it can be an argument without parentheses, because it is a table or a string.
  let standsAlone: Bool

  private init(text: String, standsAlone: Bool) {
    (self.text, self.standsAlone) = (text, standsAlone)
  }

  /// Creates a piece from code.
  package init(_ text: String) {
    self.init(text: text, standsAlone: text.first.map { "{\"[".contains($0) } ?? false)
  }

  /// Creates a table, on one line if it fits.
  ///
  /// An empty table is `{}`.
  package init(table entries: [Entry]) {
    guard entries.allSatisfy(\.comments.isEmpty) else {
      self.init(lines: entries)
      return
    }
    let text = entries.map(\.text).joined(separator: ", ")
    self.init(text: entries.isEmpty ? "{}" : "{ \(text) }", standsAlone: true)
  }

  /// Creates a table with one entry per line, regardless of its length, such as the methods of a service.
  package init(lines entries: [Entry]) {
    self.init(
      text: "{\n\(entries.map { "\($0.text),\n" }.joined())}", standsAlone: true)
  }

  /// Creates a chain of pieces, such as a word, its argument, and its builders.
  package init(_ pieces: LuaPiece...) { self.init(chain: pieces) }

  /// Creates a chain from a list of pieces.
  package init(chain pieces: [LuaPiece]) {
    self.init(text: pieces.map(\.text).joined(), standsAlone: false)
  }
}
