/// Prints a script.
///
/// A piece is written on one line if it fits, and is otherwise broken according to the style. The inside of a broken
/// piece is indented by two columns, relative to the line on which the piece starts.
struct FormatPrinter {
  private typealias Layout = FormatLayout

  /// The maximum number of columns in a line.
  static let limit = 100
  /// The maximum width of list elements that share a line.
  private static let narrow = 12

  private(set) var text = ""
  private var column = 0
  private var indent = 0

  /// Returns the text of a script's statements, with a line break at the end; empty without statements.
  static func text(of body: FormatLayout.Body) -> String {
    var printer = FormatPrinter()
    printer.write(body, indent: 0)
    if !printer.text.isEmpty { printer.text += "\n" }
    return printer.text
  }

  // MARK: - Lines

  private mutating func newLine(_ indent: Int, isBehindBlank: Bool = false) {
    if !text.isEmpty { text += isBehindBlank ? "\n\n" : "\n" }
    text += String(repeating: " ", count: indent)
    (column, self.indent) = (indent, indent)
  }

  private mutating func write(_ piece: String) {
    text += piece
    guard let end = piece.lastIndex(of: "\n") else {
      column += piece.count
      return
    }
    column = piece.distance(from: end, to: piece.endIndex) - 1
  }

  private mutating func write(trailing comments: [LuaComment]) {
    for comment in comments { write(" \(comment.text)") }
  }

  private mutating func write(
    leading comments: [LuaComment], indent: Int, isFirst: Bool
  ) {
    for (number, comment) in comments.enumerated() {
      newLine(indent, isBehindBlank: comment.newlines > 1 && (number > 0 || !isFirst))
      write(comment.text)
    }
  }

  // MARK: - Pieces

  /// `trailing` is the minimum number of columns that the text after the piece needs.
  private mutating func write(_ layout: FormatLayout, trailing: Int) {
    switch layout.form {
    case .text(let text): write(text)
    case .comments(let comments): write(inside: comments)
    case .sequence(let parts): write(parts, trailing: trailing)
    case .fill(let segments): write(segments, trailing: trailing)
    case .table(let table):
      if column + layout.width + trailing <= Self.limit {
        writeOnOneLine(table)
      } else {
        write(table)
      }
    case .block(let block):
      if column + layout.width + trailing <= Self.limit {
        writeOnOneLine(block)
      } else {
        write(block)
      }
    }
  }

  private mutating func write(inside comments: [LuaComment]) {
    // The text after several comments has the same indentation as the text after a single comment.
    let outer = indent
    defer { indent = outer }
    for comment in comments {
      if let last = text.last, !" \n([".contains(last) { write(" ") }
      write(comment.text)
      if comment.endsLine { newLine(outer + 2) } else { write(" ") }
    }
  }

  private mutating func write(_ parts: [FormatLayout], trailing: Int) {
    // The width of the text after each part, up to the first place where it may be broken.
    var rest = Array(repeating: trailing, count: parts.count)
    for number in parts.indices.dropLast().reversed() {
      let next = parts[number + 1]
      rest[number] = next.head ?? Layout.sum([next.width, rest[number + 1]])
    }
    for (part, trailing) in zip(parts, rest) { write(part, trailing: trailing) }
  }

  private mutating func write(_ segments: [FormatLayout.Segment], trailing: Int) {
    let fresh = indent + 2
    for (number, segment) in segments.enumerated() {
      let layout = segment.layout
      let rest = number + 1 < segments.count ? 0 : trailing
      if number > 0 {
        let start = column + segment.gap.count
        let fits = start + layout.width + rest <= Self.limit
        let fitsBelow =
          !segment.opensHere && fresh < start && fresh + layout.width + rest <= Self.limit
        let begins = start + (layout.head ?? Layout.sum([layout.width, rest])) <= Self.limit
        if fits || !fitsBelow && (begins || fresh >= start) {
          write(segment.gap)
        } else {
          newLine(fresh)
        }
      }
      write(layout, trailing: rest)
    }
  }

  // MARK: - Tables

  private mutating func writeOnOneLine(_ table: FormatLayout.Table) {
    write("{ ")
    for (number, item) in table.body.items.enumerated() {
      if number > 0 { write(", ") }
      write(item, padding: 0, trailing: 0)
    }
    write(" }")
  }

  private mutating func write(
    _ item: FormatLayout.Item, padding: Int, trailing: Int
  ) {
    if let key = item.key {
      write(key, trailing: 2 + padding)
      write(String(repeating: " ", count: padding) + " = ")
    }
    write(item.layout, trailing: trailing)
  }

