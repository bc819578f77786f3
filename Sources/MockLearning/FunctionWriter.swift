internal import MockConfiguration
internal import MockData
internal import MockLua
internal import MockRecording

/// Writes a learned operation as a function of a script.
struct FunctionWriter {
  private let operation: LearnedOperation
  private let collection: LearnedCollection?
  /// The names of variables, by the names of their holes.
  private let names: [String: String]
  private var statements: [String] = []
  /// Whether a condition reads the body of a request, which may be absent.
  private let namesBody: Bool
  private var hasRow = false

  /// Returns the behavior of an operation, as written after the operation's name.
  static func piece(
    _ operation: LearnedOperation, _ collection: LearnedCollection?, _ names: [String: String]
  ) -> LuaPiece {
    var writer = FunctionWriter(operation, collection, names)
    let delay = LuaText.builders(of: MockResponse(result: .success, delayMs: operation.delay))
    if let plain = writer.plain { return LuaPiece(chain: [plain] + delay) }
    let function = writer.function()
    return delay.isEmpty
      ? function : LuaPiece(chain: [LuaPiece("reply("), function, LuaPiece(")")] + delay)
  }

  private init(
    _ operation: LearnedOperation, _ collection: LearnedCollection?, _ names: [String: String]
  ) {
    (self.operation, self.collection, self.names) = (operation, collection, names)
    namesBody =
      operation.isRoute
      && operation.guards.contains { guarded in
        switch guarded.condition {
        case .absent(let path), .empty(let path), .equals(let path, _), .differs(let path, _),
          .notPositive(let path), .taken(_, let path), .short(_, let path):
          path.count > 1 && path[0] == "body"
        case .noRow, .fieldIs, .variableIsNot: false
        }
      }
  }

  private var request: String { operation.isRoute ? "request" : "args" }
  private var rows: String { collection?.name ?? "rows" }

  // MARK: - The function

  /// A response that sets state: `reply(true) :set { signedIn = true }`.
  private var plain: LuaPiece? {
    let sets = operation.sets.compactMapValues(\.constant)
    let parts = operation.answer.parts.compactMapValues(\.constant)
    guard operation.guards.isEmpty, operation.effect == nil, operation.id == nil,
      operation.answer.code == nil, sets.count == operation.sets.count,
      parts.count == operation.answer.parts.count
    else { return nil }
    var pieces = LuaText.answer(
      status: operation.answer.status, parts["body"].map { LuaText.piece($0) },
      (parts["headers"]?.members ?? [:]).mapValues { LuaText.piece($0) })
    if !sets.isEmpty { pieces.append(LuaText.call(" :set", LuaText.piece(.dictionary(sets)))) }
    return LuaPiece(chain: pieces)
  }

  private mutating func function() -> LuaPiece {
    if namesBody { statements.append("local body = request.body or {}") }
    for (condition, answer) in operation.guards {
      if case .noRow = condition { lookUp() }
      if case .fieldIs = condition { lookUp() }
      if case .short = condition { lookUp() }
      if uses(answer) { lookUp() }
      statements.append("if \(text(of: condition)) then return \(text(of: answer)) end")
    }
    writeEffect()
    for (name, value) in operation.sets.sortedByKeyBytes() {
      statements.append("state.\(name) = \(text(of: value))")
    }
    if uses(operation.answer) { lookUp() }
    let answer = text(of: operation.answer)
    if !answer.isEmpty { statements.append("return \(answer)") }
    let body = statements.joined(separator: "\n")
    let parameters = body.contains("\(request).") || body.contains("\(request))") ? request : ""
    return LuaPiece(
      statements.count == 1 && !body.contains("\n")
        ? "function(\(parameters)) \(body) end" : "function(\(parameters))\n\(body)\nend")
  }

  private func uses(_ answer: LearnedOperation.Response) -> Bool {
    answer.parts.values.contains(where: \.usesRow)
  }

  private mutating func lookUp() {
    guard !hasRow, let id = operation.id else { return }
    hasRow = true
    statements.append("local row = \(rows):get(\(text(of: id)))")
  }

  private mutating func writeEffect() {
    let usesRow = uses(operation.answer)
    switch operation.effect {
    case nil: break
    case .insert(let fields):
      if fields.values.contains(where: \.usesCounter), let counter = collection?.counter {
        statements.append("state.\(counter) = state.\(counter) + 1")
      }
      let row = "\(rows):insert \(table(fields, id: freeID(fields["id"])))"
      statements.append(usesRow ? "local row = \(row)" : row)
      hasRow = true
    case .merge(let path):
      lookUp()
      let update = "\(rows):update(row.id, \(text(of: .argument(path))))"
      statements.append(usesRow ? "row = \(update)" : update)
    case .update(let fields):
      lookUp()
      let update = "\(rows):update(row.id, \(text(of: .table(fields))))"
      statements.append(usesRow ? "row = \(update)" : update)
    case .remove:
      if usesRow { lookUp() }
      statements.append(
        "\(rows):remove(\(hasRow ? "row.id" : operation.id.map { text(of: $0) } ?? "nil"))")
    case .clear: statements.append("\(rows):clear()")
    }
  }

