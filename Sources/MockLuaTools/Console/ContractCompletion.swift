internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua

/// Finds completions at the end of some text, from a contract and from the declarations of the scenario.
struct ContractCompletion {
  private let known: KnownNames
  /// The open brackets at the end of the text, outermost first, each with its place.
  private let levels: [(level: OpenBrackets.Level, place: ContractPlace)]

  /// If the name is in a string, `text` is the text before the quotation mark.
  init(_ text: String, in root: ContractPlace = .nothing, knowing known: KnownNames) {
    self.known = known
    let open = OpenBrackets(text).levels
    var levels = [(level: open[0], place: ContractPlace.inside(root))]
    for inner in open.dropFirst() {
      let (outer, outside) = levels[levels.count - 1]
      let place = Self.operand(of: outer, in: outside, known)
      levels.append((inner, inner.opening == "{" ? place : .inside(place)))
    }
    self.levels = levels
  }

  private var last: (level: OpenBrackets.Level, place: ContractPlace) { levels[levels.count - 1] }

  /// The place after the tokens of the last entry.
  private var end: ContractPlace { Self.operand(of: last.level, in: last.place, known) }

  /// The possible keys at the end; empty if no entry of a table starts there.
  private var keys: [String] {
    guard last.level.opening == "{", last.level.entry.isEmpty else { return [] }
    let taken = Set(last.level.keys)
    return last.place.keys(in: known).filter { !taken.contains($0) }
  }

  /// Returns the names without quotation marks, unsorted; empty if no names are known.
  func names(isString: Bool) -> [String] {
    isString ? (compared ?? end).strings(in: known) : keys.filter { LuaText.key($0) == $0 }
  }

  /// The possible completions at the end of JSON text, in JSON syntax: keys with a colon, or values.
  var literals: [String] {
    let keys = keys
    guard keys.isEmpty else { return keys.map { "\(AnyCodableValue.string($0).shortText): " } }
    return end.values(in: known).map(\.shortText)
  }

  // MARK: - Function parameters

  /// Returns the names that can follow a path such as `args.user`, or nil if the path doesn't start with a parameter of
  /// a function that computes a response.
  func members(of path: [String]) -> [String]? {
    parameter(at: path)?.keys(in: known).filter { LuaText.key($0) == $0 }
  }

  /// Returns the place at a path that starts with a parameter of the innermost function that has it.
  private func parameter(at path: [String]) -> ContractPlace? {
    let owner = levels.last { $0.level.parameters?.contains(path[0]) == true }
    guard let (level, place) = owner, !level.isNamed, case .inside(let answered) = place,
      let index = level.parameters?.firstIndex(of: path[0])
    else { return nil }
    return answered.parameter(index).map { start in
      path.dropFirst().reduce(start) { $0.entry($1, in: known) }
    }
  }

  /// The place of the value that text such as `args.currency ==` or `state.currency =` compares with or assigns to.
  private var compared: ContractPlace? {
    let tokens = last.level.entry
    guard let sign = tokens.last, ["==", "~=", "="].contains(sign) else { return nil }
    var path: [String] = []
    var rest = tokens.dropLast()
    while let name = rest.popLast() {
      path.insert(name, at: 0)
      guard rest.last == "." else { break }
      rest.removeLast()
    }
    if path.count > 1, path[0] == "state" {
      return path.dropFirst().reduce(.updates) { $0.entry($1, in: known) }
    }
    return sign == "=" || path.isEmpty ? nil : parameter(at: path)
  }

  // MARK: - Reading

