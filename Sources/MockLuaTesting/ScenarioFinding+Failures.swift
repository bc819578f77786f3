internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua

extension ScenarioFinding {
  /// What went wrong in a place that cannot throw.
  ///
  /// A shared state cannot tell who updated it: the place is that of a response that was given, and
  /// sets the value that does not fit, else that of its declaration.
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
  /// Where a value was declared; nil where the declared one is another.
  fileprivate func place(of declared: MockFailure.Declared) -> SourcePlace? {
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
