/// A piece of Lua as a person would set it: on one line where it fits, else a table with an entry a line.
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
  }

  private enum Form {
    case text(String)
    case table([Entry])
    /// One behind the other.
    case chain([LuaPiece])
  }

  private let form: Form
  /// The characters that it takes on one line; `unbounded` where it cannot stand on one.
  private let width: Int

  private static let unbounded = 1 << 30
  /// The columns of a line.
  private static let limit = 100
  /// Elements of a list up to this width share lines.
  private static let narrow = 12

  /// A piece that is written as it is.
  package init(_ text: String) {
    form = .text(text)
    width = text.utf8.contains(UInt8(ascii: "\n")) ? Self.unbounded : text.count
  }

  /// A table; an empty one is `{}`.
  package init(table entries: [Entry]) {
    form = .table(entries)
    var sum = entries.isEmpty ? 2 : 2 + 2 * entries.count
    for entry in entries {
      sum += entry.value.width + (entry.key.map { $0.count + 3 } ?? 0)
      if !entry.comments.isEmpty { sum = Self.unbounded }
      sum = min(sum, Self.unbounded)
    }
    width = sum
  }

  /// A table that stands on lines of its own, however short: the methods of a service.
  package init(lines entries: [Entry]) {
    form = .table(entries)
    width = Self.unbounded
  }

  /// Pieces one behind the other, as a word, its argument and its builders are.
  package init(_ pieces: LuaPiece...) { self.init(chain: pieces) }

  /// The same for a list of them.
  package init(chain pieces: [LuaPiece]) {
    form = .chain(pieces)
    width = min(pieces.reduce(0) { min($0 + $1.width, Self.unbounded) }, Self.unbounded)
  }

  /// Whether it may follow a word without parentheses: a table or a string.
  var standsAlone: Bool {
    switch form {
    case .text(let text): text.hasPrefix("{") || text.hasPrefix("\"") || text.hasPrefix("[")
    case .table: true
    case .chain: false
    }
  }

  /// The piece on one line.
  package var oneLine: String {
    switch form {
    case .text(let text): text
    case .chain(let pieces): pieces.map(\.oneLine).joined()
    case .table(let entries):
      entries.isEmpty
        ? "{}"
        : "{ "
          + entries.map { ($0.key.map { "\($0) = " } ?? "") + $0.value.oneLine }
          .joined(separator: ", ") + " }"
    }
  }

  /// Writes the piece behind what stands in the text already.
  ///
  /// - Parameters:
  ///   - text: The text, whose last line is the one at hand.
  ///   - indent: The columns by which that line is indented.
  ///   - column: How many columns of the line are taken.
  ///   - trailing: How many columns what follows takes at least.
  /// - Returns: How many columns of the last line are taken.
  @discardableResult
  package func write(
    to text: inout String, indent: Int = 0, column: Int = 0, trailing: Int = 0
  ) -> Int {
    if width < Self.unbounded, column + width + trailing <= Self.limit {
      text += oneLine
      return column + width
    }
    switch form {
    case .text(let own):
      text += own
      guard let end = own.lastIndex(of: "\n") else { return column + width }
      return own.distance(from: end, to: own.endIndex) - 1
    case .chain(let pieces):
      return Self.write(pieces, to: &text, indent: indent, column: column, trailing: trailing)
    case .table(let entries):
      if entries.isEmpty {
        text += "{}"
        return column + 2
      }
      Self.write(entries, to: &text, indent: indent)
      return indent + 1
    }
  }

  private static func write(
    _ pieces: [LuaPiece], to text: inout String, indent: Int, column: Int, trailing: Int
  ) -> Int {
    var column = column
    for (number, piece) in pieces.enumerated() {
      // Room for the punctuation up to where the next piece may break.
      let next = number + 1 < pieces.count ? pieces[number + 1].firstWidth : trailing
      if case .text(let own) = piece.form, own.hasPrefix(" :"), number > 0,
        column + piece.width + next > limit, column > indent + 8
      {
        text += "\n" + spaces(indent + 2)
        text += own.dropFirst()
        column = indent + 2 + piece.width - 1
      } else {
        column = piece.write(to: &text, indent: indent, column: column, trailing: next)
      }
    }
    return column
  }

  /// What of it has to stand on the line of the piece before it.
  private var firstWidth: Int {
    switch form {
    case .text(let text): text.hasPrefix(" :") ? 0 : min(width, Self.limit)
    case .chain(let pieces): pieces.first?.firstWidth ?? 0
    case .table: 1
    }
  }

  private static func write(_ entries: [Entry], to text: inout String, indent: Int) {
    let inner = "\n" + spaces(indent + 2)
    text += "{"
    let isFilled = entries.allSatisfy {
      $0.key == nil && $0.comments.isEmpty && $0.value.width <= narrow
    }
    var column = limit
    for entry in entries {
      if isFilled, column + entry.value.width + 2 <= limit {
        text += " "
        column += 1
      } else {
        text += inner
        column = indent + 2
      }
      for comment in entry.comments { text += (comment.isEmpty ? "--" : "-- \(comment)") + inner }
      if let key = entry.key {
        text += "\(key) = "
        column += key.count + 3
      }
      column = entry.value.write(to: &text, indent: indent + 2, column: column, trailing: 1) + 1
      text += ","
    }
    text += "\n" + spaces(indent) + "}"
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
