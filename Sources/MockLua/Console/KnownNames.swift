internal import MockCalls
internal import MockConfiguration

/// The names that completion uses in addition to the text: those of the app's contract and of the scenario.
struct KnownNames {
  /// The contract of the app's mocks; empty if it isn't known.
  var document = ContractDocument()
  /// The declared keys of shared state.
  var sharedKeys: [String] = []
  var gates: [String] = []
  /// The shapes of the properties bound to each shared key.
  var bound: [String: [TypeShape]] = [:]
}

extension ScenarioRuntime {
  /// Returns the names that are known while the scenario runs.
  ///
  /// - Parameter contract: The contracts of the app's mocks; nil if they aren't known.
  /// - Returns: The names, including those that the scenario has declared so far.
  nonisolated func known(_ contract: ContractDocument?) -> KnownNames {
    let document = contract ?? ContractDocument()
    return KnownNames(
      document: document, sharedKeys: sharedState.keys, gates: gates.names,
      bound: document.boundShapes(in: configuration))
  }
}
