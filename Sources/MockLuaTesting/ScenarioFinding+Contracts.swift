internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua

extension ScenarioFinding {
  /// Returns the findings for parts of a script that the protocols of its mocks don't declare.
  ///
  /// - Parameters:
  ///   - scenario: The script.
  ///   - contracts: The contracts of the protocols, by service.
  ///   - calls: The calls of the test.
  ///   - known: The findings that the calls have already led to.
  ///   - asksForAll: Whether the script must have a service even if all called methods return nothing.
  /// - Returns: The findings.
  static func all(
    in scenario: LuaScenario, against contracts: [String: _MockContract], calls: [MockCallRecord],
    besides known: [ScenarioFinding], asksForAll: Bool
  ) -> [ScenarioFinding] {
    // The app's types are not decoded with samples here: whatever that might do would be done to every test.
    let document = ContractDocument(probing: contracts, decodesTypes: false)
    let services = scenario.configuration.services
    // A name that has a mock of its own is not a misspelling of another.
    let unclaimed = services.keys.filter { contracts[$0] == nil }
    let asked = Set(
      calls.filter { !$0.isStubbed && (asksForAll || !$0.didNothing) }.compactMap(\.service))
    let unknown = contracts.keys.filter { services[$0] == nil }.sorted().compactMap { service in
      // A test that stubs all it calls needs no service in the script.
      missing(service, isAsked: asked.contains(service), candidates: unclaimed)
    }
    return unknown + misspelled(in: scenario, calls)
      + scenario.problems(against: document).compactMap { found in
        let finding = ScenarioFinding(
          ScenarioCheck(found.problem.kind), found.problem.text, at: found.place)
        return known.contains { $0.tells(of: finding, found.problem) } ? nil : finding
      }
  }

  /// The ways into arguments that the script asks for, and that are probably misspelled: no call had such a key, and all
  /// had one whose name is nearly the same.
  ///
  /// The calls show it, since the types of the app are not looked at here.
  private static func misspelled(
    in scenario: LuaScenario, _ calls: [MockCallRecord]
  ) -> [ScenarioFinding] {
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
      return ScenarioFinding(
        .contracts,
        "no call of `\(asked.method)` has an argument `\(shown.escaped)`; did you mean `\(meant.escaped)`?",
        at: asked.place)
    }
  }

  /// The gates at which calls still wait.
  static func waiting(at gates: MockGates) -> [ScenarioFinding] {
    gates.names.compactMap { name in
      let count = gates.waiting(at: name)
      guard count > 0 else { return nil }
      let calls = count == 1 ? "a call waits" : "\(count) calls wait"
      return ScenarioFinding(
        .waitingCalls,
        "\(calls) at the gate `\(name.escaped)`, and the test has ended; open it, and await the answer"
      )
    }
  }

  /// A service that the script lacks, where it was asked, or where its name is probably misspelt in the script.
  private static func missing(
    _ service: String, isAsked: Bool, candidates unclaimed: [String]
  ) -> ScenarioFinding? {
    let meant = NearestName.likelyTypo(of: service, candidates: unclaimed)
    guard isAsked || meant != nil else { return nil }
    let remedy =
      meant.map { "did you mean that by `\($0.escaped)`?" }
      ?? "write `service \"\(service.escaped)\" { ... }`, or stub what it is asked"
    return ScenarioFinding(
      .contracts,
      "the script has no service `\(service.escaped)`, which a mock \(isAsked ? "asks" : "is for"); \(remedy)"
    )
  }
}

extension ScenarioFinding {
  /// Whether the finding, which came of a call, says what a look at the script has found as well.
  fileprivate func tells(of other: ScenarioFinding, _ problem: MockContractProblem) -> Bool {
    switch problem.spot {
    case .property, .shared:
      place == other.place && [.wrongState, .lostErrors, .wrongValues].contains(check)
    case _ where self.problem == other.problem: true
    case _ where problem.kind == .droppedValue: check == .droppedValues && place == other.place
    // A call has found that its answer cannot be read, in whatever words.
    default:
      problem.kind == .value && check != .ignoredKeys && response != nil
        && response == other.response
    }
  }

  /// The response that the finding is about, such as "`TeaService.brew`, response 2"; nil for none.
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
    case .ignoredKey(let isMisspelt): self = isMisspelt ? .contracts : .ignoredKeys
    case .droppedValue: self = .droppedValues
    case .code: self = .unknownCodes
    }
  }
}

extension [ScenarioFinding] {
  /// The findings without those that another one explains: a misspelt name is one mistake, whatever comes of it.
  ///
  /// - Parameters:
  ///   - contracts: What the protocols of mocks require, by service.
  ///   - configured: The methods of the script's services.
  /// - Returns: The others.
  func explained(
    by contracts: [String: _MockContract], _ configured: [String: MockServiceEntry]
  ) -> [ScenarioFinding] {
    guard contains(where: { $0.check == .contracts }) else { return self }
    // By the method that was meant, the service.
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
    return filter { finding in
      switch finding.check {
      case .unconfiguredCalls, .ignoredCalls:
        guard let call = finding.call, let service = call.service else { return true }
        if configured[service] == nil, contracts[service] != nil { return false }
        return !(meant[service]?.contains(call.method) ?? false)
      case .unusedResponses: return !unknown.contains { finding.problem.contains("`\($0)`") }
      default: return true
      }
    }
  }
}

extension AnyCodableValue {
  /// The objects at the end of a way; `[]` is each element of a list.
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
