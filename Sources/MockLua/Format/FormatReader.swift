/// Parses the tokens of a script into layouts, according to the grammar in section 9 of the Lua manual.
struct FormatReader {
  typealias Layout = FormatLayout

  private var tokens: [FormatToken]
  private var index = 0
  private var depth = 0
  private var hasher = Hasher()

  /// The maximum depth of nesting, which is slightly more than Lua's own limit.
  private static let depthLimit = 220

  /// - Parameter source: The script, with only `\n` as line endings.
  private init(_ source: String) { tokens = FormatToken.tokens(of: source) }

  /// Reads the statements of a script.
  ///
  /// - Parameter source: The script, with only `\n` as line endings.
  /// - Returns: The statements, and a signature that is the same for scripts that differ only in formatting.
  /// - Throws: `FormatProblem` if the script is invalid.
  static func read(
    _ source: String
  ) throws(FormatProblem) -> (body: FormatLayout.Body, signature: Int) {
    var reader = FormatReader(source)
    var body = try reader.body()
    guard reader.token.kind == nil else { throw reader.unexpected("<eof>") }
    // Nothing comes before the first line of a script, so opening comments become leading ones.
    if body.items.isEmpty {
      body.closing = body.opening + body.closing
    } else {
      body.items[0].leading = body.opening + body.items[0].leading
    }
    body.opening = []
    return (body, reader.hasher.finalize())
  }

  // MARK: - Tokens

  /// The current token.
  var token: FormatToken { tokens[index] }

  /// The token after the current one.
  var next: FormatToken { tokens[min(index + 1, tokens.count - 1)] }

  /// The token that was taken last.
  var last: FormatToken { tokens[max(index - 1, 0)] }

  func unexpected(_ expected: String) -> FormatProblem {
    FormatProblem(line: token.line, text: "`\(expected)` expected near `\(token.text)`")
  }

  /// Returns whether the current token is a given word or symbol.
  func isAt(_ text: String) -> Bool {
    (token.kind == .word || token.kind == .symbol) && token.text == text
  }

  func isAt(anyOf texts: Set<String>) -> Bool {
    (token.kind == .word || token.kind == .symbol) && texts.contains(token.text)
  }

  /// Takes the current token, with the comments before it that haven't been taken yet.
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

  /// Calls a closure that reads one level deeper.
  mutating func nested<T>(
    _ read: (inout FormatReader) throws(FormatProblem) -> T
  ) throws(FormatProblem) -> T {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw FormatProblem(line: token.line, text: "more than \(Self.depthLimit) levels")
    }
    return try read(&self)
  }

  // MARK: - Items

  /// The comments and line breaks before a token.
  private struct Gap {
    /// The comments on the same line as the previous token.
    var trailing: [FormatComment] = []
    /// The comments on separate lines.
    var leading: [FormatComment] = []
    var newlines = 0
  }

  /// Takes the comments and line breaks before the current token.
  private mutating func takeGap() -> Gap {
    let gap = token.gap
    tokens[index].gap = FormatGap()
    for comment in gap.comments { hasher.combine(comment.text) }
    let trailing = gap.comments.prefix { $0.newlines == 0 }
    return Gap(
      trailing: Array(trailing), leading: Array(gap.comments.dropFirst(trailing.count)),
      newlines: gap.newlines)
  }

  /// Reads items, with the comments around them.
  ///
  /// - Parameters:
  ///   - closers: The tokens that end the list. The end of the script always does.
  ///   - separators: The tokens allowed between two items.
  ///   - read: Reads the current item.
  /// - Returns: The items, and whether there is a line break between any two of them.
  /// - Throws: Any error from `read`.
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
        // Only one comment can extend to the end of the line.
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

  /// Reads a table, starting at its opening brace.
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

  /// Takes only the comments before the current token.
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
      // There are alignment spaces before the `=`, so comments move after it.
      hasher.combine("=")
      comments = takeComments()
      guard isAt("=") else { throw unexpected("=") }
      index += 1
    }
    item.layout = .sequence(comments + [try expression()])
    guard isAt(anyOf: [",", ";", "}"]) else { throw unexpected("}") }
  }

  /// Reads statements up to the keyword that ends them.
  mutating func body() throws(FormatProblem) -> FormatLayout.Body {
    try nested { reader throws(FormatProblem) in
      try reader.items(until: Self.closers, separators: [";"]) {
        reader, item throws(FormatProblem) in
        item.layout = try reader.statement()
        // Without the semicolon, the parentheses would be arguments of the expression before them.
        if reader.isAt(";"), reader.next.text == "(" {
          item.layout = .sequence([item.layout, .text(";")])
        }
      }.body
    }
  }

  private static let closers: Set<String> = ["end", "else", "elseif", "until"]
}

