internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockLua

/// The page's view of a scenario, as data.
struct SessionView {
  let scenario: ScenarioRuntime
  private let contracts: [String: _MockContract]
  let showsSecrets: Bool

  init(_ session: any InspectedSession, showsSecrets: Bool) {
    (scenario, contracts, self.showsSecrets) = (session.scenario, session.contracts, showsSecrets)
  }

  func shown(_ value: AnyCodableValue) -> AnyCodableValue {
    showsSecrets ? value : scenario.log.redaction.redacted(value)
  }

  func shown(_ call: MockCallRecord) -> MockCallRecord { showsSecrets ? call : call.redacted }

  var state: AnyCodableValue { shown(.dictionary(scenario.sharedState.snapshot)) }

  var gates: AnyCodableValue {
    let gates = scenario.gates
    return .array(
      gates.names.map { name in
        [
          "name": .string(name), "isOpen": .bool(gates.isOpen(name)),
          "waiting": .int(gates.waiting(at: name)),
          "calls": .array(gates.waitingCalls(at: name).prefix(Self.listLimit).map { .int($0) }),
        ]
      })
  }

  /// The maximum number of waiting calls in a list.
  private static let listLimit = 50

  var clock: AnyCodableValue {
    let clock = scenario.clock
    return [
      "mode": .string(clock.mode.rawValue),
      "startMs": .int(clock.startSinceEpoch.wholeMilliseconds),
      "elapsedMs": .int(clock.elapsed.wholeMilliseconds),
      "sleeping": .array(
        clock.sleeping(limit: Self.listLimit).map { sleeper in
          [
            "dueMs": .int(sleeper.due.wholeMilliseconds),
            "call": sleeper.call.map { .int($0) } ?? .null,
          ]
        }),
    ]
  }

  /// The clock without its time if it is the real clock, whose time changes constantly.
  var steadyClock: AnyCodableValue {
    guard case .dictionary(var members) = clock, scenario.clock.mode == .real else { return clock }
    members["elapsedMs"] = nil
    return .dictionary(members)
  }

  /// The number of responses that each location in the script has returned.
  var answered: AnyCodableValue {
    let counts = scenario.log.answeredPlaces().map { ($0.description, $1) }
    return .dictionary(Dictionary(counts, uniquingKeysWith: +).mapValues { .int($0) })
  }

  var services: AnyCodableValue {
    let services = scenario.configuration.services
    return shown(
      .array(
        services.keys.sorted { $0.precedesInBytes($1) }.map { name in
          let sequencer = (scenario as any MockSequencerSource).sequencer(for: name)
          return [
            "name": .string(name),
            "methods": .array(sequencer.overview().map { method(of: $0, contracts[name]) }),
          ]
        }))
  }

  private func method(of method: MethodOverview, _ contract: _MockContract?) -> AnyCodableValue {
    .object([
      "name": .string(method.name), "count": .int(method.count),
      "exhausted": .string(method.exhaustBehavior.rawValue),
      "rules": .array(method.rules.map(rule)), "by": method.keyPath.map { .string($0) },
      "parameters": .array(
        arguments(of: method, contract).map { argument in
          [
            "label": .string(argument.label), "type": .string(argument.type),
            "example": argument.example.value, "choices": .array(argument.example.choices),
          ]
        }),
    ])
  }

  /// An argument of a method, as declared by the app or used in the script.
  typealias Argument = (label: String, type: String, example: ArgumentExample)

  /// Returns the arguments of a method; empty if neither the app nor the script mentions it.
  func arguments(of method: String, in service: String) -> [Argument] {
    let methods = (scenario as any MockSequencerSource).sequencer(for: service).overview()
    return methods.first { $0.name == method }.map {
      arguments(of: $0, contracts[service])
    } ?? []
  }

  private func arguments(of method: MethodOverview, _ contract: _MockContract?) -> [Argument] {
    let known = contract?.methods.first { $0.key == method.name }?.parameters
    let parameters =
      known?.map { ($0.label, $0.type) } ?? method.argumentNames.map { ($0, "") }
    return parameters.map { label, type in
      let named = method.rules.flatMap { rule in
        rule.match.flatMap { try? MatchPattern($0) }?.values(of: label) ?? []
      }
      return (label, type, ArgumentExample(of: type, named: named))
    }
  }

  private func rule(_ rule: MethodOverview.Rule) -> AnyCodableValue {
    let keys: [AnyCodableValue] = rule.keyed.map {
      ["key": .string($0.key.shortText), "step": .int($0.step)]
    }
    return .object([
      "step": .int(rule.step), "responses": .int(rule.indices.count),
      "places": .array(
        rule.places.prefix(Self.listLimit).map { $0.map { .string($0.description) } ?? .null }),
      "match": rule.match, "keys": keys.isEmpty ? .none : .array(keys),
    ])
  }
}

extension MethodOverview {
  /// The distinct arguments that occur in patterns and in the sequence key.
  fileprivate var argumentNames: [String] {
    var names = keyPath.map { [String($0.prefix { $0 != "." })] } ?? []
    for rule in rules {
      guard case .dictionary(let fields) = rule.match else { continue }
      let found = fields.keys.filter { !$0.hasPrefix("$") }.map { String($0.prefix { $0 != "." }) }
      for name in found.sorted() where !names.contains(name) { names.append(name) }
    }
    return names
  }
}
