/// Methods that read expressions: operands with operators between them, and chains of calls.
extension FormatReader {
  private struct Operand {
    /// The operator before the operand; nil for the first operand.
    var operation: FormatLayout?
    var precedence = 0
    var layout: FormatLayout
  }

  private static let precedences: [String: Int] = [
    "or": 1, "and": 2, "<": 3, ">": 3, "<=": 3, ">=": 3, "~=": 3, "==": 3, "|": 4, "~": 5, "&": 6,
    "<<": 7, ">>": 7, "..": 9, "+": 10, "-": 10, "*": 11, "/": 11, "//": 11, "%": 11, "^": 14,
  ]

  /// The precedence of the operator at the current token, or nil for any other token.
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

  /// Returns a layout that is broken before the operators with the lowest precedence.
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

  /// Reads an operand with its unary operators.
  private mutating func operand() throws(FormatProblem) -> FormatLayout {
    // These comments belong to the whole table or function, and may be on the same line.
    var parts = takeComments()
    while isAt(anyOf: ["not", "-", "#", "~"]) {
      // Without a space, two minus signs would start a comment.
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

  /// Reads comma-separated expressions, each as a segment that may start a new line.
  mutating func expressions() throws(FormatProblem) -> [FormatLayout.Segment] {
    var segments: [FormatLayout.Segment] = []
    while true {
      let opensHere = isAt("{") || isAt("function")
      let layout = try expression()
      let isLast = !isAt(",")
      segments.append(
        FormatLayout.Segment(layout: isLast ? layout : .sequence([layout, take()])))
      if isLast {
        // A single value after `=` starts on that line. If there are several values, each may start a new line.
        segments[0].opensHere = opensHere && segments.count == 1
        return segments
      }
    }
  }

  /// Reads an expression in brackets.
  ///
  /// Adds spaces if the brackets would otherwise start a long string.
  mutating func bracketed() throws(FormatProblem) -> FormatLayout {
    let open = try take("[")
    let gap = FormatLayout.text(token.text.hasPrefix("[") ? " " : "")
    let inner = try expression()
    return .sequence([open, gap, inner, gap, try take("]")])
  }

  // MARK: - Calls

  /// Reads an expression that starts with a name or a parenthesis, including the fields and calls after it.
  ///
  /// - Returns: The layout, and whether it ends in a call.
  mutating func called() throws(FormatProblem) -> (layout: FormatLayout, isCall: Bool) {
    var segments: [FormatLayout.Segment] = []
    var parts: [FormatLayout] = []
    if isAt("(") {
      parts = [take(), try expression(), try take(")")]
    } else {
      parts = [try takeName()]
    }
    // Set the layout only after all parts were read, because a chain can have any number of parts.
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
        let isBuilder = ScriptFormat.builders.contains(next.text)
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
        // The table of a service starts on the line of the last builder. Otherwise, it would move below the service,
        // together with all builders.
        segment.opensHere = isCall
        parts += try arguments(behindText: isCall && last.text != ")")
        isCall = true
      } else {
        segment.layout = .sequence(parts)
        return (.fill(segments + [segment]), isCall)
      }
    }
  }

  /// Reads the arguments of a call.
  ///
  /// - Parameter behindText: Whether the call comes after another call that has no parentheses.
  /// - Returns: The layouts, including the space before them.
  /// - Throws: `FormatProblem` for anything other than a call.
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

  /// Reads the parameters and the body of a function.
  ///
  /// Its header words have already been read.
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

  /// Reads the closing keyword of a block.
  ///
  /// - Parameters:
  ///   - sections: The headers of the block, with their statements.
  ///   - line: The line on which it starts.
  ///   - closer: The keyword.
  /// - Returns: The block.
  /// - Throws: `FormatProblem` if the current token isn't the keyword.
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