/// Methods that read statements.
///
/// Each starts at the first token of the statement.
extension FormatReader {
  /// Reads the current statement.
  mutating func statement() throws(FormatProblem) -> FormatLayout {
    guard token.kind == .word || isAt("::") else { return try plainStatement() }
    switch token.text {
    case "if": return try conditional()
    case "while", "for": return try loop()
    case "do":
      let word = take()
      let line = last.line
      return try block([(word, try body())], from: line)
    case "repeat":
      let word = take()
      let line = last.line
      return try block([(word, try body())], from: line, to: "until")
    case "function": return try namedFunction()
    case "local": return try local()
    case "return": return try returning()
    case "break": return take()
    case "goto": return .sequence([take(), .text(" "), try takeName()])
    case "::": return .sequence([take(), try takeName(), try take("::")])
    default: throw unexpected("statement")
    }
  }

  /// Reads a call or an assignment.
  private mutating func plainStatement() throws(FormatProblem) -> FormatLayout {
    let (first, isCall) = try called()
    var target = first
    guard isAt("=") || isAt(",") else {
      guard isCall else { throw unexpected("=") }
      return first
    }
    while isAt(",") {
      target = .sequence([target, take(), .text(" "), try called().layout])
    }
    return try assignment(to: [target])
  }

  /// Reads an assignment.
  ///
  /// Its targets have already been read.
  private mutating func assignment(
    to targets: [FormatLayout]
  ) throws(FormatProblem) -> FormatLayout {
    let first = FormatLayout.sequence(targets + [.text(" "), try take("=")])
    return .fill([FormatLayout.Segment(layout: first)] + (try expressions()))
  }

  private mutating func conditional() throws(FormatProblem) -> FormatLayout {
    var sections: [(header: FormatLayout, body: FormatLayout.Body)] = []
    let line = token.line
    while true {
      if isAt("else") {
        sections.append((take(), try body()))
        return try block(sections, from: line)
      }
      let header = FormatLayout.sequence([
        take(), .text(" "), try expression(), .text(" "), try take("then"),
      ])
      sections.append((header, try body()))
      if isAt("end") { return try block(sections, from: line) }
      guard isAt("elseif") || isAt("else") else { throw unexpected("end") }
    }
  }

  private mutating func loop() throws(FormatProblem) -> FormatLayout {
    let line = token.line
    let isFor = isAt("for")
    var header = [take(), .text(" ")]
    if isFor {
      header.append(try takeName())
      while isAt(",") { header += [take(), .text(" "), try takeName()] }
      guard isAt("=") || isAt("in") else { throw unexpected("in") }
      header += [.text(" "), take(), .text(" "), .fill(try expressions())]
    } else {
      header.append(try expression())
    }
    header += [.text(" "), try take("do")]
    return try block([(.sequence(header), try body())], from: line)
  }

  private mutating func namedFunction() throws(FormatProblem) -> FormatLayout {
    var words = [take(), .text(" "), try takeName()]
    while isAt(".") { words += [take(), try takeName()] }
    if isAt(":") { words += [take(), try takeName()] }
    return try function(words)
  }

  private mutating func local() throws(FormatProblem) -> FormatLayout {
    let word = take()
    if isAt("function") {
      return try function([word, .text(" "), take(), .text(" "), try takeName()])
    }
    var names = [word]
    while true {
      names += [.text(" "), try takeName()]
      if isAt("<") {
        names += [.text(" "), take(), try takeName(), try take(">")]
      }
      guard isAt(",") else { break }
      names.append(take())
    }
    return isAt("=") ? try assignment(to: names) : .sequence(names)
  }

  private mutating func returning() throws(FormatProblem) -> FormatLayout {
    let word = take()
    let isBare = token.kind == nil || isAt(anyOf: ["end", "else", "elseif", "until", ";"])
    return isBare ? word : .sequence([word, .text(" "), .fill(try expressions())])
  }
}
