public import MockCalls
public import MockConfiguration

extension ScenarioRuntime {
  /// Replaces the responses of a method, or adds the method, until the next `reset()`.
  ///
  /// Its sequences start again; the count of its calls goes on.
  ///
  /// - Parameters:
  ///   - service: The service's name; one that the scenario does not mock is added.
  ///   - method: The method's name.
  ///   - config: The responses.
  public func replace(service: String, method: String, with config: MockMethodConfig) {
    adopt([(service, method)]) { scenario in
      scenario.configuration.services[service, default: MockServiceEntry()].methods[method] = config
      scenario.places[service]?[method] = nil
    }
  }

  /// Lets a closure answer all calls of a method, until the next `reset()`.
  ///
  /// - Parameters:
  ///   - service: The service's name; one that the scenario does not mock is added.
  ///   - method: The method's name.
  ///   - answer: Computes the answer of a call; its error is the error of the call.
  public func replace(
    service: String, method: String,
    answer: @escaping @Sendable (MockCall) async throws -> MockAnswer
  ) {
    let name = "\(service).\(method)#swift"
    setReplacement(name, answer)
    let response = MockResponse(result: .callback, callback: name)
    replace(service: service, method: method, with: MockMethodConfig(responses: [response]))
  }
}