  private mutating func write(_ table: FormatLayout.Table) {
    let outer = indent
    write("{")
    write(trailing: table.body.opening)
    let rows = Self.rows(of: table, indent: outer + 2)
    let paddings = Self.paddings(of: rows, indent: outer + 2)
    for (number, (row, padding)) in zip(rows, paddings).enumerated() {
      write(leading: row[0].leading, indent: outer + 2, isFirst: number == 0)
      newLine(
        outer + 2,
        isBehindBlank: row[0].newlines > 1 && (number > 0 || !row[0].leading.isEmpty))
      for (place, item) in row.enumerated() {
        if place > 0 { write(" ") }
        write(item, padding: padding, trailing: 1)
        write(",")
      }
      write(trailing: row[row.count - 1].trailing)
    }
    write(leading: table.body.closing, indent: outer + 2, isFirst: rows.isEmpty)
    newLine(outer)
    write("}")
  }

  /// Groups entries that share a line: those on one line in the source, and short elements of lists.
  private static func rows(
    of table: FormatLayout.Table, indent: Int
  ) -> [[FormatLayout.Item]] {
    var rows: [[FormatLayout.Item]] = []
    for item in table.body.items {
      let isBehind = table.isExpanded && item.newlines == 0 && item.leading.isEmpty
      let isSharing = isBehind || !table.isExpanded
      if isSharing, !rows.isEmpty, rows[rows.count - 1].last?.trailing.isEmpty == true {
        rows[rows.count - 1].append(item)
      } else {
        rows.append([item])
      }
    }
    return rows.flatMap { row in
      let width = Layout.sum(row.map { $0.width + 2 }) - 1
      if table.isExpanded, row.count == 1 || indent + width <= limit { return [row] }
      let isFilled = row.allSatisfy { $0.key == nil && $0.width <= narrow }
      return isFilled ? filled(row, indent: indent) : row.map { [$0] }
    }
  }

  private static func filled(
    _ items: [FormatLayout.Item], indent: Int
  ) -> [[FormatLayout.Item]] {
    var rows: [[FormatLayout.Item]] = []
    var column = limit
    for item in items {
      if column + item.width + 2 <= limit {
        rows[rows.count - 1].append(item)
        column += item.width + 2
      } else {
        rows.append([item])
        column = indent + item.width + 1
      }
    }
    return rows
  }

  /// Returns the number of spaces before the `=` of each row.
  ///
  /// Consecutive one-line fields are aligned. A comment, a blank line, or an entry with several lines ends an aligned
  /// group. So does a field that would no longer fit on its line.
  private static func paddings(of rows: [[FormatLayout.Item]], indent: Int) -> [Int] {
    var paddings = Array(repeating: 0, count: rows.count)
    var start = 0
    while start < rows.count {
      var end = start
      var widest = (key: 0, value: 0)
      while end < rows.count, let name = nameWidth(of: rows[end]),
        end == start || rows[end][0].newlines < 2 && rows[end][0].leading.isEmpty
      {
        let longest = (
          key: max(widest.key, name), value: max(widest.value, rows[end][0].layout.width)
        )
        guard indent + longest.key + longest.value + 4 <= limit else { break }
        widest = longest
        end += 1
      }
      for number in start..<end {
        paddings[number] = widest.key - (nameWidth(of: rows[number]) ?? widest.key)
      }
      start = max(end, start + 1)
    }
    return paddings
  }

  /// Returns the width of the key if the row is a single field, or nil if the row can't be aligned.
  private static func nameWidth(of row: [FormatLayout.Item]) -> Int? {
    guard row.count == 1, let key = row[0].key, case .text = key.form else { return nil }
    return key.width
  }

  // MARK: - Blocks

  private mutating func writeOnOneLine(_ block: FormatLayout.Block) {
    for section in block.sections {
      write(section.header, trailing: 0)
      write(" ")
      for item in section.body.items {
        write(item.layout, trailing: 0)
        write(" ")
      }
    }
    write(block.closer, trailing: 0)
  }

  private mutating func write(_ block: FormatLayout.Block) {
    let outer = indent
    for (number, section) in block.sections.enumerated() {
      if number > 0 { newLine(outer) }
      write(section.header, trailing: 0)
      write(section.body, indent: outer + 2)
    }
    newLine(outer)
    write(block.closer, trailing: 0)
  }

  private mutating func write(_ body: FormatLayout.Body, indent: Int) {
    write(trailing: body.opening)
    for (number, item) in body.items.enumerated() {
      let isFirst = number == 0
      write(leading: item.leading, indent: indent, isFirst: isFirst)
      newLine(indent, isBehindBlank: item.newlines > 1 && !(isFirst && item.leading.isEmpty))
      write(item.layout, trailing: 0)
      write(trailing: item.trailing)
    }
    write(leading: body.closing, indent: indent, isFirst: body.items.isEmpty)
  }
}
