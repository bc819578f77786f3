/// A piece of a script to format, with its width on one line and the places where it may be broken.
struct FormatLayout {
  indirect enum Form {
    /// Text that stays unchanged.
    ///
    /// If it is a long string, it may contain line breaks.
    case text(String)
    /// Comments before a token, at a position where comments are rare.
    case comments([LuaComment])
    case sequence([FormatLayout])
    /// Pieces, one after the other.
    ///
    /// If a piece doesn't fit on the current line but fits on a new line, it starts a new line.
    case fill([Segment])
    case table(Table)
    case block(Block)
  }

  struct Segment {
    var layout: FormatLayout
    /// The text before the segment if it isn't on a new line: a space or nothing.
    var gap = " "
    /// Whether the segment should be broken internally instead of starting a new line.
    var opensHere = false
  }

  /// A table entry or a statement, with its comments.
  struct Item {
    /// The comments on the lines above.
    var leading: [LuaComment] = []
    /// The number of line breaks before the item.
    var newlines = 0
    /// The text before the `=` of a field.
    var key: FormatLayout?
    var layout: FormatLayout
    /// The comments after the item on the same line.
    var trailing: [LuaComment] = []

    var width: Int { FormatLayout.sum([key.map { $0.width + 3 } ?? 0, layout.width]) }
  }

  /// The entries of a table or the statements of a block.
  struct Body {
    /// The comments on the opening line.
    var opening: [LuaComment] = []
    var items: [Item] = []
    /// The comments on separate lines at the end.
    var closing: [LuaComment] = []

    var hasComments: Bool {
      !opening.isEmpty || !closing.isEmpty
        || items.contains { !$0.leading.isEmpty || !$0.trailing.isEmpty }
    }
  }

  struct Table {
    var body: Body
    /// Whether the source has line breaks between the entries.
    var isExpanded: Bool
  }

  /// Headers such as `if c then` and `else`, each with its statements, followed by the closing keyword.
  struct Block {
    var sections: [(header: FormatLayout, body: Body)]
    var closer: FormatLayout
    /// Whether the block may fit on one line.
    var isOneLine: Bool
  }

  let form: Form
  /// The width of the piece on one line, in columns; `unbounded` if the piece must be broken.
  let width: Int
  /// The width up to the first possible line break, in columns, or nil without one.
  let head: Int?

  static let unbounded = 1 << 30

  /// The minimum width that the piece needs on its first line.
  var least: Int { head ?? width }

  static func sum(_ widths: [Int]) -> Int {
    widths.reduce(0) { min($0 + $1, unbounded) }
  }

  static func text(_ text: String) -> FormatLayout {
    guard let end = text.firstIndex(of: "\n") else {
      return FormatLayout(form: .text(text), width: text.count, head: nil)
    }
    return FormatLayout(form: .text(text), width: unbounded, head: text[..<end].count)
  }

  static func comments(_ comments: [LuaComment]) -> FormatLayout {
    let endsLine = comments.contains { $0.endsLine || $0.text.contains("\n") }
    let widths = comments.map { $0.text.count + 2 }
    return FormatLayout(
      form: .comments(comments), width: endsLine ? unbounded : sum(widths),
      head: endsLine ? widths[0] : nil)
  }

  static func sequence(_ parts: [FormatLayout]) -> FormatLayout {
    if parts.count == 1 { return parts[0] }
    var head = 0
    for part in parts {
      head += part.least
      if part.head != nil {
        return FormatLayout(
          form: .sequence(parts), width: sum(parts.map(\.width)), head: head)
      }
    }
    return FormatLayout(form: .sequence(parts), width: sum(parts.map(\.width)), head: nil)
  }

  static func fill(_ segments: [Segment]) -> FormatLayout {
    if segments.count == 1 { return segments[0].layout }
    let width = sum(segments.enumerated().map { $1.layout.width + ($0 > 0 ? $1.gap.count : 0) })
    return FormatLayout(
      form: .fill(segments), width: width, head: segments.first?.layout.least)
  }

  static func table(_ table: Table) -> FormatLayout {
    let items = table.body.items
    if items.isEmpty, !table.body.hasComments { return text("{}") }
    let isFlat = !table.isExpanded && !table.body.hasComments
    return FormatLayout(
      form: .table(table),
      width: isFlat ? sum([2 + 2 * items.count] + items.map(\.width)) : unbounded, head: 1)
  }

  static func block(_ block: Block) -> FormatLayout {
    let bodies = block.sections.map(\.body)
    if bodies.count == 1, bodies[0].items.isEmpty, !bodies[0].hasComments {
      return sequence([block.sections[0].header, text(" "), block.closer])
    }
    let isFlat =
      block.isOneLine && bodies.allSatisfy { $0.items.count < 2 && !$0.hasComments }
    let width: Int = isFlat ? flatWidth(of: block) : unbounded
    return FormatLayout(form: .block(block), width: width, head: block.sections[0].header.least)
  }

  /// The width of a block on one line, in columns, with a space after each of its parts.
  private static func flatWidth(of block: Block) -> Int {
    var widths: [Int] = []
    for section in block.sections {
      widths.append(section.header.width + 1)
      for item in section.body.items { widths.append(item.width + 1) }
    }
    widths.append(block.closer.width)
    return sum(widths)
  }
}