  /// Returns a variable with the recorded ID for an argument, or a new ID if that one is taken.
  private mutating func freeID(_ id: Expression?) -> String? {
    guard case .recordedBy(let path, let values, let fresh)? = id else { return nil }
    statements.append("local id = \(recorded(values))[\(access(path))]")
    statements.append(
      "if not id or \(rows):get(id) then id = \(text(of: fresh, Self.last(values))) end")
    return "id"
  }

  // MARK: - Responses

  private mutating func text(of answer: LearnedOperation.Response) -> String {
    if let code = answer.code {
      var words = [LuaText.string(code)]
      let message = answer.parts["message"] ?? .constant(.string(code))
      let details = answer.parts["details"]
      if message != .constant(.string(code)) || details != nil { words.append(text(of: message)) }
      if let details { words.append(text(of: details)) }
      return words.count == 1 ? "fail \(words[0])" : "fail(\(words.joined(separator: ", ")))"
    }
    let body = answer.parts["body"].map { text(of: $0) }
    guard operation.isRoute else { return body ?? "" }
    var headers: [String: LuaPiece] = [:]
    switch answer.parts["headers"] {
    case .table(let fields)?:
      for (name, value) in fields { headers[name] = LuaPiece(text(of: value)) }
    case .constant(.dictionary(let fields))?: headers = fields.mapValues { LuaText.piece($0) }
    default: break
    }
    if answer.status == nil, headers.isEmpty, let body {
      return body == "null" ? "reply(null)" : body
    }
    return LuaPiece(
      chain: LuaText.answer(status: answer.status, body.map { LuaPiece($0) }, headers)
    ).text
  }

  private func text(of condition: Condition) -> String {
    switch condition {
    case .noRow: return "not row"
    case .absent(let path): return "\(access(path)) == nil"
    case .empty(let path): return "(\(access(path)) or \"\") == \"\""
    case .equals(let path, let value): return "\(access(path)) == \(LuaText.piece(value).text)"
    case .differs(let path, let value): return "\(access(path)) ~= \(LuaText.piece(value).text)"
    case .notPositive(let path): return "(\(access(path)) or 1) < 1"
    case .taken(let field, let path):
      return "#\(rows):where { \(LuaText.key(field)) = \(access(path)) } > 0"
    case .fieldIs(let field, let value):
      return "row\(LuaText.member(field)) == \(LuaText.piece(value).text)"
    case .short(let field, let path): return "row\(LuaText.member(field)) < (\(access(path)) or 0)"
    case .variableIsNot(let hole, let value, let path):
      let name = "state.\(names[hole] ?? hole)"
      let flag = value == .bool(true) ? "not \(name)" : "\(name) ~= \(LuaText.piece(value).text)"
      return flag + (path.map { " or not \(access($0))" } ?? "")
    }
  }

  // MARK: - Expressions

  private func access(_ path: [String]) -> String {
    let isBody = namesBody && path[0] == "body"
    return (isBody ? "body" : request) + path.dropFirst(isBody ? 1 : 0).map(LuaText.member).joined()
  }

  private mutating func text(of expression: Expression) -> String {
    switch expression {
    case .constant(let value): return LuaText.piece(value).text
    case .argument(let path): return access(path)
    case .argumentOr(let path, .bool(true)): return "\(access(path)) ~= false"
    case .argumentOr(let path, let other): return "\(access(path)) or \(LuaText.piece(other).text)"
    case .number(let path): return "tonumber(\(access(path)))"
    case .numberOr(let path, let other):
      return "tonumber(\(access(path))) or \(LuaText.piece(other).text)"
    case .row: return "row"
    case .field(let name): return "row\(LuaText.member(name))"
    case .pick(let names): return Self.part(names)
    case .rows(let shape): return list(shape)
    case .count: return "\(rows):count()"
    case .countOf(let shape): return "#\(list(shape))"
    case .total(let fields):
      let product = fields.map { "row\(LuaText.member($0))" }.joined(separator: " * ")
      statements.append(
        "local total = 0\nfor _, row in ipairs(\(rows):all()) do total = total + \(product) end")
      return "total"
    case .variable(let hole): return "state.\(names[hole] ?? hole)"
    case .generated(let prefix, _):
      let number = "state.\(collection?.counter ?? "count")"
      return prefix.isEmpty ? number : "\(LuaText.string(prefix)) .. \(number)"
    case .recorded(let values, let fresh):
      let offset = collection?.offset ?? 0
      let number = "state.\(collection?.counter ?? "count")" + (offset == 0 ? "" : " - \(offset)")
      let list = values.map { LuaText.piece($0).text }.joined(separator: ", ")
      return "({ \(list) })[\(number)] or \(text(of: fresh, values.last ?? .null))"
    case .recordedBy(let path, let values, let fresh):
      return "\(recorded(values))[\(access(path))] or \(text(of: fresh, Self.last(values)))"
    case .negated(let inner): return "not \(text(of: inner))"
    case .sum(let left, let right): return "\(text(of: left)) + \(text(of: right))"
    case .difference(let left, let right): return "\(text(of: left)) - \(text(of: right))"
    case .joined(let parts) where parts.count == 1: return "tostring(\(text(of: parts[0])))"
    case .joined(let parts): return parts.map { text(of: $0) }.joined(separator: " .. ")
    case .table(let fields): return table(fields)
    }
  }

