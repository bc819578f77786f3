/// The tree of a script as lists, which need little time and memory, because every script that is loaded is scanned.
struct LuaTree {
  enum Part {
    case token(Int32)
    case node(Int32)

    var node: Int32? { if case .node(let index) = self { index } else { nil } }
  }

  struct Node {
    let kind: LuaSyntax.Kind
    /// The positions of its parts in the list of parts.
    let parts: Range<Int32>
    let tokens: Range<Int32>
  }

  /// A token that isn't allowed at its place, or that is nested too deeply.
  struct Problem: Error {
    let token: Int
    /// The text that is expected instead; nil if the token is nested too deeply.
    var expected: String?
  }

  struct Token {
    let kind: LuaToken.Kind
    let line: Int32
    let start: Int32
    let end: Int32
  }

  private(set) var tokens: [Token] = []
  /// The nodes, in the order in which they end.
  private(set) var nodes: [Node] = []
  private(set) var parts: [Part] = []
  /// The parts that don't belong to another node: the block of the script, or everything before a problem.
  private(set) var roots: [Part] = []
  private(set) var problem: Problem?
  private let depthLimit: Int
  private var index = 0
  private var kind = LuaToken.Kind.endOfSource
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
    self.depthLimit = depthLimit
    // Guesses, so that the lists rarely have to grow.
    tokens.reserveCapacity(bytes.count / 3)
    nodes.reserveCapacity(bytes.count / 4)
    parts.reserveCapacity(bytes.count / 2)
    var lexer = LuaLexer(bytes)
    repeat {
      kind = lexer.next()
      tokens.append(
        Token(
          kind: kind, line: Int32(lexer.line), start: Int32(lexer.range.lowerBound),
          end: Int32(lexer.range.upperBound)))
    } while kind != .endOfSource
    move(to: 0)
    do throws(Problem) {
      try block()
      guard kind == .endOfSource else { throw unexpected("<eof>") }
    } catch {
      problem = error
    }
  }

  func parts(of node: Node) -> ArraySlice<Part> {
    parts[Int(node.parts.lowerBound)..<Int(node.parts.upperBound)]
  }

  func node(_ part: Part?) -> Node? { (part?.node).map { nodes[Int($0)] } }

  func firstToken(of node: Node) -> Token { tokens[Int(node.tokens.lowerBound)] }

  /// Returns the token of a literal, or nil for any other expression.
  func literal(_ node: Node) -> Token? { node.kind == .literal ? firstToken(of: node) : nil }

  // MARK: - Tokens

  private mutating func move(to next: Int) {
    index = min(next, tokens.count - 1)
    kind = tokens[index].kind
  }

  private func unexpected(_ expected: String) -> Problem {
    Problem(token: index, expected: expected)
  }

  private mutating func take() {
    roots.append(.token(Int32(index)))
    move(to: index + 1)
  }

  private mutating func take(_ wanted: LuaToken.Kind) throws(Problem) {
    guard kind == wanted else { throw unexpected(wanted.text) }
    take()
  }

  private mutating func takeName(after kind: LuaToken.Kind? = nil) throws(Problem) {
    if let kind { try take(kind) }
    try take(.name)
  }

  private var start: (part: Int, token: Int) { (roots.count, index) }

  /// Turns the parts since the start of a construct into a node.
  private mutating func close(_ kind: LuaSyntax.Kind, from start: (part: Int, token: Int)) {
    let first = Int32(parts.count)
    for part in start.part..<roots.count { parts.append(roots[part]) }
    roots.removeLast(roots.count - start.part)
    roots.append(.node(Int32(nodes.count)))
    nodes.append(
      Node(
        kind: kind, parts: first..<Int32(parts.count), tokens: Int32(start.token)..<Int32(index)))
  }

  private mutating func descend() throws(Problem) {
    depth += 1
    guard depth <= depthLimit else { throw Problem(token: index) }
  }

  // MARK: - Statements

  private var endsBlock: Bool {
    kind == .endOfSource || kind == .end || kind == .else || kind == .elseif || kind == .until
  }

  private mutating func block() throws(Problem) {
    try descend()
    let start = start
    while !endsBlock { if kind == .semicolon { take() } else { try statement() } }
    close(.block, from: start)
    depth -= 1
  }

  private mutating func statement() throws(Problem) {
    let start = start
    switch kind {
    case .if:
      repeat {
        let isElse = kind == .else
        take()
        if !isElse {
          try expression()
          try take(.then)
        }
        try block()
      } while kind == .elseif || kind == .else
      try take(.end)
      close(.conditional, from: start)
    case .while, .for:
      if kind == .for {
        try names()
        guard kind == .assign || kind == .in else { throw unexpected("in") }
      }
      take()
      try list()
      try take(.do)
      try block()
      try take(.end)
      close(.loop, from: start)
    case .do:
      take()
      try block()
      try take(.end)
      close(.scope, from: start)
    case .repeat:
      take()
      try block()
      try take(.until)
      try expression()
      close(.repetition, from: start)
    case .function:
      repeat { try takeName(after: kind) } while kind == .dot || kind == .colon
      try function(from: start)
    case .local:
      if tokens[index + 1].kind == .function {
        take()
        try takeName(after: .function)
        return try function(from: start)
      }
      try names()
      if kind == .assign {
        take()
        try list()
      }
      close(.local, from: start)
    case .return:
      take()
      if !endsBlock, kind != .semicolon { try list() }
      close(.returning, from: start)
    case .break:
      take()
      close(.jump, from: start)
    case .goto, .label:
      let isLabel = kind == .label
      try takeName(after: kind)
      if isLabel { try take(.label) }
      close(.jump, from: start)
    default: try plainStatement()
    }
  }

  /// Reads a call or an assignment.
  private mutating func plainStatement() throws(Problem) {
    let start = start
    try chain()
    guard kind == .assign || kind == .comma else {
      guard case .node(let last)? = parts.last, [.call, .method].contains(nodes[Int(last)].kind)
      else {
        throw unexpected("=")
      }
      return close(.callStatement, from: start)
    }
    while kind == .comma {
      take()
      try chain()
    }
    try take(.assign)
    try list()
    close(.assignment, from: start)
  }

  /// Reads `local` or `for`, and names that are separated by commas, each with its attribute.
  private mutating func names() throws(Problem) {
    repeat {
      try takeName(after: kind)
      let start = start
      guard kind == .less else { continue }
      try takeName(after: .less)
      try take(.greater)
      close(.attribute, from: start)
    } while kind == .comma
  }

  private mutating func function(
    from start: (part: Int, token: Int)
  ) throws(Problem) {
    let list = self.start
    try take(.leftParenthesis)
    while kind == .name || kind == .ellipsis || kind == .comma { take() }
    try take(.rightParenthesis)
    close(.parameters, from: list)
    try block()
    try take(.end)
    close(.function, from: start)
  }

  // MARK: - Expressions

  private mutating func list() throws(Problem) {
    let start = start
    try expression()
    while kind == .comma {
      take()
      try expression()
    }
    close(.list, from: start)
  }

  private mutating func expression() throws(Problem) {
    try descend()
    let start = start
    try operand()
    var isAlone = true
    while kind.isBinary {
      isAlone = false
      take()
      try operand()
    }
    if !isAlone { close(.binary, from: start) }
    depth -= 1
  }

  private mutating func operand() throws(Problem) {
    let start = start
    while kind == .not || kind == .minus || kind == .length || kind == .tilde { take() }
    try plainOperand()
    if roots.count > start.part + 1 { close(.unary, from: start) }
  }

  private mutating func plainOperand() throws(Problem) {
    let start = start
    switch kind {
    case .text, .number, .nil, .true, .false, .ellipsis:
      take()
      close(.literal, from: start)
    case .function:
      take()
      try function(from: start)
    case .leftBrace: try table()
    default: try chain()
    }
  }

  private mutating func table() throws(Problem) {
    let start = start
    // If there is a problem in a table, the fields before it are a table, too.
    defer { close(.table, from: start) }
    try take(.leftBrace)
    while kind != .rightBrace, kind != .endOfSource {
      if kind == .comma || kind == .semicolon {
        take()
        continue
      }
      let field = self.start
      if kind == .leftBracket {
        try bracketed()
        try take(.assign)
      } else if kind == .name, tokens[index + 1].kind == .assign {
        take()
        take()
      }
      try expression()
      guard [.comma, .semicolon, .rightBrace].contains(kind) else { throw unexpected("}") }
      close(.field, from: field)
    }
    try take(.rightBrace)
  }

  private mutating func bracketed() throws(Problem) {
    let start = start
    try take(.leftBracket)
    try expression()
    try take(.rightBracket)
    close(.element, from: start)
  }

  private mutating func chain() throws(Problem) {
    let start = start
    if kind == .leftParenthesis {
      take()
      try expression()
      try take(.rightParenthesis)
    } else {
      try takeName()
    }
    while true {
      let suffix = self.start
      switch kind {
      case .dot:
        try takeName(after: .dot)
        close(.member, from: suffix)
      case .leftBracket: try bracketed()
      case .colon:
        try takeName(after: .colon)
        try arguments()
        close(.method, from: suffix)
      case .text, .leftBrace, .leftParenthesis:
        try arguments()
        close(.call, from: suffix)
      default: return close(.chain, from: start)
      }
    }
  }

  private mutating func arguments() throws(Problem) {
    if kind == .text { return take() }
    if kind == .leftBrace { return try table() }
    try take(.leftParenthesis)
    if kind != .rightParenthesis { try list() }
    try take(.rightParenthesis)
  }
}
