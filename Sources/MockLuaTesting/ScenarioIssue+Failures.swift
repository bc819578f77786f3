internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua

extension ScenarioIssue {
  /// Creates the issue for a failure of code that can't throw.
  ///
  /// The shared state doesn't know what updated it. The place is therefore the response that was used and sets the
  /// invalid value. If there is none, it is the value's declaration.
  init(_ failure: MockFailure, calls: [MockCallRecord], scenario: LuaScenario) {
    let configuration = scenario.configuration
    let writer = failure.update.flatMap { update in
      calls.first { $0.place != nil && $0.response(in: configuration)?.sets(update) == true }
    }
    let place =
      failure.place ?? writer?.place ?? failure.declared.flatMap { scenario.place(of: $0) }
    self.init(ScenarioCheck(failure), failure.message, at: place)
  }
}

extension LuaScenario {
  /// Returns the place at which a value was declared; nil if the declaration has a different value.
  fileprivate func place(of declared: MockFailure.Declared) -> ScriptLocation? {
    let value =
      declared.service.map { configuration.services[$0]?.initialState?[declared.name] }
      ?? configuration.sharedState?[declared.name]?.initial
    return value == declared.value ? valuePlaces[declared.service]?[declared.name] : nil
  }
}

extension MockCallRecord {
  fileprivate func response(in configuration: MockServiceConfiguration) -> MockResponse? {
    guard let service, let index = responseIndex,
      let responses = configuration.services[service]?.methods[method]?.responses,
      responses.indices.contains(index)
    else { return nil }
    return responses[index]
  }
}

extension MockResponse {
  fileprivate func sets(_ update: [String: AnyCodableValue]) -> Bool {
    update.allSatisfy { updateSharedState?[$0.key] == $0.value }
  }
}
