/// The syntax tree of a script, according to section 9 of the Lua manual.
///
/// It contains all tokens of the script, with the comments before them. A parenthesis, comma, or keyword is a token of
/// the construct to which it belongs:
///
/// ```
///   local x, y <const> = f(1), { key = 2 }
///
///   local:  local  x  ,  y  attribute  =  list
///   list:   chain  ,  table
///   chain:  f  call          call:  (  list  )
///   table:  {  field  }      field: key  =  literal
/// ```
package struct LuaSyntax {
  package enum Kind {
    /// Statements, and the semicolons between them.
    case block
    /// Statements that contain blocks.
    case conditional, loop, scope, repetition
    /// A function: a value, a local function, or another named function.
    case function
    case parameters
    case local, attribute, assignment, returning
    /// A chain that ends in a call.
    case callStatement
    /// `break`, `goto`, and labels.
    case jump
    /// Expressions that are separated by commas.
    case list
    /// Operands with operators between them, and an operand with the operators before it.
    case binary, unary
    case literal, table, field
    /// A name or an expression in parentheses, followed by fields and calls.
    case chain
    case member, element, method, call
  }

  package enum Part {
    case token(Int)
    case node(Node)
  }

  package struct Node {
    package let kind: Kind
    package let parts: [Part]
    /// The index of the first token, and of the token after the last one.
    package let range: Range<Int>

    package var nodes: [Node] {
      parts.compactMap { if case .node(let node) = $0 { node } else { nil } }
    }
  }

  static let precedences: [String: Int] = [
    "or": 1, "and": 2, "<": 3, ">": 3, "<=": 3, ">=": 3, "~=": 3, "==": 3, "|": 4, "~": 5, "&": 6,
    "<<": 7, ">>": 7, "..": 9, "+": 10, "-": 10, "*": 11, "/": 11, "//": 11, "%": 11, "^": 14,
  ]

  package let tokens: [LuaToken]
  /// The block of the whole script.
  package let root: Node

  /// Parses a script, whose line endings must be `\n`.
  ///
  /// By default, `depthLimit` is slightly more than Lua's own limit.
  package init(_ source: String, depthLimit: Int = 220) throws(SyntaxProblem) {
    tokens = LuaToken.tokens(of: source)
    var parser = LuaParser(tokens, depthLimit)
    root = try parser.script()
  }

  /// Returns the tokens that belong to a construct itself, and not to a construct inside it.
  package func tokens(of node: Node) -> [LuaToken] {
    node.parts.compactMap { if case .token(let index) = $0 { tokens[index] } else { nil } }
  }

  package func bytes(of node: Node) -> Range<Int> {
    let last = tokens[node.range.upperBound - 1]
    return tokens[node.range.lowerBound].range.lowerBound..<last.range.upperBound
  }

  package func names(of node: Node) -> [String] {
    tokens(of: node).filter { $0.kind == .name }.map(\.text)
  }

  func literal(_ kind: LuaToken.Kind, _ node: Node) -> LuaToken? {
    guard node.kind == .literal, tokens[node.range.lowerBound].kind == kind else { return nil }
    return tokens[node.range.lowerBound]
  }

  /// Returns the name or the string before the `=` of a field, or nil for an element and for any other key.
  func key(of field: Node) -> String? {
    let bracketed = field.parts.count == 3 ? field.nodes[0].nodes.first : nil
    return names(of: field).first ?? bracketed.flatMap { literal(.text, $0)?.text }
  }

  /// Returns the table that starts with a token, if any.
  func table(at token: Int) -> Node? {
    var node = root
    while let inner = node.nodes.first(where: { $0.range.contains(token) }) {
      if inner.kind == .table, inner.range.lowerBound == token { return inner }
      node = inner
    }
    return nil
  }
}

package struct SyntaxProblem: Error {
  var line: Int
  var text: String
}

