internal import MockCalls
internal import MockConfiguration

/// Finds what a contract knows of the end of a text.
struct ContractCompletion {
  private let document: ContractDocument

  init(_ document: ContractDocument) { self.document = document }

  /// The names that may stand at the end of a text; none where the contract says nothing of it.
  ///
  /// - Parameters:
  ///   - text: The text before the name; before its quote where it is a string.
  ///   - isString: Whether the name stands in quotes.
  /// - Returns: The names, in no order.
  func names(after text: String, isString: Bool) -> [String] {
    let levels = OpenBrackets(text).levels
    guard let last = levels.last else { return [] }
    var place = ContractPlace.nothing
    for (outer, inner) in zip(levels, levels.dropFirst()) {
      place = operand(of: outer, in: place)
      if inner.opening != "{" { place = .inside(place) }
    }
    if isString { return operand(of: last, in: place).strings(in: document) }
    guard last.opening == "{", last.entry.isEmpty else { return [] }
    let taken = Set(last.keys)
    return place.keys(in: document).filter { LuaText.key($0) == $0 && !taken.contains($0) }
  }

  /// The place behind the tokens of a level's entry.
  private func operand(of level: OpenBrackets.Level, in place: ContractPlace) -> ContractPlace {
    let isTable = level.opening == "{"
    let start =
      isTable ? place.entry(level.key, in: document) : self.start(of: level, in: place)
    let tokens = isTable ? level.value : level.entry[...]
    guard let word = tokens.last else { return start }
    if let place = call(tokens) ?? declaration(tokens) { return place }
    switch (start, word) {
    case (.behaviour(let methods), "reply"): return .value(methods.compactMap(\.shape))
    case (.behaviour(let methods), "stream"):
      return .value(methods.compactMap(\.shape).map { .list($0) })
    case (.behaviour(let methods), "fail"), (.behaviour(let methods), "fails"):
      return .code(methods)
    case (.behaviour(let methods), "when"): return .rule(methods)
    case (.behaviour(let methods), "return"): return .value(methods.compactMap(\.shape))
    case (.value, "return"), (.value, "or"): return start
    case (_, "function"), (_, "then"), (_, "do"): return start
    case (_, "override"): return .override
    default: return .nothing
    }
  }

  /// The place at the beginning of an entry in parentheses or in a block.
  private func start(of level: OpenBrackets.Level, in place: ContractPlace) -> ContractPlace {
    guard case .inside(let inner) = place else { return .nothing }
    // A block belongs to what its function belongs to.
    guard level.opening == "(" else { return inner }
    let index = level.entries.count - 1
    switch inner {
    case .rule(let methods): return index == 0 ? .arguments(methods) : .behaviour(methods)
    case .override:
      let names = level.entries.map { $0.first.flatMap(OpenBrackets.unquoted) ?? "" }
      guard index > 0, let contract = document.services[names[0]] else { return .nothing }
      return index == 1
        ? .methodName(contract)
        : ContractPlace.service(contract).entry(names[1], in: document)
    default: return index == 0 ? inner : .nothing
    }
  }

  /// The arguments of a call that the tokens end with: `services.Login.signIn`.
  private func call(_ tokens: ArraySlice<String>) -> ContractPlace? {
    let end = tokens.suffix(3)
    guard end.count == 3, end[end.startIndex + 1] == ".", let name = end.last,
      let contract = document.services[end[end.startIndex]]
    else { return nil }
    let methods = contract.methods.filter { $0.key == name }
    return methods.isEmpty ? nil : .arguments(methods)
  }

  /// The table of methods behind `service "Login" :binds "status"`, or behind `override "Login"`.
  private func declaration(_ tokens: ArraySlice<String>) -> ContractPlace? {
    guard let word = tokens.lastIndex(where: { $0 == "service" || $0 == "override" }),
      word + 1 < tokens.endIndex
    else { return nil }
    let name = tokens[word + 1].hasPrefix("(") ? nil : OpenBrackets.unquoted(tokens[word + 1])
    var builders = tokens[(word + 2)...]
    while builders.count >= 3, builders.first == ":" { builders = builders.dropFirst(3) }
    guard builders.isEmpty, let contract = name.flatMap({ document.services[$0] }) else {
      return nil
    }
    return .service(contract)
  }
}
