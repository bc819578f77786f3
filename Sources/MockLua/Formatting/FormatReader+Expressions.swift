/// Expressions: operands between operators, and what is called, one call behind the other.
extension FormatReader {
  private struct Operand {
    /// The operator before it; nil for the first.
    var operation: FormatLayout?
    var precedence = 0
    var layout: FormatLayout
  }

  private static let precedences: [String: Int] = [
    "or": 1, "and": 2, "<": 3, ">": 3, "<=": 3, ">=": 3, "~=": 3, "==": 3, "|": 4, "~": 5, "&": 6,
    "<<": 7, ">>": 7, "..": 9, "+": 10, "-": 10, "*": 11, "/": 11, "//": 11, "%": 11, "^": 14,
  ]

  /// The precedence of the operator at hand; nil where there is none.
  private var precedence: Int? {
    token.kind == .word || token.kind == .symbol ? Self.precedences[token.text] : nil
  }

  /// Reads an expression.
  mutating func expression() throws(FormatProblem) -> FormatLayout {
    try nested { reader throws(FormatProblem) in
      var operands = [Operand(layout: try reader.operand())]
      while let precedence = reader.precedence {
        let operation = reader.take()
        operands.append(
          Operand(operation: operation, precedence: precedence, layout: try reader.operand()))
      }
      return Self.layout(of: operands[...])
    }
  }

  /// Operands that break before those operators that bind least.
  private static func layout(of operands: ArraySlice<Operand>) -> FormatLayout {
    guard operands.count > 1, let least = operands.dropFirst().map(\.precedence).min() else {
      return operands.first?.layout ?? .text("")
    }
    var segments: [FormatLayout.Segment] = []
    var start = operands.startIndex
    while start < operands.endIndex {
      let end =
        operands[(start + 1)...].firstIndex { $0.precedence == least } ?? operands.endIndex
      let part = layout(of: operands[start..<end])
      let operation = start > operands.startIndex ? operands[start].operation : nil
      segments.append(
        FormatLayout.Segment(
          layout: operation.map { .sequence([$0, .text(" "), part]) } ?? part))
      start = end
    }
    return .fill(segments)
  }

  /// An operand with the operators before it.
  private mutating func operand() throws(FormatProblem) -> FormatLayout {
    // Comments stand before a table or a function as a whole, which may be on one line for all of them.
    var parts = takeComments()
    while isAt(anyOf: ["not", "-", "#", "~"]) {
      // Two signs at once would begin a comment.
      let isApart = isAt("not") || isAt("-") && next.text.hasPrefix("-")
      parts.append(take())
      if isApart { parts.append(.text(" ")) }
    }
    return .sequence(parts + [try plainOperand()])
  }

  private mutating func plainOperand() throws(FormatProblem) -> FormatLayout {
    switch token.kind {
    case .text, .number: return take()
    case .word where isAt(anyOf: ["nil", "true", "false"]): return take()
    case .word where isAt("function"): return try function([take()])
    case .symbol where isAt("..."): return take()
    case .symbol where isAt("{"): return try table()
    default: return try called().layout
    }
  }

  /// Expressions between commas, each as a part that may stand on a line of its own.
  mutating func expressions() throws(FormatProblem) -> [FormatLayout.Segment] {
    var segments: [FormatLayout.Segment] = []
    while true {
      let opensHere = isAt("{") || isAt("function")
      let layout = try expression()
      let isLast = !isAt(",")
      segments.append(
        FormatLayout.Segment(layout: isLast ? layout : .sequence([layout, take()])))
      if isLast {
        // One alone behind a `=` opens there; between others it may be below them.
        segments[0].opensHere = opensHere && segments.count == 1
        return segments
      }
    }
  }

  /// An expression between brackets, apart from them where they would make a long string.
  mutating func bracketed() throws(FormatProblem) -> FormatLayout {
    let open = try take("[")
    let gap = FormatLayout.text(token.text.hasPrefix("[") ? " " : "")
    let inner = try expression()
    return .sequence([open, gap, inner, gap, try take("]")])
  }

  // MARK: - Calls

  /// What begins with a name or a parenthesis: fields and calls of it, one behind the other.
  ///
  /// - Returns: The piece, and whether it ends in a call.
  mutating func called() throws(FormatProblem) -> (layout: FormatLayout, isCall: Bool) {
    var segments: [FormatLayout.Segment] = []
    var parts: [FormatLayout] = []
    if isAt("(") {
      parts = [take(), try expression(), try take(")")]
    } else {
      parts = [try takeName()]
    }
    // Its layout is set when all its parts are read: a chain may have as many parts as a script has room for.
    var segment = FormatLayout.Segment(layout: .sequence([]), gap: "")
    var isCall = false
    while true {
      if isAt(".") {
        parts += [take(), try takeName()]
        isCall = false
      } else if isAt("[") {
        parts.append(try bracketed())
        isCall = false
      } else if isAt(":") {
        let isBuilder = LanguageWord.builderNames.contains(next.text)
        if isCall {
          segment.layout = .sequence(parts)
          segments.append(segment)
          segment = FormatLayout.Segment(layout: .sequence([]), gap: isBuilder ? " " : "")
          parts = []
        } else if isBuilder {
          parts.append(.text(" "))
        }
        parts += [take(), try takeName()]
        parts += try arguments(behindText: false)
        isCall = true
      } else if token.kind == .text || isAt("{") || isAt("(") {
        // What a service is given stands on lines of its own rather than with all builders below the service.
        segment.opensHere = isCall
        parts += try arguments(behindText: isCall && last.text != ")")
        isCall = true
      } else {
        segment.layout = .sequence(parts)
        return (.fill(segments + [segment]), isCall)
      }
    }
  }

  /// Reads what is given to a call.
  ///
  /// - Parameter behindText: Whether a call without parentheses stands before it.
  /// - Returns: The pieces, the blank before them included.
  /// - Throws: `FormatProblem` where it is no call.
  private mutating func arguments(
    behindText: Bool
  ) throws(FormatProblem) -> [FormatLayout] {
    if token.kind == .text { return [.text(" "), take()] }
    if isAt("{") { return [.text(" "), try table()] }
    let open = try take("(")
    let gap: [FormatLayout] = behindText ? [.text(" ")] : []
    if isAt(")") { return gap + [open, take()] }
    var segments = try expressions()
    segments[0].opensHere = false
    return gap + [open, .fill(segments), try take(")")]
  }

  // MARK: - Functions

  /// Reads parameters and body of a function, whose words have been read.
  mutating func function(_ words: [FormatLayout]) throws(FormatProblem) -> FormatLayout {
    let line = last.line
    var header = words + [try take("(")]
    while !isAt(")") {
      header.append(isAt("...") ? take() : try takeName())
      guard isAt(",") else { break }
      header += [take(), .text(" ")]
    }
    header.append(try take(")"))
    return try block([(.sequence(header), try body())], from: line)
  }

  /// A block that ends with the word at hand.
  ///
  /// - Parameters:
  ///   - sections: Its headers and statements.
  ///   - line: The line on which it begins.
  ///   - closer: The word.
  /// - Returns: The block.
  /// - Throws: `FormatProblem` where another word is at hand.
  mutating func block(
    _ sections: [(header: FormatLayout, body: FormatLayout.Body)], from line: Int,
    to closer: String = "end"
  ) throws(FormatProblem) -> FormatLayout {
    var parts = [try take(closer)]
    let isOneLine = last.line == line
    if closer == "until" { parts += [.text(" "), try expression()] }
    return .block(
      FormatLayout.Block(sections: sections, closer: .sequence(parts), isOneLine: isOneLine))
  }
}
