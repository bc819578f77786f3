internal import LuaRuntime

/// Finds problems in source code without running it: names that aren't declared, responses that are misused, and
/// members of well-known tables.
///
/// It keeps track of the scopes of local names, so that a local or a parameter isn't mistaken for a word of the
/// language. Inside arguments of `pcall` and `xpcall`, it reports nothing, because code in them is allowed to fail.
package struct FunctionScan {
  package enum Kind: Equatable {
    /// A global that is read or called.
    case global(String)
    /// A global that is assigned, either a function or another value.
    case assigned(String, isFunction: Bool)
    /// A member of `state`.
    case stateKey(String)
    /// A member of `services`.
    case service(String)
    /// A member of a member of `services`.
    case serviceMethod(String, of: String)
    /// The first argument of `calls` or `push`.
    case methodName(String, word: String)
    /// A dot instead of a colon, as in `reply(...).after`.
    case dotted(String)
    /// A builder that doesn't exist, as in `reply(...) :aftr`.
    case builder(String)
    /// `fail(...)` as a statement, which drops the response, in a function or at the top level.
    case dropped(String, isInFunction: Bool)
    /// `and`, `or`, or `not` with a matcher or a response as its first operand, which is always true.
    case combined(String, isMatcher: Bool)
    /// An expression of `is.regex` in the notation of Lua's patterns or of another language.
    case regex(String)
    /// A whole number that Lua rounds, because it doesn't fit into 64 bits.
    case rounded(String)
    /// `return fail` without a call.
    case uncalled(String)
    /// `function a:save(args)`, in which `self` receives the arguments.
    case colonFunction(String)
    /// A response function whose first parameter is `self`.
    case selfParameter
    /// A second value after `return` in a response function.
    case secondResult
    /// A status in the body that a route's function returns.
    case statusInBody(Int)
    /// `or` with a literal as its first operand.
    case constant(String)
    /// A comparison with `null` of a value that is nil instead: an argument, or a shared value.
    case nullComparison
    /// A member of one of Lua's libraries that is called.
    case libraryMember(String, of: String)
    /// A member of a response function's second parameter.
    case callMember(String)
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
    /// After an assignment, a read doesn't necessarily read the argument.
    var isAssigned = false
    /// The kind of response that the function computes; nil for other functions.
    var response: Response?
  }

  enum Response {
    case ofMethod, ofRoute
  }

  private typealias Node = LuaSyntax.Node

  package private(set) var notes: [Note] = []
  private(set) var functions: [Function] = []
  private let syntax: LuaSyntax
  private var scopes: [[String: Int]] = [[:]]
  private var lastLocal = 0
  /// The functions, by the number of their first parameter.
  private var owners: [Int: Int] = [:]
  /// The operands of locals that hold a member of a parameter, as in `local item = args.item`.
  private var aliases: [Int: Operand] = [:]
  private var protectedDepth = 0
  private var functionDepth = 0
  /// The second parameters of response functions.
  private var callParameters: Set<Int> = []
  /// The members of Lua's libraries that the source sets or tests, such as `table.getn`.
  private var ownMembers: Set<String> = []
  /// The number of conditions around an expression that also compare with `nil`.
  private var nilDepth = 0
  /// The innermost function.
  private var current: Int?
  /// The part of a script in which an expression is.
  private var place = Place.other
  /// The name to which the current function is assigned.
  private var givenName: String?

  /// The maximum depth of nesting.
  ///
  /// Every level needs several stack frames.
  private static let depthLimit = 60

  private enum Place: Equatable {
    /// The table of methods or routes.
    case declarations
    case response(Response)
    case other
  }

  /// The kind of an expression, to the extent that the scan needs it.
  private enum Operand: Equatable {
    case global(String)
    /// The result of `service "Name"` and similar words.
    case service
    /// A member of `services`, with its name.
    case calledService(String)
    case stateMember
    case local(Int)
    case member(ofLocal: Int, path: [String])
    case response(String)
    case matcher(String)
    case other
  }

  /// Scans source code, or returns nil if the code can't be parsed or replaces its own environment.
  package init?(_ source: String) {
    guard let syntax = try? LuaSyntax(source, depthLimit: Self.depthLimit),
      !syntax.tokens.contains(where: { $0.kind == .name && ["_ENV", "rawset"].contains($0.text) })
    else { return nil }
    self.syntax = syntax
    block(syntax.root)
    for token in syntax.roundedNumbers { note(.rounded(token.text), token.line) }
    notes.removeAll {
      if case .libraryMember(let name, let library) = $0.kind {
        ownMembers.contains("\(library).\(name)")
      } else {
        false
      }
    }
  }

  // MARK: - Tokens

  private func firstLine(of node: Node) -> Int { syntax.tokens[node.range.lowerBound].line }

  private func lastLine(of node: Node) -> Int { syntax.tokens[node.range.upperBound - 1].line }

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

  private mutating func note(_ kind: Kind, _ line: Int) {
    if protectedDepth == 0 { notes.append(Note(kind: kind, line: line)) }
  }

  private mutating func use(_ operand: Operand, _ line: Int) {
    if case .global(let name) = operand { note(.global(name), line) }
  }

  // MARK: - Statements

  private mutating func block(_ node: Node) {
    for node in node.nodes { statement(node) }
  }

  private mutating func statement(_ node: Node) {
    switch node.kind {
    case .conditional, .loop, .scope:
      let names = syntax.names(of: node)
      for inner in node.nodes {
        scopes.append([:])
        if inner.kind == .block { for name in names { _ = declare(name) } }
        visit(inner)
        scopes.removeLast()
      }
    case .repetition:
      // The condition can use the locals of the block.
      scopes.append([:])
      for inner in node.nodes { visit(inner) }
      scopes.removeLast()
    case .function: namedFunction(node)
    case .local: local(node)
    case .assignment:
      for target in node.nodes.dropLast() {
        let isFirst = target.range.lowerBound == node.range.lowerBound
        let count = notes.count
        let operand = chain(target)
        // Setting a field of a call is allowed.
        if notes.count > count, case .callMember? = notes.last?.kind { notes.removeLast() }
        if target.nodes.isEmpty, let name = syntax.names(of: target).first, let local = find(name) {
          aliases[local] = nil
        }
        assign(operand, isFirst ? firstLine(of: target) : lastLine(of: target))
      }
      for list in node.nodes.suffix(1) { visit(list) }
    case .callStatement:
      for call in node.nodes {
        let (operand, line) = (chain(call), firstLine(of: call))
        if case .response(let word) = operand {
          note(.dropped(word, isInFunction: functionDepth > 0), line)
        }
        use(operand, line)
      }
    case .returning:
      guard let list = node.nodes.first else { break }
      let operands = list.nodes.map { expression($0) }
      if operands.count == 1, case .global(let word) = operands[0], Self.answers.contains(word) {
        note(.uncalled(word), firstLine(of: list))
      }
      guard let response = current.flatMap({ functions[$0].response }) else { break }
      if operands.count > 1 { note(.secondResult, firstLine(of: list)) }
      if operands.count == 1, response == .ofRoute, let status = syntax.statusInBody(list.nodes[0])
      {
        note(.statusInBody(status), firstLine(of: list))
      }
    default: break
    }
  }

  private mutating func namedFunction(_ node: Node) {
    let tokens = syntax.tokens(of: node)
    let names = syntax.names(of: node)
    let isLocal = tokens[0].kind == .local
    let line = tokens[isLocal ? 1 : 0].line
    if isLocal {
      _ = declare(names[0])
    } else {
      let operand = find(names[0]).map(Operand.local) ?? .global(names[0])
      if names.count > 1 { use(operand, line) } else { assign(operand, line, isFunction: true) }
    }
    givenName = names.last
    let isMethod = tokens.contains { $0.kind == .colon }
    ownMembers.insert(names.joined(separator: "."))
    if !isLocal, names.count == 2, let local = find(names[0]), aliases[local] == .service {
      if isMethod { note(.colonFunction("\(names[0]).\(names[1])"), line) }
      place = .response(.ofMethod)
    }
    function(node, line, isMethod: isMethod)
    place = .other
  }

  private mutating func local(_ node: Node) {
    let names = syntax.names(of: node)
    var alias: Operand?
    if let list = node.nodes.first(where: { $0.kind == .list }) {
      givenName = names.first
      let operands = list.nodes.map { expression($0) }
      if names.count == 1, operands.count == 1 {
        switch operands[0] {
        case .member, .service: alias = operands[0]
        default: break
        }
      }
    }
    for name in names {
      let local = declare(name)
      aliases[local] = alias
    }
  }

  private mutating func assign(_ operand: Operand, _ line: Int, isFunction: Bool = false) {
    switch operand {
    case .global(let name): note(.assigned(name, isFunction: isFunction), line)
    case .local(let local), .member(ofLocal: let local, path: _):
      if let owner = owners[local] { functions[owner].isAssigned = true }
      aliases[local] = nil
      callParameters.remove(local)
    case .response, .matcher, .service, .calledService, .stateMember, .other: break
    }
  }

  // MARK: - Expressions

  /// Lua's own libraries, whose members are known.
  private static let libraries: Set<String> = [
    "coroutine", "math", "os", "string", "table", "utf8",
  ]

  /// The words whose tables declare methods or routes.
  private static let declarations: Set<String> = ["service", "http", "override"]

  /// The words that create responses.
  private static let answers: Set<String> = [
    "reply", "fail", "stream", "status", "fault", "passthrough", "close", "when",
  ]

  /// Visits a block, an expression, or a list of expressions.
  private mutating func visit(_ node: Node) {
    switch node.kind {
    case .block: block(node)
    case .list: for node in node.nodes { visit(node) }
    default: _ = expression(node)
    }
  }

  /// Visits an expression.
  ///
  /// If it consists of a single operand, returns that operand.
  private mutating func expression(_ node: Node) -> Operand {
    switch node.kind {
    case .binary, .unary:
      place = .other
      let hasNil = syntax.tokens[node.range].contains { $0.text == "nil" }
      nilDepth += hasNil ? 1 : 0
      let operands = node.nodes.map { expression($0) }
      compare(node, operands)
      nilDepth -= hasNil ? 1 : 0
      let operations = syntax.tokens(of: node)
      let operation = node.kind == .binary ? operations.first : operations.last
      guard let operation, ["and", "or", "not"].contains(operation.text) else { break }
      switch operands.first {
      case .matcher?: note(.combined(operation.text, isMatcher: true), operation.line)
      case .response?: note(.combined(operation.text, isMatcher: false), operation.line)
      default: break
      }
    case .function: function(node, firstLine(of: node))
    case .table: table(node)
    case .chain:
      let operand = chain(node)
      use(operand, firstLine(of: node))
      return operand
    default: break
    }
    return .other
  }

  /// Reports comparisons and an `or` whose results never change.
  ///
  /// The operands have no precedence, so only neighbors are compared.
  private mutating func compare(_ node: Node, _ operands: [Operand]) {
    guard node.kind == .binary else { return }
    let operations = syntax.tokens(of: node)
    guard operands.count == operations.count + 1 else { return }
    for (index, operation) in operations.enumerated()
    where ["==", "~="].contains(operation.text) && nilDepth == 0 {
      let sides = operands[index...(index + 1)]
      if sides.contains(.global("null")), sides.contains(where: { readsNullAsNil($0) }) {
        note(.nullComparison, operation.line)
      }
    }
    guard let first = operations.first, first.text == "or" else { return }
    if let text = syntax.literal(.text, node.nodes[0])?.text {
      note(.constant("\"\(text)\""), first.line)
    } else if let number = syntax.literal(.number, node.nodes[0])?.text {
      note(.constant(number), first.line)
    }
  }

  /// Returns whether a value is an argument of a response function, or a shared value, which are never `null`.
  private func readsNullAsNil(_ operand: Operand) -> Bool {
    switch operand {
    case .stateMember: return true
    case .member(let local, let path):
      guard let owner = owners[local] else { return false }
      return functions[owner].response != nil && !functions[owner].isAssigned
        && !path.contains { $0.hasPrefix("[") }
    default: return false
    }
  }

  private mutating func table(_ node: Node) {
    let place = place
    for field in node.nodes {
      self.place = .other
      for key in field.nodes.dropLast().flatMap(\.nodes) { _ = expression(key) }
      givenName = syntax.key(of: field)
      self.place =
        place == .declarations
        ? .response(givenName?.contains(" /") ?? false ? .ofRoute : .ofMethod) : place
      if let value = field.nodes.last { _ = expression(value) }
    }
    self.place = place
  }

  private mutating func function(_ node: Node, _ line: Int, isMethod: Bool = false) {
    let (index, outer) = (functions.count, (current, place))
    functions.append(Function(line: line, name: givenName))
    if case .response(let response) = place { functions[index].response = response }
    (current, place) = (index, .other)
    givenName = nil
    scopes.append([:])
    functionDepth += 1
    if isMethod { _ = declare("self") }
    for inner in node.nodes {
      guard inner.kind == .parameters else {
        block(inner)
        continue
      }
      for (position, name) in syntax.names(of: inner).enumerated() {
        let local = declare(name)
        if isMethod { continue }
        let isOfResponse = functions[index].response != nil
        if position == 0 {
          functions[index].parameter = name
          owners[local] = index
          if isOfResponse, name == "self" { note(.selfParameter, line) }
        } else if position == 1, isOfResponse {
          callParameters.insert(local)
        }
      }
    }
    functionDepth -= 1
    scopes.removeLast()
    (current, place) = outer
  }

  /// Visits a name or an expression in parentheses, including the member accesses and calls after it.
  private mutating func chain(_ node: Node) -> Operand {
    var operand = Operand.other
    var line = firstLine(of: node)
    let outer = place
    defer { place = outer }
    if let name = syntax.names(of: node).first {
      operand = find(name).map { aliases[$0] == .service ? .service : .local($0) } ?? .global(name)
    }
    for (index, suffix) in node.nodes.enumerated() {
      let lastLine = lastLine(of: suffix)
      switch suffix.kind {
      case .member:
        let name = syntax.names(of: suffix)[0]
        if case .global(let library) = operand, Self.libraries.contains(library) {
          if index + 1 < node.nodes.count, node.nodes[index + 1].kind == .call {
            note(.libraryMember(name, of: library), lastLine)
          } else {
            ownMembers.insert("\(library).\(name)")
          }
        }
        operand = member(name, of: operand, line, lastLine)
      case .element:
        let key = suffix.nodes[0]
        if let name = syntax.literal(.text, key)?.text, !name.contains("\\") {
          operand = member(name, of: operand, line, lastLine)
        } else {
          use(operand, line)
          place = .other
          _ = expression(key)
          let number = syntax.literal(.number, key)?.text
          operand = element(number.flatMap { Int($0) == nil ? nil : $0 }, of: operand, lastLine)
        }
      case .method:
        use(operand, line)
        let name = syntax.tokens[suffix.range.lowerBound + 1]
        if case .response = operand {
          note(.builder(name.text), name.line)
        } else {
          operand = operand == .service ? .service : .other
        }
        place = .other
        arguments(suffix)
      case .call:
        use(operand, line)
        if case .global(let word) = operand, ["calls", "push"].contains(word),
          let name = syntax.firstText(in: suffix)
        {
          note(.methodName(name.text, word: word), name.line)
        }
        let mayFail = operand == .global("pcall") || operand == .global("xpcall")
        if mayFail { protectedDepth += 1 }
        place = placeOfArguments(of: operand, outer)
        arguments(suffix, areOfRule: operand == .global("when"))
        if mayFail { protectedDepth -= 1 }
        if case .global(let word) = operand, Self.answers.contains(word) {
          operand = .response(word)
        } else if operand == .service {
          // `service "Name" { ... }` has two calls.
        } else if case .global(let word) = operand, Self.declarations.contains(word) {
          operand = .service
        } else if case .matcher(let word) = operand {
          if word == "regex", let token = syntax.foreignRegex(in: suffix) {
            note(.regex(token.text), token.line)
          }
        } else {
          operand = .other
        }
      default:
        // A function that is called on the spot isn't a response.
        if node.nodes.count > 1 { place = .other }
        _ = expression(suffix)
        continue
      }
      line = lastLine
    }
    return operand
  }

  private func placeOfArguments(of function: Operand, _ outer: Place) -> Place {
    switch function {
    case .service: .declarations
    case .global(let word) where Self.declarations.contains(word): .declarations
    case .global("reply"), .global("stream"), .global("when"): outer
    default: .other
    }
  }

  /// The first argument of a rule is a pattern, which isn't a response.
  private mutating func arguments(_ call: Node, areOfRule: Bool = false) {
    givenName = nil
    let place = place
    for argument in call.nodes {
      guard areOfRule, argument.kind == .list else {
        visit(argument)
        continue
      }
      for (index, node) in argument.nodes.enumerated() {
        self.place = index == 0 ? .other : place
        _ = expression(node)
      }
    }
  }

  private mutating func member(
    _ name: String, of operand: Operand, _ line: Int, _ memberLine: Int
  ) -> Operand {
    use(operand, line)
    switch operand {
    case .global("state"):
      note(.stateKey(name), memberLine)
      return .stateMember
    case .global("services"):
      note(.service(name), memberLine)
      return .calledService(name)
    case .calledService(let service): note(.serviceMethod(name, of: service), memberLine)
    case .response: note(.dotted(name), memberLine)
    case .global("is"): return .matcher(name)
    case .local(let local):
      if callParameters.contains(local) { note(.callMember(name), memberLine) }
      if let alias = aliases[local] { return self.member(name, of: alias, line, memberLine) }
      return noted(local, [name], memberLine)
    case .member(let local, let path): return noted(local, path + [name], memberLine)
    case .global, .matcher, .service, .stateMember, .other: break
    }
    return .other
  }

  /// Records an access to an element, by a literal number or by an expression, and returns the resulting operand.
  private mutating func element(_ number: String?, of operand: Operand, _ line: Int) -> Operand {
    switch operand {
    case .local(let local):
      if let alias = aliases[local] { return element(number, of: alias, line) }
      let path = ["[\(number ?? "")]"]
      return number == nil ? .member(ofLocal: local, path: path) : noted(local, path, line)
    case .member(let local, let path): return .member(ofLocal: local, path: path + ["[]"])
    case .global, .response, .matcher, .service, .calledService, .stateMember, .other: return .other
    }
  }

  private mutating func noted(_ local: Int, _ path: [String], _ line: Int) -> Operand {
    if let owner = owners[local] { functions[owner].members.append((path, line)) }
    return .member(ofLocal: local, path: path)
  }
}
