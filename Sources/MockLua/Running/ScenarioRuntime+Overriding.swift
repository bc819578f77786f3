internal import LuaRuntime
internal import MockConfiguration
internal import MockData

/// Methods that override the script's responses while the script runs.
extension ScenarioRuntime {
  /// Sets a response until the next `reset()`.
  ///
  /// The sequences of the method restart.
  ///
  /// - Parameters:
  ///   - response: The response, which has no pattern of its own.
  ///   - pattern: The arguments that the response matches. It replaces a rule with the same pattern. If the pattern is
  ///     nil, it matches all calls, and replaces all the script's responses for the method.
  ///   - service: The service's name.
  ///   - method: The method's name.
  ///   - number: The number in the response's place in the call log, as in `override:2`.
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
