package import MockData

/// A summary of the learned state of one service.
package struct LearnedSummary: Sendable {
  /// The service, or the host.
  package let service: String
  /// The methods and routes that became functions or set state.
  package let operations: [String]
  package let collections: [String]
  /// The keys of the shared state.
  package let shared: [String]

  init(_ state: LearnedState) {
    service = state.service
    operations = state.operations.map(\.name)
    collections = state.collections.map(\.name)
    shared = state.shared.keys.sorted()
  }

  /// The summary as data.
  package var value: AnyCodableValue {
    func list(_ names: [String]) -> AnyCodableValue { .array(names.map { .string($0) }) }
    return .dictionary([
      "service": .string(service), "operations": list(operations),
      "collections": list(collections), "shared": list(shared),
    ])
  }
}