private struct LuaParser {
  private let tokens: [LuaToken]
  private let depthLimit: Int
  private var index = 0
  private var token: LuaToken
  /// The current keyword or symbol; empty for any other token.
  private var mark = ""
  private var depth = 0
  /// The parts that don't belong to a finished construct yet.
  private var parts: [LuaSyntax.Part] = []

  init(_ tokens: [LuaToken], _ depthLimit: Int) {
    (self.tokens, self.depthLimit, token) = (tokens, depthLimit, tokens[0])
    move(to: 0)
  }

  mutating func script() throws(SyntaxProblem) -> LuaSyntax.Node {
    try block()
    guard token.kind == .end, case .node(let root)? = parts.first else { throw unexpected("<eof>") }
    return root
  }

  // MARK: - Tokens

  private mutating func move(to next: Int) {
    index = min(next, tokens.count - 1)
    token = tokens[index]
    mark = token.kind == .word || token.kind == .symbol ? token.text : ""
  }

  private func unexpected(_ expected: String) -> SyntaxProblem {
    SyntaxProblem(line: token.line, text: "`\(expected)` expected near `\(token.source)`")
  }

  private func isAt(_ text: String) -> Bool { mark == text }

  private func isAt(_ text: String, _ other: String) -> Bool { mark == text || mark == other }

  private mutating func take() {
    parts.append(.token(index))
    move(to: index + 1)
  }

  private mutating func take(_ text: String) throws(SyntaxProblem) {
    guard isAt(text) else { throw unexpected(text) }
    take()
  }

  private mutating func takeName(after mark: String? = nil) throws(SyntaxProblem) {
    if let mark { try take(mark) }
    guard token.kind == .name else { throw unexpected("name") }
    take()
  }

  private var start: (part: Int, token: Int) { (parts.count, index) }

  /// Turns the parts since the start of a construct into a node.
  private mutating func close(_ kind: LuaSyntax.Kind, from start: (part: Int, token: Int)) {
    let node = LuaSyntax.Node(
      kind: kind, parts: Array(parts[start.part...]), range: start.token..<index)
    parts.removeSubrange(start.part...)
    parts.append(.node(node))
  }

  private mutating func descend() throws(SyntaxProblem) {
    depth += 1
    guard depth <= depthLimit else {
      throw SyntaxProblem(line: token.line, text: "more than \(depthLimit) levels")
    }
  }

  // MARK: - Statements

  private var endsBlock: Bool {
    token.kind == .end || isAt("end", "else") || isAt("elseif", "until")
  }

  private mutating func block() throws(SyntaxProblem) {
    try descend()
    let start = start
    while !endsBlock { if isAt(";") { take() } else { try statement() } }
    close(.block, from: start)
    depth -= 1
  }

  private mutating func statement() throws(SyntaxProblem) {
    let start = start
    guard token.kind == .word || isAt("::") else { return try plainStatement() }
    switch token.text {
    case "if":
      repeat {
        let isElse = isAt("else")
        take()
        if !isElse {
          try expression()
          try take("then")
        }
        try block()
      } while isAt("elseif", "else")
      try take("end")
      close(.conditional, from: start)
    case "while", "for":
      if isAt("for") {
        try names()
        guard isAt("=", "in") else { throw unexpected("in") }
      }
      take()
      try list()
      try take("do")
      try block()
      try take("end")
      close(.loop, from: start)
    case "do":
      take()
      try block()
      try take("end")
      close(.scope, from: start)
    case "repeat":
      take()
      try block()
      try take("until")
      try expression()
      close(.repetition, from: start)
    case "function":
      repeat { try takeName(after: token.text) } while isAt(".", ":")
      try function(from: start)
    case "local":
      if tokens[index + 1].isMark("function") {
        take()
        try takeName(after: "function")
        return try function(from: start)
      }
      try names()
      if isAt("=") {
        take()
        try list()
      }
      close(.local, from: start)
    case "return":
      take()
      if !endsBlock, !isAt(";") { try list() }
      close(.returning, from: start)
    case "break", "goto", "::":
      let mark = mark
      take()
      if mark != "break" { try takeName() }
      if mark == "::" { try take("::") }
      close(.jump, from: start)
    default: throw unexpected("statement")
    }
  }

