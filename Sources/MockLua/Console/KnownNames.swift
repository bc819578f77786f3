internal import MockCalls
internal import MockConfiguration

/// What completion knows beside the text: what the app's mocks require, and what the scenario has.
struct KnownNames {
  /// What the mocks require; nothing where nobody has said.
  var document = ContractDocument()
  /// The declared keys of shared state.
  var sharedKeys: [String] = []
  var gates: [String] = []
  /// The shapes of the properties that are bound to each shared key.
  var bound: [String: [TypeShape]] = [:]
}

extension ScenarioRuntime {
  /// What is known while the scenario runs.
  ///
  /// - Parameter contract: What the app's mocks require; nil where nobody has said.
  /// - Returns: That, with what the scenario has declared so far.
  nonisolated func known(_ contract: ContractDocument?) -> KnownNames {
    let document = contract ?? ContractDocument()
    return KnownNames(
      document: document, sharedKeys: sharedState.keys, gates: gates.names,
      bound: document.boundShapes(in: configuration))
  }
}
