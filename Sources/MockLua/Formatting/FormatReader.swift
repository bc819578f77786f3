/// Reads the tokens of a script as the pieces that are to be set, by the grammar of the manual's section 9.
struct FormatReader {
  typealias Layout = FormatLayout

  private var tokens: [FormatToken]
  private var index = 0
  private var depth = 0
  private var hasher = Hasher()

  /// Somewhat deeper than Lua itself goes.
  private static let deepest = 220

  /// - Parameter source: The script, with `\n` alone at the end of lines.
  private init(_ source: String) { tokens = FormatToken.tokens(of: source) }

  /// The statements of a script.
  ///
  /// - Parameter source: The script, with `\n` alone at the end of lines.
  /// - Returns: The statements, and what is the same for scripts that differ in nothing but their setting.
  /// - Throws: `FormatProblem` where the script is none.
  static func read(
    _ source: String
  ) throws(FormatProblem) -> (body: FormatLayout.Body, signature: Int) {
    var reader = FormatReader(source)
    var body = try reader.body()
    guard reader.token.kind == nil else { throw reader.unexpected("<eof>") }
    // Nothing stands before a script's first line.
    if body.items.isEmpty {
      body.closing = body.opening + body.closing
    } else {
      body.items[0].leading = body.opening + body.items[0].leading
    }
    body.opening = []
    return (body, reader.hasher.finalize())
  }

  // MARK: - Tokens

  /// The token at hand.
  var token: FormatToken { tokens[index] }

  /// The token behind it.
  var next: FormatToken { tokens[min(index + 1, tokens.count - 1)] }

  /// The token that was taken last.
  var last: FormatToken { tokens[max(index - 1, 0)] }

  func unexpected(_ expected: String) -> FormatProblem {
    FormatProblem(line: token.line, text: "`\(expected)` expected near `\(token.text)`")
  }

  /// Whether a word or a symbol is at hand.
  func isAt(_ text: String) -> Bool {
    (token.kind == .word || token.kind == .symbol) && token.text == text
  }

  func isAt(anyOf texts: Set<String>) -> Bool {
    (token.kind == .word || token.kind == .symbol) && texts.contains(token.text)
  }

  /// Takes the token at hand, with the comments before it that nobody has taken.
  mutating func take() -> FormatLayout {
    let comments = takeComments()
    let text = token.written
    hasher.combine(text)
    index = min(index + 1, tokens.count - 1)
    return .sequence(comments + [.text(text)])
  }

  mutating func take(_ text: String) throws(FormatProblem) -> FormatLayout {
    guard isAt(text) else { throw unexpected(text) }
    return take()
  }

  mutating func takeName() throws(FormatProblem) -> FormatLayout {
    guard token.kind == .name else { throw unexpected("name") }
    return take()
  }

  /// Goes one level deeper for as long as something is read.
  mutating func nested<T>(
    _ read: (inout FormatReader) throws(FormatProblem) -> T
  ) throws(FormatProblem) -> T {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw FormatProblem(line: token.line, text: "more than \(Self.deepest) levels")
    }
    return try read(&self)
  }

  // MARK: - Items

  /// What stands before a token, for the items around it.
  private struct Gap {
    /// Comments on the line of what is before.
    var trailing: [FormatComment] = []
    /// Comments on lines of their own.
    var leading: [FormatComment] = []
    var newlines = 0
  }

  /// Takes what stands before the token at hand.
  private mutating func takeGap() -> Gap {
    let gap = token.gap
    tokens[index].gap = FormatGap()
    for comment in gap.comments { hasher.combine(comment.text) }
    let trailing = gap.comments.prefix { $0.newlines == 0 }
    return Gap(
      trailing: Array(trailing), leading: Array(gap.comments.dropFirst(trailing.count)),
      newlines: gap.newlines)
  }

  /// Reads items with the comments around them.
  ///
  /// - Parameters:
  ///   - closers: What stands behind the last item, if not the end of the script.
  ///   - separators: What may stand between two items.
  ///   - read: Reads an item at hand.
  /// - Returns: The items, and whether a line ends anywhere between them.
  /// - Throws: What `read` throws.
  private mutating func items(
    until closers: Set<String>, separators: Set<String>,
    _ read: (inout FormatReader, inout FormatLayout.Item) throws(FormatProblem) -> Void
  ) throws(FormatProblem) -> (body: FormatLayout.Body, hasLineEnds: Bool) {
    var body = Layout.Body()
    var hasLineEnds = false
    var leading: [FormatComment] = []
    while true {
      let gap = takeGap()
      hasLineEnds =
        hasLineEnds || gap.newlines > 0 || !gap.leading.isEmpty || !gap.trailing.isEmpty
      for comment in gap.trailing {
        let endsLine = (body.items.last?.trailing ?? body.opening).last?.endsLine
        // Only one comment can take the rest of a line.
        if !leading.isEmpty || endsLine == true {
          leading.append(FormatComment(text: comment.text, newlines: 1))
        } else if body.items.isEmpty {
          body.opening.append(comment)
        } else {
          body.items[body.items.count - 1].trailing.append(comment)
        }
      }
      leading += gap.leading
      if token.kind == nil || isAt(anyOf: closers) {
        body.closing = leading
        return (body, hasLineEnds)
      }
      if isAt(anyOf: separators) {
        index += 1
        continue
      }
      var item = Layout.Item(leading: leading, newlines: gap.newlines, layout: .text(""))
      leading = []
      hasher.combine(body.items.count)
      try read(&self, &item)
      body.items.append(item)
    }
  }

  /// Reads a table from its brace on.
  mutating func table() throws(FormatProblem) -> FormatLayout {
    let comments = takeComments()
    _ = try take("{")
    let (body, hasLineEnds) = try items(until: ["}"], separators: [",", ";"]) {
      reader, item throws(FormatProblem) in
      try reader.readField(&item)
    }
    _ = try take("}")
    return .sequence(comments + [.table(Layout.Table(body: body, isExpanded: hasLineEnds))])
  }

  /// Takes the comments alone that stand before the token at hand.
  mutating func takeComments() -> [FormatLayout] {
    let comments = takeGap()
    let all = comments.trailing + comments.leading
    return all.isEmpty ? [] : [.comments(all)]
  }

  private mutating func readField(_ item: inout FormatLayout.Item) throws(FormatProblem) {
    if isAt("[") {
      item.key = try bracketed()
    } else if token.kind == .name, next.kind == .symbol, next.text == "=" {
      item.key = take()
    }
    var comments: [FormatLayout] = []
    if item.key != nil {
      // Blanks stand before it, and so comments stand behind it.
      hasher.combine("=")
      comments = takeComments()
      guard isAt("=") else { throw unexpected("=") }
      index += 1
    }
    item.layout = .sequence(comments + [try expression()])
    guard isAt(anyOf: [",", ";", "}"]) else { throw unexpected("}") }
  }

  /// Reads statements up to a word that ends them.
  mutating func body() throws(FormatProblem) -> FormatLayout.Body {
    try nested { reader throws(FormatProblem) in
      try reader.items(until: Self.closers, separators: [";"]) {
        reader, item throws(FormatProblem) in
        item.layout = try reader.statement()
        // Without it the parentheses would be a call of what stands before.
        if reader.isAt(";"), reader.next.text == "(" {
          item.layout = .sequence([item.layout, .text(";")])
        }
      }.body
    }
  }

  private static let closers: Set<String> = ["end", "else", "elseif", "until"]
}
