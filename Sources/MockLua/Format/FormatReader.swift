/// Converts the syntax of a script to layouts.
///
/// Each method handles the tokens of a construct in order, with the comments before them.
struct FormatReader {
  typealias Layout = FormatLayout
  private typealias Part = LuaSyntax.Part
  private typealias Node = LuaSyntax.Node

  private let syntax: LuaSyntax
  /// The comments and line breaks before each token that haven't been taken yet.
  private var gaps: [LuaToken.Gap]
  private var hasher = Hasher()

  /// Reads the statements of a script, whose line endings must be `\n`.
  ///
  /// The signature is the same for scripts that differ only in formatting.
  static func read(
    _ source: String
  ) throws(SyntaxProblem) -> (body: FormatLayout.Body, signature: Int) {
    var reader = FormatReader(try LuaSyntax(source))
    var body = reader.body(reader.syntax.root)
    // Nothing comes before the first line of a script, so opening comments become leading ones.
    if body.items.isEmpty {
      body.closing = body.opening + body.closing
    } else {
      body.items[0].leading = body.opening + body.items[0].leading
    }
    body.opening = []
    return (body, reader.hasher.finalize())
  }

  private init(_ syntax: LuaSyntax) {
    self.syntax = syntax
    gaps = syntax.tokens.map(\.gap)
  }

  // MARK: - Tokens

  private func token(_ index: Int) -> LuaToken { syntax.tokens[index] }

  private func firstToken(of part: Part) -> Int {
    switch part {
    case .token(let index): index
    case .node(let node): node.range.lowerBound
    }
  }

  /// Takes a token, with the comments before it that haven't been taken yet.
  private mutating func take(_ index: Int) -> Layout {
    let comments = takeComments(index)
    let text = token(index).written
    hasher.combine(text)
    return .sequence(comments + [.text(text)])
  }

  private mutating func takeComments(_ index: Int) -> [Layout] {
    let comments = takeGap(index)
    let all = comments.trailing + comments.leading
    return all.isEmpty ? [] : [.comments(all)]
  }

  /// Takes the comments and line breaks before a token.
  ///
  /// Trailing comments are on the same line as the token before them. Leading ones are on separate lines.
  private mutating func takeGap(
    _ index: Int
  ) -> (trailing: [LuaComment], leading: [LuaComment], newlines: Int) {
    let gap = gaps[index]
    gaps[index] = LuaToken.Gap()
    for comment in gap.comments { hasher.combine(comment.text) }
    let trailing = gap.comments.prefix { $0.newlines == 0 }
    return (Array(trailing), Array(gap.comments.dropFirst(trailing.count)), gap.newlines)
  }

  // MARK: - Items

  /// Reads the fields of a table or the statements of a block, with the comments around them.
  ///
  /// - Parameters:
  ///   - parts: The items and the separators between them.
  ///   - closer: The token after them.
  ///   - read: Reads an item.
  /// - Returns: The items, and whether there is a line break between any two of them.
  private mutating func items(
    _ parts: ArraySlice<Part>, until closer: Int,
    _ read: (inout FormatReader, Node, inout Layout.Item) -> Void
  ) -> (body: Layout.Body, hasLineEnds: Bool) {
    var body = Layout.Body()
    var hasLineEnds = false
    var leading: [LuaComment] = []
    for part in parts + [.token(closer)] {
      let gap = takeGap(firstToken(of: part))
      hasLineEnds =
        hasLineEnds || gap.newlines > 0 || !gap.leading.isEmpty || !gap.trailing.isEmpty
      for comment in gap.trailing {
        let endsLine = (body.items.last?.trailing ?? body.opening).last?.endsLine
        // Only one comment can extend to the end of the line.
        if !leading.isEmpty || endsLine == true {
          leading.append(LuaComment(text: comment.text, newlines: 1))
        } else if body.items.isEmpty {
          body.opening.append(comment)
        } else {
          body.items[body.items.count - 1].trailing.append(comment)
        }
      }
      leading += gap.leading
      guard case .node(let node) = part else { continue }
      var item = Layout.Item(leading: leading, newlines: gap.newlines, layout: .text(""))
      leading = []
      hasher.combine(body.items.count)
      read(&self, node, &item)
      body.items.append(item)
    }
    body.closing = leading
    return (body, hasLineEnds)
  }

  private mutating func body(_ block: Node) -> Layout.Body {
    items(block.parts[...], until: block.range.upperBound) { reader, node, item in
      item.layout = reader.statement(node)
      // Without the semicolon, the parentheses would be arguments of the expression before them.
      let end = node.range.upperBound
      if reader.token(end).kind == .semicolon, reader.token(end + 1).kind == .leftParenthesis {
        item.layout = .sequence([item.layout, .text(";")])
      }
    }.body
  }

