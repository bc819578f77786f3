internal import LuaRuntime
internal import MockConfiguration
internal import MockData

/// Responses that override those of the script while it runs.
extension ScenarioRuntime {
  /// Sets a response until the next `reset()`.
  ///
  /// The method's sequences restart.
  ///
  /// - Parameters:
  ///   - response: The response, without its own pattern.
  ///   - pattern: The arguments that it matches, replacing the rule with the same pattern; nil to match all calls,
  ///     replacing all the script's responses for the method.
  ///   - service: The service's name.
  ///   - method: The method's name.
  ///   - number: The number that the call log shows as the place of the response, as in `override:2`.
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
      // A rule with an equal pattern would be merged with the new one, so that its next response would follow this one.
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
  /// The method's sequences restart.
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