  /// Reads a call or an assignment.
  private mutating func plainStatement() throws(SyntaxProblem) {
    let start = start
    try chain()
    guard isAt("=", ",") else {
      guard case .node(let chain)? = parts.last, let last = chain.nodes.last?.kind,
        last == .call || last == .method
      else { throw unexpected("=") }
      return close(.callStatement, from: start)
    }
    while isAt(",") {
      take()
      try chain()
    }
    try take("=")
    try list()
    close(.assignment, from: start)
  }

  /// Reads `local` or `for`, and names that are separated by commas, each with its attribute.
  private mutating func names() throws(SyntaxProblem) {
    repeat {
      try takeName(after: token.text)
      let start = start
      guard isAt("<") else { continue }
      try takeName(after: "<")
      try take(">")
      close(.attribute, from: start)
    } while isAt(",")
  }

  private mutating func function(
    from start: (part: Int, token: Int)
  ) throws(SyntaxProblem) {
    let list = self.start
    try take("(")
    while token.kind == .name || isAt("...", ",") { take() }
    try take(")")
    close(.parameters, from: list)
    try block()
    try take("end")
    close(.function, from: start)
  }

  // MARK: - Expressions

  private mutating func list() throws(SyntaxProblem) {
    let start = start
    try expression()
    while isAt(",") {
      take()
      try expression()
    }
    close(.list, from: start)
  }

  private mutating func expression() throws(SyntaxProblem) {
    try descend()
    let start = start
    try operand()
    var isAlone = true
    while !mark.isEmpty, LuaSyntax.precedences[mark] != nil {
      isAlone = false
      take()
      try operand()
    }
    if !isAlone { close(.binary, from: start) }
    depth -= 1
  }

  private mutating func operand() throws(SyntaxProblem) {
    let start = start
    while isAt("not", "-") || isAt("#", "~") { take() }
    try plainOperand()
    if parts.count > start.part + 1 { close(.unary, from: start) }
  }

  private mutating func plainOperand() throws(SyntaxProblem) {
    let start = start
    if token.kind == .text || token.kind == .number || isAt("nil", "...") || isAt("true", "false") {
      take()
      close(.literal, from: start)
    } else if isAt("function") {
      take()
      try function(from: start)
    } else if isAt("{") {
      try table()
    } else {
      try chain()
    }
  }

  private mutating func table() throws(SyntaxProblem) {
    let start = start
    try take("{")
    while !isAt("}"), token.kind != .end {
      if isAt(",", ";") {
        take()
        continue
      }
      let field = self.start
      if isAt("[") {
        try bracketed()
        try take("=")
      } else if token.kind == .name, tokens[index + 1].isMark("=") {
        take()
        take()
      }
      try expression()
      guard isAt(",", ";") || isAt("}") else { throw unexpected("}") }
      close(.field, from: field)
    }
    try take("}")
    close(.table, from: start)
  }

  private mutating func bracketed() throws(SyntaxProblem) {
    let start = start
    try take("[")
    try expression()
    try take("]")
    close(.element, from: start)
  }

  private mutating func chain() throws(SyntaxProblem) {
    let start = start
    if isAt("(") {
      take()
      try expression()
      try take(")")
    } else {
      try takeName()
    }
    while true {
      let suffix = self.start
      if isAt(".") {
        try takeName(after: ".")
        close(.member, from: suffix)
      } else if isAt("[") {
        try bracketed()
      } else if isAt(":") {
        try takeName(after: ":")
        try arguments()
        close(.method, from: suffix)
      } else if token.kind == .text || isAt("{", "(") {
        try arguments()
        close(.call, from: suffix)
      } else {
        return close(.chain, from: start)
      }
    }
  }

  private mutating func arguments() throws(SyntaxProblem) {
    if token.kind == .text { return take() }
    if isAt("{") { return try table() }
    try take("(")
    if !isAt(")") { try list() }
    try take(")")
  }
}