  /// Returns the place after the tokens of an entry in a level.
  private static func operand(
    of level: OpenBrackets.Level, in place: ContractPlace, _ known: KnownNames
  ) -> ContractPlace {
    let isTable = level.opening == "{"
    let start =
      isTable ? place.entry(level.key, in: known) : self.start(of: level, in: place, known)
    let tokens = isTable ? level.value : level.entry[...]
    guard let word = tokens.last else { return start }
    if let place = call(tokens, known) ?? declaration(tokens, known)
      ?? matcher(tokens, in: start, known)
    {
      return place
    }
    switch (start, word) {
    case (.behavior(let methods), "reply"), (.behavior(let methods), "return"):
      return .result(methods)
    case (.behavior(let methods), "passthrough"): return .passed(methods)
    case (.behavior(let methods), "stream"): return .elements(.result(methods))
    case (.behavior(let methods), "fail"), (.behavior(let methods), "fails"):
      return .code(methods)
    case (.behavior(let methods), "when"): return .rule(methods)
    case (.behavior, "error"), (.result, "return"), (_, "or"), (_, "and"): return start
    case (_, "function"), (_, "then"), (_, "else"), (_, "do"): return start
    case (_, "set") where tokens.dropLast().last == ":": return .updates
    case (_, "gate") where tokens.dropLast().last == ":": return .names(known.gates)
    case (_, "open_gate"): return .names(known.gates)
    case (_, "override"): return .override
    default: return .nothing
    }
  }

  /// Returns the place at the start of an entry in parentheses or in a block.
  private static func start(
    of level: OpenBrackets.Level, in place: ContractPlace, _ known: KnownNames
  ) -> ContractPlace {
    guard case .inside(let inner) = place else { return .nothing }
    // A block has the same place as its function.
    guard level.opening == "(" else { return inner }
    let index = level.entries.count - 1
    switch inner {
    case .rule(let methods): return index == 0 ? .arguments(methods) : .behavior(methods)
    case .override:
      let names = level.entries.map { $0.first.flatMap(OpenBrackets.unquoted) ?? "" }
      guard index > 0, let contract = known.document.services[names[0]] else { return inner }
      return index == 1
        ? .names(contract.methods.map(\.key))
        : ContractPlace.service(contract).entry(names[1], in: known)
    case .bindings: return inner
    case .patterns(let pattern): return pattern
    default: return index == 0 ? inner : .nothing
    }
  }

  /// Returns the place of a call's arguments, if the tokens end with a method such as `services.Login.signIn`.
  private static func call(_ tokens: ArraySlice<String>, _ known: KnownNames) -> ContractPlace? {
    let end = tokens.suffix(3)
    guard end.count == 3, end[end.startIndex + 1] == ".", let name = end.last,
      let contract = known.document.services[end[end.startIndex]]
    else { return nil }
    let methods = contract.methods.filter { $0.key == name }
    return methods.isEmpty ? nil : .arguments(methods)
  }

  /// Returns the place after a declaration such as `service "Login" :bind "status"` or `override "Login"`, or after one
  /// of its builders.
  private static func declaration(
    _ tokens: ArraySlice<String>, _ known: KnownNames
  ) -> ContractPlace? {
    guard let word = tokens.lastIndex(where: { $0 == "service" || $0 == "override" }),
      word + 1 < tokens.endIndex, let name = OpenBrackets.unquoted(tokens[word + 1]),
      let contract = known.document.services[name]
    else { return nil }
    var builders = tokens[(word + 2)...]
    while builders.count >= 3, builders.first == ":" { builders = builders.dropFirst(3) }
    switch Array(builders) {
    case []: return .service(contract)
    case [":", "bind"]: return .bindings(contract)
    case [":", "initial"]: return .properties(contract)
    default: return nil
    }
  }

  /// Returns the place of a matcher's operand, if the tokens end with a matcher such as `is.one_of`.
  private static func matcher(
    _ tokens: ArraySlice<String>, in start: ContractPlace, _ known: KnownNames
  ) -> ContractPlace? {
    let end = Array(tokens.suffix(3))
    guard end.count == 3, end[0] == "is", end[1] == ".",
      // Two matchers have the name `containing`. The second one takes a list.
      let matcher = Matcher.all.last(where: { $0.word == end[2] })
    else { return nil }
    switch (matcher.form, matcher.subject) {
    // Any other list contains possible values.
    case (.list, .value), (.list, .other): return .elements(start)
    case (.type, _): return .names(MatchPattern.TypeName.allCases.map(\.rawValue))
    case (.regex, _), (.flag, _), (.size, _), (.text, _), (.function, _): return .nothing
    case (.list, _): return start
    case (.patterns, .elements): return .patterns(start.entry(nil, in: known))
    case (.patterns, _): return .patterns(start)
    case (_, .elements), (_, .members): return start.entry(nil, in: known)
    default: return start
    }
  }
}
