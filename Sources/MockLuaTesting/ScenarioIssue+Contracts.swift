internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua

extension ScenarioIssue {
  /// `known` contains the issues that the calls have already caused.
  ///
  /// With `asksForAll`, the script must contain each called service, even if all the called methods return nothing.
  static func all(
    in scenario: LuaScenario, against contracts: [String: _MockContract], calls: [MockCallRecord],
    besides known: [ScenarioIssue], asksForAll: Bool
  ) -> [ScenarioIssue] {
    // The app's types aren't decoded from samples here, because the side effects would affect every test.
    let document = ContractDocument(probing: contracts, decodesTypes: false)
    let services = scenario.configuration.services
    // A name that belongs to another mock isn't a misspelling.
    let unclaimed = services.keys.filter { contracts[$0] == nil }
    let called = Set(
      calls.filter { !$0.isStubbed && (asksForAll || !$0.didNothing) }.compactMap(\.service))
    let unknown = contracts.keys.filter { services[$0] == nil }.sorted().compactMap { service in
      // If a test stubs every method of a service that it calls, the script doesn't need that service.
      missing(service, isCalled: called.contains(service), candidates: unclaimed)
    }
    return unknown + misspelled(in: scenario, calls)
      + scenario.problems(against: document).compactMap { found in
        let issue = ScenarioIssue(
          ScenarioCheck(found.problem.kind), found.problem.text, at: found.place)
        return known.contains { $0.isDuplicate(of: issue, found.problem) } ? nil : issue
      }
  }

  /// A name is reported if no call has it, and every call has an argument with nearly the same name.
  ///
  /// The names come from the calls, because the app's types aren't decoded here.
  private static func misspelled(
    in scenario: LuaScenario, _ calls: [MockCallRecord]
  ) -> [ScenarioIssue] {
    let paths = scenario.argumentPaths
    guard !paths.isEmpty else { return [] }
    let byMethod = Dictionary(grouping: calls.filter { !$0.isStubbed }, by: \.qualifiedMethod)
    var seen: Set<LuaScenario.ArgumentPath> = []
    return paths.filter { seen.insert($0).inserted }.compactMap { asked in
      guard let calls = byMethod[asked.method] else { return nil }
      var candidates: [Set<String>] = []
      for call in calls {
        for object in call.arguments.objects(at: asked.path.dropLast()) {
          guard let last = asked.path.last, object[last] == nil else { return nil }
          candidates.append(Set(object.keys))
        }
      }
      guard let last = asked.path.last, let first = candidates.first,
        let meant = NearestName.likelyTypo(
          of: last, candidates: candidates.reduce(first) { $0.intersection($1) })
      else { return nil }
      let shown = asked.path.joined(separator: ".").replacing(".[]", with: "[...]")
      return ScenarioIssue(
        .contracts,
        "no call to `\(asked.method)` has an argument `\(shown.escaped)`; did you mean `\(meant.escaped)`?",
        at: asked.place)
    }
  }

  static func waiting(at gates: MockGates) -> [ScenarioIssue] {
    gates.names.compactMap { name in
      let count = gates.waiting(at: name)
      guard count > 0 else { return nil }
      let calls = count == 1 ? "a call still waits" : "\(count) calls still wait"
      return ScenarioIssue(
        .waitingCalls,
        "\(calls) at the gate `\(name.escaped)`, but the test has ended; open the gate, and await the response"
      )
    }
  }

  /// Returns an issue if the script doesn't have a service that was called, or probably misspells its name.
  private static func missing(
    _ service: String, isCalled: Bool, candidates unclaimed: [String]
  ) -> ScenarioIssue? {
    let meant = NearestName.likelyTypo(of: service, candidates: unclaimed)
    guard isCalled || meant != nil else { return nil }
    let suggestion =
      meant.map { "did you misspell it as `\($0.escaped)`?" }
      ?? "write `service \"\(service.escaped)\" { ... }`, or stub its calls"
    return ScenarioIssue(
      .contracts,
      "the script has no service `\(service.escaped)`, which a mock \(isCalled ? "calls" : "implements"); \(suggestion)"
    )
  }
}

extension ScenarioIssue {
  /// Whether this issue of a call reports the same problem as a check of the script.
  fileprivate func isDuplicate(of other: ScenarioIssue, _ problem: MockContractProblem) -> Bool {
    switch problem.spot {
    case .property, .shared:
      place == other.place && [.wrongState, .lostErrors, .wrongValues].contains(check)
    case _ where self.problem == other.problem: true
    case _ where problem.kind == .droppedValue: check == .droppedValues && place == other.place
    // The call has already reported that its response can't be decoded, with a different message.
    default:
      problem.kind == .value && check != .ignoredKeys && response != nil
        && response == other.response
    }
  }

  /// The response that the issue concerns, such as "`TeaService.brew`, response 2", or nil.
  private var response: Substring? {
    let start = problem.drop { $0 != "`" }
    guard let number = start.firstRange(of: ", response ") else { return nil }
    let end = start[number.upperBound...].firstIndex { !$0.isNumber } ?? start.endIndex
    return start[..<end]
  }
}

extension ScenarioCheck {
  fileprivate init(_ kind: MockContractProblem.Kind) {
    switch kind {
    case .contract: self = .contracts
    case .wait: self = .skippedWaits
    case .value: self = .wrongValues
    case .ignoredKey(let isMisspelled): self = isMisspelled ? .contracts : .ignoredKeys
    case .droppedValue: self = .droppedValues
    case .code: self = .unknownCodes
    }
  }
}

extension [ScenarioIssue] {
  /// Removes issues that another issue explains, so that a misspelled name is reported only once.
  func explained(
    by contracts: [String: _MockContract], _ configured: [String: MockServiceEntry]
  ) -> [ScenarioIssue] {
    guard contains(where: { $0.check == .contracts }) else { return self }
    // The methods whose names the test or the script probably misspelled, by service.
    var meant: [String: Set<String>] = [:]
    var unknown: Set<String> = []
    for (service, contract) in contracts {
      let keys = contract.methods.map(\.key) + contract.properties.map(\.name)
      for method in (configured[service]?.methods ?? [:]).keys where !keys.contains(method) {
        unknown.insert("\(service).\(method)")
        if let near = NearestName.nearest(to: method, candidates: keys) {
          meant[service, default: []].insert(near)
        }
      }
    }
    return filter { issue in
      switch issue.check {
      case .unconfiguredCalls, .ignoredCalls:
        guard let call = issue.call, let service = call.service else { return true }
        if configured[service] == nil, contracts[service] != nil { return false }
        return !(meant[service]?.contains(call.method) ?? false)
      case .unusedResponses: return !unknown.contains { issue.problem.contains("`\($0)`") }
      default: return true
      }
    }
  }
}

extension AnyCodableValue {
  /// In the path, `[]` means each element of a list.
  fileprivate func objects(at path: some Collection<String>) -> [[String: AnyCodableValue]] {
    guard let first = path.first else {
      if case .dictionary(let members) = self { return [members] }
      return []
    }
    switch self {
    case .array(let elements) where first == "[]":
      return elements.flatMap { $0.objects(at: path.dropFirst()) }
    case .dictionary(let members):
      return members[first].map { $0.objects(at: path.dropFirst()) } ?? []
    default: return []
    }
  }
}
