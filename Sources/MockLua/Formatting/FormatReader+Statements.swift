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
