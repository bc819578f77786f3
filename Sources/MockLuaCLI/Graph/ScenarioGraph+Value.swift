import MockConfiguration
import MockData

extension ScenarioGraph {
  /// The graph as data: what the diagram draws, with all values as they are.
  var members: [String: AnyCodableValue] {
    [
      "services": .array(
        configuration.services.sortedByKeyBytes().map { name, service in
          [
            "name": .string(name),
            "binds": .dictionary((service.bindings ?? [:]).mapValues { .string($0) }),
            "methods": .array(service.methods.sortedByKeyBytes().map(Self.value)),
          ]
        }),
      "state": .dictionary((configuration.sharedState ?? [:]).mapValues(\.initial)),
    ]
  }

  private static func value(_ name: String, of method: MockMethodConfig) -> AnyCodableValue {
    var sets: [String: [AnyCodableValue]] = [:]
    for response in method.responses {
      for (key, value) in response.updateSharedState ?? [:]
      where !sets[key, default: []].contains(value) { sets[key, default: []].append(value) }
    }
    let gates = Set(method.responses.compactMap(\.gate)).sorted { $0.precedesInBytes($1) }
    return [
      "name": .string(name), "answers": .int(method.responses.count),
      "computed": .int(method.responses.count { $0.callback != nil }),
      "gates": .array(gates.map { .string($0) }),
      "sets": .dictionary(sets.mapValues { .array($0) }),
    ]
  }
}
