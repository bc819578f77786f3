extension MockCallSequencer {
  /// Counts a call and chooses its response; recording it is left to the caller, in the same turn.
  func choose(_ method: String, _ arguments: MockArguments) -> ChosenResponse {
    let table = tables[method] ?? addTable(method)
    table.count += 1
    var entry = CallEntry(
      method: table.identity, arguments: arguments, count: table.count)
    guard !table.rules.isEmpty else { return ChosenResponse(entry: entry, decision: .unconfigured) }
    var key: AnyCodableValue?
    if let path = table.keyPath {
      key = arguments.value.member(at: path)?.withPlainNumbers
      if key == .null { key = nil }
      entry.extra = CallEntry.Extra(key: key, lacksKey: key == nil)
    }
    let decision: ChosenResponse.Decision
    do {
      if let rule = try rule(of: table, for: arguments.value) {
        decision = take(rule, of: table, key, in: &entry)
      } else {
        decision = .failed(try noMatch(table, arguments.value).error)
      }
    } catch {
      decision = .failed(error)
    }
    return ChosenResponse(entry: entry, decision: decision)
  }

  private func addTable(_ method: String) -> MethodTable {
    let identity = MethodIdentity(service: service, name: method)
    let table = MethodTable(identity: identity, config: nil)
    tables[method] = table
    log.register([identity])
    return table
  }

  /// The first rule that accepts the arguments; the plain list accepts all.
  private func rule(
    of table: MethodTable, for arguments: AnyCodableValue
  ) throws -> MethodTable.Rule? {
    try table.rules.first { rule in
      guard let match = rule.match else { return true }
      return try match.matches(arguments, predicate: predicate(of: table, rule))
    }
  }

  func predicate(
    of table: MethodTable, _ rule: MethodTable.Rule
  ) -> MatchPattern.Predicate {
    { [responder] name, value in
      guard let responder else {
        throw CallProblem.noResponder(
          table.identity, name: name, index: rule.responses.first?.index ?? 0
        ).error
      }
      return try responder.accepts(predicate: name, arguments: value)
    }
  }

  /// The next response of a rule.
  private func take(
    _ rule: MethodTable.Rule, of table: MethodTable, _ key: AnyCodableValue?,
    in entry: inout CallEntry
  ) -> ChosenResponse.Decision {
    let step = rule.advance(key: key)
    entry.step = step
    let responses = rule.responses
    if step <= responses.count {
      entry.response = responses[step - 1]
      return .response(responses[step - 1])
    }
    switch table.exhaustBehavior {
    case .repeatLast:
      entry.response = responses[responses.count - 1]
    case .cycle:
      entry.response = responses[(step - 1) % responses.count]
    case .error, .fatalError:
      let problem = CallProblem.exhausted(
        table.identity, responses: responses.count, call: step,
        index: responses[responses.count - 1].index, key: key)
      return .failed(problem.error)
    }
    return entry.response.map { .response($0) } ?? .unconfigured
  }

  private func noMatch(_ table: MethodTable, _ arguments: AnyCodableValue) throws -> CallProblem {
    let candidates = try table.rules.compactMap { rule -> CallProblem.Candidate? in
      guard let first = rule.responses.first, let match = rule.match,
        let mismatch = try match.mismatch(with: arguments, predicate: predicate(of: table, rule))
      else { return nil }
      return CallProblem.Candidate(
        index: first.index, place: table.identity.place(of: first.index), mismatch: mismatch)
    }
    return .noMatch(table.identity, arguments: arguments, candidates: candidates)
  }

  /// The error of a call of a method without responses.
  func unconfigured(_ method: MethodIdentity) -> MockServiceError {
    let configured = tables.values.filter { !$0.rules.isEmpty }.map(\.identity)
    let known = configured.map(\.name)
    let nearest = NearestName.nearest(to: method.name, among: known)
    return CallProblem.unconfigured(
      method, nearest: configured.first { $0.name == nearest }, known: known
    ).error
  }

  /// Hands an exhausted sequence to the failure handler where the method asks for that.
  func stopIfExhausted(_ error: any Error, _ method: MethodIdentity) {
    guard let error = error as? MockServiceError, error.problem == .exhausted,
      tables[method.name]?.exhaustBehavior == .fatalError
    else { return }
    let failure = MockFailure(severity: .stop, message: error.message)
    if let failureHandler {
      failureHandler.report(failure)
    } else {
      MockFailureHandler.report(failure)
    }
  }
}
