internal import LuaRuntime
public import MockCalls
public import MockConfiguration
public import MockContainer
internal import MockData
internal import MockPlatform

/// The runtime as the scenario of mocks and requests: its sequencers, routes, and rules.
extension ScenarioRuntime: MockSequencerSource, RouteSource {
  /// Returns the sequencer of a service, without checking its name.
  ///
  /// Calls of a service that the scenario doesn't mock fail with `unconfigured`.
  ///
  /// - Parameter service: The service's name.
  /// - Returns: The sequencer. Calls with the same name return the same object.
  @_disfavoredOverload
  public nonisolated func sequencer(for service: String) -> MockCallSequencer {
    sequencers.sequencer(for: service)
  }

  package nonisolated var passesUnknown: Bool { context.passing != .asConfigured }

  package nonisolated var routes: RouteTable { sequencers.routes }

  package nonisolated func add(_ routes: [RouteInSwift]) -> Bool {
    sequencers.add(routes) { replaced in
      answers.withLock { scenario in
        for (service, method) in replaced {
          scenario.configuration.services[service]?.methods[method] = nil
        }
        for route in routes {
          let (service, method) = (route.service, route.method)
          scenario.configuration.services[service, default: MockServiceEntry()].methods[method] =
            route.config
          scenario.places[service, default: [:]][method] = route.config.responses.map { _ in
            route.place
          }
        }
      }
    }
    return true
  }

  package nonisolated func report(_ failure: MockFailure) { context.report(failure) }
}

extension ScenarioRuntime {
  /// Returns the sequencer of a service that the scenario declares.
  ///
  /// An undeclared name that is similar to a declared one is reported at the caller's line. In a test, it is an issue.
  /// Any other undeclared name is accepted, because its mock may be stubbed or never called. Calls that aren't stubbed
  /// fail with the code `unconfigured`.
  ///
  /// - Parameters:
  ///   - service: The service's name.
  ///   - declared: Whether the scenario should declare it; true by default.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  /// - Returns: The sequencer. Calls with the same name return the same object.
  public nonisolated func sequencer(
    for service: String, declared: Bool = true, file: StaticString = #filePath, line: UInt = #line
  ) -> MockCallSequencer {
    let names = configuration.services.keys
    if declared, !names.contains(service),
      let meant = NearestName.likelyTypo(of: service, candidates: names)
    {
      context.report(
        MockFailure(
          severity: .report,
          message:
            "the scenario declares no service `\(service.escaped)`; did you mean `\(meant.escaped)`?",
          sourceLocation: MockSourceLocation(file: file, line: line)))
    }
    return sequencers.sequencer(for: service)
  }
}

/// Methods that override the script's responses while the script runs.
extension ScenarioRuntime {
  /// Sets a response until the next `reset()`.
  ///
  /// The sequences of the method restart. The response doesn't have its own pattern. It replaces a rule with the same
  /// pattern. If the pattern is nil, it matches all calls, and replaces all the script's responses for the method. The
  /// call log shows `number` in the location of the response, as in `override:2`.
  package nonisolated func answer(
    with response: MockResponse, matching pattern: MatchPattern?, service: String, method: String,
    number: Int
  ) {
    adopt([(service, method)]) { scenario in
      let place = ScriptLocation(file: "override", line: number)
      var first = response
      first.match = pattern
      var config =
        scenario.configuration.services[service]?.methods[method] ?? MockMethodConfig(responses: [])
      let places = scenario.places[service]?[method] ?? []
      // A rule with an equal pattern would be merged with the new one, and its next response would come after the new
      // one.
      let kept = config.responses.indices.filter { index in
        guard let pattern else { return false }
        return config.responses[index].match?.value.withPlainNumbers
          != pattern.value.withPlainNumbers
      }
      config.responses = [first] + kept.map { config.responses[$0] }
      if pattern == nil { (config.exhaustBehavior, config.sequenceKey) = (nil, nil) }
      scenario.configuration.services[service, default: MockServiceEntry()].methods[method] = config
      scenario.places[service, default: [:]][method] =
        [place]
        + (places.isEmpty ? [] : kept.compactMap { places.indices.contains($0) ? places[$0] : nil })
    }
  }

  /// Restores the script's responses for a method.
  ///
  /// The sequences of the method restart.
  ///
  /// - Returns: Whether the script has responses for the method.
  package nonisolated func withdrawAnswers(service: String, method: String) -> Bool {
    let config = original.configuration.services[service]?.methods[method]
    adopt([(service, method)]) { scenario in
      scenario.configuration.services[service]?.methods[method] =
        config ?? MockMethodConfig(responses: [])
      scenario.places[service]?[method] = original.places[service]?[method]
    }
    return config != nil
  }
}

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

  /// Sets a closure that responds to all calls to a method, until the next `reset()`.
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

// The declarations of routes, apart from their responses.

extension ScenarioRuntime {
  nonisolated func rules(of service: String, _ method: String) -> RouteRules? {
    scenario.routeRules[service]?[method]
  }

  /// Returns the form in which a route's response sends the values of a computed stream as events.
  ///
  /// Returns nil for a method that isn't a route.
  nonisolated func form(of service: String, _ method: String) -> RoutedForm? {
    HTTPHost.isName(service)
      ? rules(of: service, method)?.form ?? RoutedForm(of: method) : nil
  }

  /// Returns the rule that rejects invalid requests, by the name of its function.
  nonisolated func rejectingRule(_ name: String) -> RequestRule? {
    guard name.hasSuffix(RequestRule.suffix) else { return nil }
    let scenario = scenario
    for (service, rules) in scenario.routeRules where name.hasPrefix("\(service).") {
      let method = name.dropFirst(service.count + 1).dropLast(RequestRule.suffix.count)
      if let rule = rules[String(method)]?.request { return rule }
    }
    return nil
  }

  /// Returns a failure for each way in which a request differs from the description of its route.
  nonisolated func failures(
    of service: String, _ method: String, _ arguments: () -> AnyCodableValue
  ) -> [MockFailure] {
    guard let rule = rules(of: service, method)?.request, !rule.rejects else { return [] }
    return rule.failures(of: arguments())
  }
}