  private mutating func table(_ node: Node) -> Layout {
    let comments = takeComments(node.range.lowerBound)
    _ = take(node.range.lowerBound)
    let closer = node.range.upperBound - 1
    let (body, hasLineEnds) = items(node.parts.dropFirst().dropLast(), until: closer) {
      $0.readField($1, &$2)
    }
    _ = take(closer)
    return .sequence(comments + [.table(Layout.Table(body: body, isExpanded: hasLineEnds))])
  }

  private mutating func readField(_ node: Node, _ item: inout Layout.Item) {
    var comments: [Layout] = []
    if node.parts.count == 3 {
      item.key = layout(of: node.parts[0])
      // There are alignment spaces before the `=`, so comments move after it.
      hasher.combine("=")
      comments = takeComments(firstToken(of: node.parts[1]))
    }
    item.layout = .sequence(comments + [layout(of: node.parts[node.parts.count - 1])])
  }

  // MARK: - Statements

  private mutating func statement(_ node: Node) -> Layout {
    switch node.kind {
    case .conditional, .loop, .scope, .repetition, .function: return block(node)
    case .local, .assignment:
      guard case .node(let list)? = node.parts.last, list.kind == .list else { break }
      let targets = Layout.sequence(spaced(node.parts.dropLast()))
      return .fill([Layout.Segment(layout: targets)] + expressions(list))
    default: break
    }
    return .sequence(spaced(node.parts))
  }

  private mutating func block(_ node: Node) -> Layout {
    var line = token(node.range.lowerBound).line
    var sections: [(header: Layout, body: Layout.Body)] = []
    var start = node.parts.startIndex
    for (index, part) in node.parts.enumerated() {
      guard case .node(let inner) = part else { continue }
      if inner.kind == .parameters { line = token(inner.range.lowerBound - 1).line }
      guard inner.kind == .block else { continue }
      let header = Layout.sequence(spaced(node.parts[start..<index]))
      sections.append((header, body(inner)))
      start = index + 1
    }
    let closer = node.parts[start...]
    let isOneLine = token(firstToken(of: node.parts[start])).line == line
    return .block(
      Layout.Block(
        sections: sections, closer: .sequence(spaced(closer)), isOneLine: isOneLine))
  }

  private static let marksWithoutSpaceBefore: Set<String> = [",", ".", ":", "::", ">", ")"]
  private static let marksWithoutSpaceAfter: Set<String> = [".", ":", "::", "<", "("]

  /// Reads the parts of a statement, with the spaces between them.
  private mutating func spaced(_ parts: some Collection<Part>) -> [Layout] {
    var layouts: [Layout] = []
    var needsSpace = false
    for part in parts {
      var mark = ""
      if case .token(let index) = part { mark = token(index).source }
      if case .node(let node) = part, node.kind == .parameters { needsSpace = false }
      if needsSpace, !Self.marksWithoutSpaceBefore.contains(mark) { layouts.append(.text(" ")) }
      layouts.append(layout(of: part))
      needsSpace = !Self.marksWithoutSpaceAfter.contains(mark)
    }
    return layouts
  }

  private mutating func layout(of part: Part) -> Layout {
    switch part {
    case .token(let index): return take(index)
    case .node(let node):
      switch node.kind {
      case .list: return .fill(expressions(node))
      case .parameters, .attribute: return .sequence(spaced(node.parts))
      case .element: return bracketed(node)
      case .binary: return binary(node)
      default: return operand(node)
      }
    }
  }

  // MARK: - Expressions

  private struct Operand {
    /// The operator before the operand; nil for the first operand.
    var operation: Layout?
    var precedence = 0
    var layout: Layout
  }

  private static let precedences: [String: Int] = [
    "or": 1, "and": 2, "<": 3, ">": 3, "<=": 3, ">=": 3, "~=": 3, "==": 3, "|": 4, "~": 5, "&": 6,
    "<<": 7, ">>": 7, "..": 9, "+": 10, "-": 10, "*": 11, "/": 11, "//": 11, "%": 11, "^": 14,
  ]

  private mutating func binary(_ node: Node) -> Layout {
    var operands: [Operand] = []
    var (operation, precedence) = (Layout?.none, 0)
    for part in node.parts {
      switch part {
      case .token(let index):
        precedence = Self.precedences[token(index).text] ?? 0
        operation = take(index)
      case .node(let node):
        operands.append(
          Operand(operation: operation, precedence: precedence, layout: operand(node)))
      }
    }
    return Self.layout(of: operands[...])
  }

  /// Returns a layout that is broken before the operators with the lowest precedence.
  private static func layout(of operands: ArraySlice<Operand>) -> Layout {
    guard operands.count > 1, let least = operands.dropFirst().map(\.precedence).min() else {
      return operands.first?.layout ?? .text("")
    }
    var segments: [Layout.Segment] = []
    var start = operands.startIndex
    while start < operands.endIndex {
      let end =
        operands[(start + 1)...].firstIndex { $0.precedence == least } ?? operands.endIndex
      let part = layout(of: operands[start..<end])
      let operation = start > operands.startIndex ? operands[start].operation : nil
      segments.append(
        Layout.Segment(
          layout: operation.map { .sequence([$0, .text(" "), part]) } ?? part))
      start = end
    }
    return .fill(segments)
  }

