/// A piece of Lua that is written for a script, in order and not yet set: that is `ScriptFormat`'s.
package struct LuaPiece {
  /// An entry of a table: a field where it has a key, else an element.
  package struct Entry {
    /// Lines of comment above it; such a table never stands on one line.
    package var comments: [String] = []
    /// The key as it is written, such as `name` or `["a b"]`.
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

  /// The piece; it has line ends where only several lines will do.
  package let text: String
  /// Whether it may follow a word without parentheses: a table or a string.
  let standsAlone: Bool

  private init(text: String, standsAlone: Bool) {
    (self.text, self.standsAlone) = (text, standsAlone)
  }

  /// A piece that is written as it is.
  package init(_ text: String) {
    self.init(text: text, standsAlone: text.first.map { "{\"[".contains($0) } ?? false)
  }

  /// A table, on one line where it fits; an empty one is `{}`.
  package init(table entries: [Entry]) {
    guard entries.allSatisfy(\.comments.isEmpty) else {
      self.init(lines: entries)
      return
    }
    let text = entries.map(\.text).joined(separator: ", ")
    self.init(text: entries.isEmpty ? "{}" : "{ \(text) }", standsAlone: true)
  }

  /// A table that stands on lines of its own, however short: the methods of a service.
  package init(lines entries: [Entry]) {
    self.init(
      text: "{\n\(entries.map { "\($0.text),\n" }.joined())}", standsAlone: true)
  }

  /// Pieces one behind the other, as a word, its argument and its builders are.
  package init(_ pieces: LuaPiece...) { self.init(chain: pieces) }

  /// The same for a list of them.
  package init(chain pieces: [LuaPiece]) {
    self.init(text: pieces.map(\.text).joined(), standsAlone: false)
  }
}
