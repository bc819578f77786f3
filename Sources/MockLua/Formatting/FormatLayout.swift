/// A piece of a script that is to be set: how wide it is on one line, and where it may be broken.
struct FormatLayout {
  indirect enum Form {
    /// Text that stays as it is, in which a long string may have lines of its own.
    case text(String)
    /// Comments before a token, where a script has hardly any.
    case comments([FormatComment])
    /// One behind the other.
    case sequence([FormatLayout])
    /// One behind the other, each on a new line where it fits there and not behind the last.
    case fill([Segment])
    case table(Table)
    case block(Block)
  }

  /// A part of a fill.
  struct Segment {
    var layout: FormatLayout
    /// What stands before it on the same line: a blank or nothing.
    var gap = " "
    /// Whether it is rather set on lines of its own than put on a new line as a whole.
    var opensHere = false
  }

  /// An entry of a table or a statement, with the comments that belong to it.
  struct Item {
    /// Comments on lines above it.
    var leading: [FormatComment] = []
    /// The line ends between what stands before and the item.
    var newlines = 0
    /// What stands before the `=` of a field.
    var key: FormatLayout?
    var layout: FormatLayout
    /// Comments behind it on its line.
    var trailing: [FormatComment] = []

    var width: Int { FormatLayout.sum([key.map { $0.width + 3 } ?? 0, layout.width]) }
  }

  /// A table's entries or a block's statements.
  struct Body {
    /// Comments on the line on which it begins.
    var opening: [FormatComment] = []
    var items: [Item] = []
    /// Comments on lines of their own at its end.
    var closing: [FormatComment] = []

    var hasComments: Bool {
      !opening.isEmpty || !closing.isEmpty
        || items.contains { !$0.leading.isEmpty || !$0.trailing.isEmpty }
    }
  }

  struct Table {
    var body: Body
    /// Whether its entries stand on lines of their own, as somebody wrote them.
    var isExpanded: Bool
  }

  /// Headers with the statements under each: `if c then`, `else`; and what ends them.
  struct Block {
    var sections: [(header: FormatLayout, body: Body)]
    var closer: FormatLayout
    /// Whether it may stand on one line.
    var isOneLine: Bool
  }

  let form: Form
  /// The columns that it takes on one line; `unbounded` where it cannot stand on one.
  let width: Int
  /// The columns up to the first place where its line may end; nil where there is none.
  let head: Int?

  static let unbounded = 1 << 30

  /// What it takes at least of the line on which it begins.
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

  static func comments(_ comments: [FormatComment]) -> FormatLayout {
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

  /// The columns of a block on one line, with a space after each of its parts.
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
