internal import LuaRuntime

/// Finds problems in a source without running it: names that aren't declared, responses that are misused, and members
/// of well-known tables.
///
/// It parses the source according to section 9 of the Lua manual. It keeps track of the scopes of local names, so that
/// a local or a parameter isn't mistaken for a word of the language. Functions that are passed to `pcall` may contain
/// code that fails.
package struct FunctionScan {
  /// A kind of use in the source.
  package enum Kind: Equatable {
    /// A global that is read or called.
    case global(String)
    /// A global that is assigned, either a function or another value.
    case assigned(String, isFunction: Bool)
    /// A member of `state`.
    case stateKey(String)
    /// A member of `services`.
    case service(String)
    /// A dot instead of a colon, as in `reply(...).after`.
    case dotted(String)
    /// A builder that doesn't exist, as in `reply(...) :aftr`.
    case builder(String)
    /// `fail(...)` as a statement, which drops the response.
    case dropped(String)
    /// `return fail` without a call.
    case uncalled(String)
  }

  package struct Note {
    package var kind: Kind
    package var line: Int
  }

  /// A function, with its first parameter and the members that it reads from that parameter.
  struct Function {
    /// The line of the word `function`.
    var line: Int
    /// The key of the table, or the local name, to which the function is assigned.
    var name: String?
    var parameter: String?
    /// The paths from the parameter to the members that the function reads.
    ///
    /// `args.item.id` is `["item", "id"]`. An element keeps its brackets, as in `[1]`.
    var members: [(path: [String], line: Int)] = []
    /// Whether the parameter or one of its members is assigned.
    ///
    /// Later reads may then not read the argument.
    var isAssigned = false
  }

  package private(set) var notes: [Note] = []
  private(set) var functions: [Function] = []
  private var tokens: SourceTokens
  private var scopes: [[String: Int]] = [[:]]
  private var lastLocal = 0
  /// The functions, by the number of their first parameter.
  private var owners: [Int: Int] = [:]
  /// The operands of locals that hold a member of a parameter, as in `local item = args.item`.
  private var aliases: [Int: Operand] = [:]
  private var depth = 0
  private var protectedDepth = 0
  /// The name to which the current function is assigned.
  private var givenName: String?

  /// The error for a source that can't be parsed.
  private struct Unknown: Error {}

  /// The maximum depth of nesting.
  ///
  /// Every level needs several stack frames.
  private static let depthLimit = 60

  /// The kind of an expression, to the extent that the scan needs it.
  private enum Operand: Equatable {
    case global(String)
    case local(Int)
    case member(ofLocal: Int, path: [String])
    case response(String)
    case other
  }

  /// Scans a source, or returns nil if it can't be parsed or if it replaces its own environment.
  package init?(_ source: String) {
    tokens = SourceTokens(source)
    if tokens.hasName("_ENV") || tokens.hasName("rawset") { return nil }
    do {
      try block()
      guard tokens.isAtEnd else { return nil }
    } catch {
      return nil
    }
  }

  // MARK: - Scopes

  private func find(_ name: String) -> Int? {
    for scope in scopes.reversed() { if let local = scope[name] { return local } }
    return nil
  }

  private mutating func declare(_ name: String) -> Int {
    lastLocal += 1
    scopes[scopes.count - 1][name] = lastLocal
    return lastLocal
  }

  private mutating func inScope(_ body: (inout Self) throws -> Void) throws {
    scopes.append([:])
    depth += 1
    guard depth < Self.depthLimit else { throw Unknown() }
    try body(&self)
    depth -= 1
    scopes.removeLast()
  }

  private mutating func note(_ kind: Kind, _ line: Int) {
    if protectedDepth == 0 { notes.append(Note(kind: kind, line: line)) }
  }

  private mutating func use(_ operand: Operand, _ line: Int) {
    if case .global(let name) = operand { note(.global(name), line) }
  }

  // MARK: - Statements

  private mutating func expect(_ text: String) throws {
    guard tokens.take(text) else { throw Unknown() }
  }

  private mutating func name() throws -> String {
    guard let name = tokens.takeName() else { throw Unknown() }
    return name
  }

  private mutating func block() throws {
    while !tokens.isAtEnd, !tokens.isAt(["end", "else", "elseif", "until"]) {
      if tokens.take("return") {
        try returned()
        return
      }
      try statement()
    }
  }

  private mutating func scopedBlock(_ locals: [String] = []) throws {
    try inScope { scan in
      for local in locals { _ = scan.declare(local) }
      try scan.block()
    }
  }

  private mutating func returned() throws {
    if !tokens.isAtEnd, !tokens.isAt(["end", "else", "elseif", "until", ";"]) {
      let line = tokens.line
      let operand = try expression()
      if !tokens.isAt([","]), case .global(let word) = operand, Self.answers.contains(word) {
        note(.uncalled(word), line)
      }
      while tokens.take(",") { _ = try expression() }
    }
    _ = tokens.take(";")
  }

  private mutating func statement() throws {
    if tokens.take(";") || tokens.take("break") { return }
    if tokens.take("::") {
      _ = try name()
      return try expect("::")
    }
    // `goto` is only a keyword before a label.
    if tokens.take("goto") {
      _ = try name()
    } else if tokens.take("do") {
      try scopedBlock()
      try expect("end")
    } else if tokens.take("while") {
      _ = try expression()
      try expect("do")
      try scopedBlock()
      try expect("end")
    } else if tokens.take("repeat") {
      try inScope { scan in
        try scan.block()
        try scan.expect("until")
        _ = try scan.expression()
      }
    } else if tokens.take("if") {
      try condition()
    } else if tokens.take("for") {
      try loop()
    } else if tokens.take("function") {
      try namedFunction()
    } else if tokens.take("local") {
      try local()
    } else {
      try expressionStatement()
    }
  }

  private mutating func condition() throws {
    repeat {
      _ = try expression()
      try expect("then")
      try scopedBlock()
    } while tokens.take("elseif")
    if tokens.take("else") { try scopedBlock() }
    try expect("end")
  }

  private mutating func loop() throws {
    var names = [try name()]
    while tokens.take(",") { names.append(try name()) }
    guard tokens.take("=") || tokens.take("in") else { throw Unknown() }
    _ = try expression()
    while tokens.take(",") { _ = try expression() }
    try expect("do")
    try scopedBlock(names)
    try expect("end")
  }

  private mutating func namedFunction() throws {
    let line = tokens.lastLine
    var name = try name()
    let operand = find(name).map(Operand.local) ?? .global(name)
    if tokens.isAt([".", ":"]) {
      use(operand, line)
    } else {
      assign(operand, line, isFunction: true)
    }
    var isMethod = false
    while !isMethod, tokens.isAt([".", ":"]) {
      isMethod = tokens.take(":")
      if !isMethod { try expect(".") }
      name = try self.name()
    }
    givenName = name
    try body(line, isMethod: isMethod)
  }

  private mutating func local() throws {
    if tokens.take("function") {
      let line = tokens.lastLine
      givenName = try name()
      _ = declare(givenName ?? "")
      return try body(line)
    }
    var names: [String] = []
    repeat {
      names.append(try name())
      if tokens.take("<") {
        _ = try name()
        try expect(">")
      }
    } while tokens.take(",")
    var alias: Operand?
    if tokens.take("=") {
      givenName = names.first
      let operand = try expression()
      if names.count == 1, !tokens.isAt([","]), case .member = operand { alias = operand }
      while tokens.take(",") { _ = try expression() }
    }
    for name in names {
      let local = declare(name)
      aliases[local] = alias
    }
  }

  private mutating func expressionStatement() throws {
    let line = tokens.line
    var operand = try suffixed()
    guard tokens.isAt(["=", ","]) else {
      if case .response(let word) = operand { note(.dropped(word), line) }
      return use(operand, line)
    }
    assign(operand, line)
    while tokens.take(",") {
      operand = try suffixed()
      assign(operand, tokens.lastLine)
    }
    try expect("=")
    repeat { _ = try expression() } while tokens.take(",")
  }

  private mutating func assign(_ operand: Operand, _ line: Int, isFunction: Bool = false) {
    switch operand {
    case .global(let name): note(.assigned(name, isFunction: isFunction), line)
    case .local(let local), .member(ofLocal: let local, path: _):
      if let owner = owners[local] { functions[owner].isAssigned = true }
      aliases[local] = nil
    case .response, .other: break
    }
  }

  // MARK: - Expressions

  /// The words that create responses.
  private static let answers: Set<String> = ["reply", "fail", "stream"]

  private static let unary: Set<String> = ["not", "-", "#", "~"]

  private static let binary: Set<String> = [
    "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or", "&",
    "|", "~", "<<", ">>",
  ]

  /// Reads an expression.
  ///
  /// If it consists of a single operand, returns that operand.
  private mutating func expression() throws -> Operand {
    depth += 1
    guard depth < Self.depthLimit else { throw Unknown() }
    defer { depth -= 1 }
    var operand = Operand.other
    var isAlone = true
    while true {
      while tokens.takeAny(Self.unary) { isAlone = false }
      operand = try simple()
      guard tokens.takeAny(Self.binary) else { break }
      isAlone = false
    }
    return isAlone ? operand : .other
  }

  private mutating func simple() throws -> Operand {
    if tokens.takeLiteral() { return .other }
    let line = tokens.line
    if tokens.isAt(["{"]) {
      try table()
    } else if tokens.take("function") {
      try body(line)
    } else {
      let operand = try suffixed()
      use(operand, line)
      return operand
    }
    return .other
  }

  private mutating func table() throws {
    try expect("{")
    depth += 1
    guard depth < Self.depthLimit else { throw Unknown() }
    defer { depth -= 1 }
    while !tokens.take("}") {
      givenName = nil
      if tokens.take("[") {
        givenName = tokens.text(behind: "]")
        let name = givenName
        _ = try expression()
        try expect("]")
        try expect("=")
        givenName = name
      } else if let key = tokens.takeKey() {
        givenName = key
      }
      _ = try expression()
      if !tokens.take(","), !tokens.take(";"), !tokens.isAt(["}"]) { throw Unknown() }
    }
  }

  private mutating func body(_ line: Int, isMethod: Bool = false) throws {
    let index = functions.count
    functions.append(Function(line: line, name: givenName))
    givenName = nil
    try inScope { scan in
      if isMethod { _ = scan.declare("self") }
      try scan.expect("(")
      while !scan.tokens.take(")") {
        if !scan.tokens.take("...") {
          let name = try scan.name()
          let local = scan.declare(name)
          if scan.functions[index].parameter == nil, !isMethod {
            scan.functions[index].parameter = name
            scan.owners[local] = index
          }
        }
        _ = scan.tokens.take(",")
      }
      try scan.block()
      try scan.expect("end")
    }
  }

  /// Reads a name or an expression in parentheses, including the member accesses and calls after it.
  private mutating func suffixed() throws -> Operand {
    var operand = Operand.other
    var line = tokens.line
    if tokens.take("(") {
      _ = try expression()
      try expect(")")
    } else {
      let name = try name()
      operand = find(name).map(Operand.local) ?? .global(name)
    }
    while true {
      if tokens.take(".") {
        operand = member(try name(), of: operand, line, tokens.lastLine)
      } else if tokens.isAt(["["]) {
        let key = tokens.bracketedText
        let number = tokens.bracketedNumber
        _ = tokens.take("[")
        if key == nil { use(operand, line) }
        _ = try expression()
        try expect("]")
        if let key {
          operand = member(key, of: operand, line, tokens.lastLine)
        } else {
          operand = element(number, of: operand, tokens.lastLine)
        }
      } else if tokens.take(":") {
        use(operand, line)
        let word = try name()
        if case .response = operand {
          note(.builder(word), tokens.lastLine)
        } else {
          operand = .other
        }
        try arguments()
      } else if tokens.isAt(["(", "{"]) || tokens.isAtText {
        use(operand, line)
        let called = operand
        let mayFail = called == .global("pcall") || called == .global("xpcall")
        if mayFail { protectedDepth += 1 }
        try arguments()
        if mayFail { protectedDepth -= 1 }
        operand = .other
        if case .global(let word) = called, Self.answers.contains(word) {
          operand = .response(word)
        }
      } else {
        return operand
      }
      line = tokens.lastLine
    }
  }

  private mutating func arguments() throws {
    givenName = nil
    if tokens.takeText() { return }
    if tokens.isAt(["{"]) { return try table() }
    try expect("(")
    if tokens.take(")") { return }
    repeat { _ = try expression() } while tokens.take(",")
    try expect(")")
  }

  /// Notes a member access, and returns the resulting operand.
  private mutating func member(
    _ name: String, of operand: Operand, _ line: Int, _ memberLine: Int
  ) -> Operand {
    use(operand, line)
    switch operand {
    case .global("state"): note(.stateKey(name), memberLine)
    case .global("services"): note(.service(name), memberLine)
    case .response: note(.dotted(name), memberLine)
    case .local(let local):
      if let alias = aliases[local] { return self.member(name, of: alias, line, memberLine) }
      return noted(local, [name], memberLine)
    case .member(let local, let path): return noted(local, path + [name], memberLine)
    case .global, .other: break
    }
    return .other
  }

  /// Notes an access to an element, by a literal number or by an expression, and returns the resulting operand.
  private mutating func element(_ number: String?, of operand: Operand, _ line: Int) -> Operand {
    switch operand {
    case .local(let local):
      if let alias = aliases[local] { return element(number, of: alias, line) }
      let path = ["[\(number ?? "")]"]
      return number == nil ? .member(ofLocal: local, path: path) : noted(local, path, line)
    case .member(let local, let path): return .member(ofLocal: local, path: path + ["[]"])
    case .global, .response, .other: return .other
    }
  }

  private mutating func noted(_ local: Int, _ path: [String], _ line: Int) -> Operand {
    if let owner = owners[local] { functions[owner].members.append((path, line)) }
    return .member(ofLocal: local, path: path)
  }
}
