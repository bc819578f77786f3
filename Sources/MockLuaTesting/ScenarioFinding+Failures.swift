internal import MockLua
internal import MockServices

extension ScenarioFinding {
  /// What went wrong in a place that cannot throw.
  ///
  /// A shared state cannot tell who updated it: the place is that of a response that was given, and
  /// sets the value that does not fit.
  init(_ failure: MockFailure, calls: [MockCallRecord], configuration: MockServiceConfiguration) {
    let writer = failure.update.flatMap { update in
      calls.first { $0.place != nil && $0.response(in: configuration)?.sets(update) == true }
    }
    self.init(ScenarioCheck(failure), failure.message, at: failure.place ?? writer?.place)
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