  /// Reads an operand with its unary operators.
  private mutating func operand(_ node: Node) -> Layout {
    // These comments belong to the whole table or function, and may be on the same line.
    var layouts = takeComments(node.range.lowerBound)
    switch node.kind {
    case .unary:
      for part in node.parts {
        guard case .token(let index) = part else {
          layouts.append(layout(of: part))
          continue
        }
        layouts.append(take(index))
        // Without a space, two minus signs would start a comment.
        let isMinus = token(index).kind == .minus && token(index + 1).kind == .minus
        if token(index).kind == .not || isMinus { layouts.append(.text(" ")) }
      }
    case .function: layouts.append(block(node))
    case .table: layouts.append(table(node))
    case .chain: layouts.append(chain(node))
    default: layouts += node.parts.map { layout(of: $0) }
    }
    return .sequence(layouts)
  }

  /// Reads comma-separated expressions, each as a segment that may start a new line.
  private mutating func expressions(_ list: Node) -> [Layout.Segment] {
    var segments: [Layout.Segment] = []
    for part in list.parts {
      let layout = layout(of: part)
      if case .token = part {
        let last = segments.count - 1
        segments[last].layout = .sequence([segments[last].layout, layout])
      } else {
        segments.append(Layout.Segment(layout: layout))
      }
    }
    // A single value after `=` starts on that line. If there are several values, each may start a new line.
    let first = token(list.range.lowerBound)
    segments[0].opensHere = segments.count == 1 && [.leftBrace, .function].contains(first.kind)
    return segments
  }

  /// Adds spaces if the brackets would otherwise start a long string.
  private mutating func bracketed(_ node: Node) -> Layout {
    let opensString = token(node.range.lowerBound + 1).source.hasPrefix("[")
    let gap = Layout.text(opensString ? " " : "")
    let parts = node.parts.map { layout(of: $0) }
    return .sequence([parts[0], gap, parts[1], gap, parts[2]])
  }

  // MARK: - Calls

  /// Reads an expression that starts with a name or a parenthesis, including the fields and calls after it.
  private mutating func chain(_ node: Node) -> Layout {
    var segments: [Layout.Segment] = []
    var parts: [Layout] = []
    // Set the layout only after all parts were read, because a chain can have any number of parts.
    var segment = Layout.Segment(layout: .sequence([]), gap: "")
    var isCall = false
    for part in node.parts {
      guard case .node(let suffix) = part else {
        parts.append(layout(of: part))
        continue
      }
      switch suffix.kind {
      case .member:
        parts += suffix.parts.map { layout(of: $0) }
        isCall = false
      case .method:
        let isBuilder = ScriptFormat.builders.contains(token(suffix.range.lowerBound + 1).text)
        if isCall {
          segment.layout = .sequence(parts)
          segments.append(segment)
          segment = Layout.Segment(layout: .sequence([]), gap: isBuilder ? " " : "")
          parts = []
        } else if isBuilder {
          parts.append(.text(" "))
        }
        parts += suffix.parts.prefix(2).map { layout(of: $0) }
        parts += arguments(suffix.parts.dropFirst(2), behindText: false)
        isCall = true
      case .call:
        // The table of a service starts on the line of the last builder. Otherwise, it would move below the service,
        // together with all builders.
        segment.opensHere = isCall
        let last = token(suffix.range.lowerBound - 1)
        parts += arguments(suffix.parts[...], behindText: isCall && last.kind != .rightParenthesis)
        isCall = true
      default:
        parts.append(layout(of: part))
        isCall = false
      }
    }
    segment.layout = .sequence(parts)
    return .fill(segments + [segment])
  }

  /// Reads the arguments of a call, including the space before them.
  ///
  /// `parts` is a string, a table, or a list in parentheses. `behindText` is whether the call comes after another call
  /// that has no parentheses.
  private mutating func arguments(_ parts: ArraySlice<Part>, behindText: Bool) -> [Layout] {
    if parts.count == 1 { return [.text(" ")] + parts.map { layout(of: $0) } }
    var layouts: [Layout] = behindText ? [.text(" ")] : []
    for part in parts {
      if case .node(let list) = part {
        var segments = expressions(list)
        segments[0].opensHere = false
        layouts.append(.fill(segments))
      } else {
        layouts.append(layout(of: part))
      }
    }
    return layouts
  }
}

extension LuaToken {
  /// The token as the formatter writes it.
  ///
  /// Single quotes become double quotes if no escapes are needed.
  package var written: String {
    guard kind == .text, source.hasPrefix("'") else { return source }
    return text.contains { $0 == "\"" || $0 == "\\" } ? source : "\"\(text)\""
  }
}
