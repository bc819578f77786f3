internal import LuaRuntime
internal import MockConfiguration
internal import MockData

/// Answers that somebody puts in front of those of the script while it runs.
extension ScenarioRuntime {
  /// Lets a response answer from now on, until the next `reset()`; the method's sequences start again.
  ///
  /// - Parameters:
  ///   - response: The response, without a pattern of its own.
  ///   - pattern: The arguments that it answers, in place of the rule with that pattern; nil for all calls, in place
  ///     of everything that the script says of the method.
  ///   - service: The service's name.
  ///   - method: The method's name.
  ///   - number: The number that the call log shows as the place of the response: `override:2`.
  package nonisolated func answer(
    with response: MockResponse, matching pattern: MatchPattern?, service: String, method: String,
    number: Int
  ) {
    adopt([(service, method)]) { scenario in
      let place = SourcePlace(file: "override", line: number)
      var first = response
      first.match = pattern
      var config =
        scenario.configuration.services[service]?.methods[method] ?? MockMethodConfig(responses: [])
      let places = scenario.places[service]?[method] ?? []
      // What is equal to the pattern would be the same rule, whose next response came after this one.
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

  /// Lets the script answer a method again; its sequences start again.
  ///
  /// - Returns: Whether the script says anything of the method.
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