  private mutating func table(_ fields: [String: Expression], id: String? = nil) -> String {
    guard !fields.isEmpty else { return "{}" }
    let members = fields.sortedByKeyBytes().map { name, field in
      "\(LuaText.key(name)) = \(name == "id" ? id ?? text(of: field) : text(of: field))"
    }
    return "{ \(members.joined(separator: ", ")) }"
  }

  /// Returns a table with some fields of a row.
  private static func part(_ names: [String]) -> String {
    "{ \(names.map { "\(LuaText.key($0)) = row\(LuaText.member($0))" }.joined(separator: ", ")) }"
  }

  /// Returns a table with the recorded values by those of an argument.
  private func recorded(_ values: [AnyCodableValue: AnyCodableValue]) -> String {
    var named: [String: LuaPiece] = [:]
    for (key, value) in values {
      if case .string(let name) = key { named[name] = LuaText.piece(value) }
    }
    return "(\(LuaText.table(named).text))"
  }

  private static func last(_ values: [AnyCodableValue: AnyCodableValue]) -> AnyCodableValue {
    values.values.sorted { "\($0)" < "\($1)" }.last ?? .null
  }

  private func text(of fresh: Expression.Fresh, _ last: AnyCodableValue) -> String {
    switch fresh {
    case .uuid: "uuid()"
    case .date: "clock.date()"
    case .clock: "clock()"
    case .last: LuaText.piece(last).text
    case .number(let number): "\(number) + state.\(collection?.counter ?? "count")"
    }
  }

  // MARK: - Lists

  private mutating func list(_ shape: ListShape) -> String {
    let plain = shape.filters.filter { $0.kind != .contains }
    let searches = shape.filters.filter { $0.kind == .contains }
    var source = "\(rows):all()"
    if !plain.isEmpty {
      let fields = plain.map { "\(LuaText.key($0.field)) = \(wanted($0))" }
      source = "\(rows):where { \(fields.joined(separator: ", ")) }"
    }
    var name = source
    if !searches.isEmpty || shape.isReversed || shape.fields != nil {
      let before = statements
      statements.append("local list = array {}")
      let row = shape.fields.map(Self.part) ?? "row"
      var insertion =
        shape.isReversed ? "table.insert(list, 1, \(row))" : "list[#list + 1] = \(row)"
      for search in searches {
        let text = "(\(access(search.path)) or \"\"):lower()"
        insertion =
          "if row\(LuaText.member(search.field)):lower():find(\(text), 1, true) then \(insertion) end"
      }
      statements.append("for _, row in ipairs(\(source)) do\n\(insertion)\nend")
      // If the list is also counted, there already is a variable for it.
      if before.suffix(2) == statements.suffix(2) { statements = before }
      name = "list"
    } else if shape.slice != nil {
      statements.append("local list = \(source)")
      name = "list"
    }
    guard let slice = shape.slice else { return name }
    let given = slice.limit.map { "tonumber(\(access($0))) or " } ?? ""
    let usual = slice.defaultLimit == ListShape.Slice.unlimited ? "#list" : "\(slice.defaultLimit)"
    statements.append("local limit = \(given)\(usual)")
    switch slice.start {
    case .none: return "array { table.unpack(list, 1, math.min(limit, #list)) }"
    case .page(let path):
      statements.append("local first = ((tonumber(\(access(path))) or 1) - 1) * limit")
    case .offset(let path): statements.append("local first = tonumber(\(access(path))) or 0")
    }
    return "array { table.unpack(list, first + 1, math.min(first + limit, #list)) }"
  }

  private func wanted(_ filter: ListShape.Filter) -> String {
    switch filter.kind {
    case .number: "tonumber(\(access(filter.path)))"
    case .flag: "({ [\"true\"] = true, [\"false\"] = false })[\(access(filter.path))]"
    case .text, .same, .contains: access(filter.path)
    }
  }
}
