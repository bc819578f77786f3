public import MockCalls
public import MockConfiguration

extension ScenarioRuntime {
  /// Replaces the responses of a method, or adds the method, until the next `reset()`.
  ///
  /// The sequences of the method restart, but its call count continues.
  ///
  /// - Parameters:
  ///   - service: The service's name. A service that the scenario doesn't mock is added.
  ///   - method: The method's name.
  ///   - config: The responses.
  public func replace(service: String, method: String, with config: MockMethodConfig) {
    adopt([(service, method)]) { scenario in
      scenario.configuration.services[service, default: MockServiceEntry()].methods[method] = config
      scenario.places[service]?[method] = nil
    }
  }

  /// Sets a closure that responds to all calls of a method, until the next `reset()`.
  ///
  /// - Parameters:
  ///   - service: The service's name. A service that the scenario doesn't mock is added.
  ///   - method: The method's name.
  ///   - answer: Computes the response to a call. If it throws, the call fails with that error.
  public func replace(
    service: String, method: String,
    answer: @escaping @Sendable (MockCall) async throws -> MockAnswer
  ) {
    let name = RouteInSwift.callback(of: service, method)
    context.swiftResponses.set(name) { call in
      let chain = try CallChain.current.extended(by: "\(call.service).\(call.method)")
      return try await CallChain.$current.withValue(chain) { try await answer(call) }
    }
    let response = MockResponse(result: .callback, callback: name)
    replace(service: service, method: method, with: MockMethodConfig(responses: [response]))
  }
}
