package import MockCalls
internal import MockConfiguration
package import MockData
package import MockLua

/// Compares the script's responses to the calls of a test with the live services' responses to the same calls.
package enum CallDrift {
  /// Returns the differences, at the lines of the script's responses and without duplicates.
  ///
  /// Errors and server failures that the script simulates are skipped. Streams aren't compared.
  ///
  /// - Parameters:
  ///   - pairs: The calls.
  ///   - runtime: The script.
  /// - Returns: The differences in the order of the calls.
  package static func all(
    in pairs: [LiveComparison.Pair], of runtime: ScenarioRuntime
  ) -> [MockDiagnostic] {
    let ages = RecordedAges(runtime)
    let redaction = Redaction(findsShapes: true)
    var known: [String: ValueShape] = [:]
    var found: [MockDiagnostic] = []
    for pair in pairs {
      guard case .returned(let value) = pair.outcome else { continue }
      let isOfRoute = HTTPHost.isName(pair.service)
      let name = isOfRoute ? pair.method : "\(pair.service).\(pair.method)"
      let responses =
        runtime.configuration.services[pair.service]?.methods[pair.method]?.responses ?? []
      let shape = known[name] ?? AnswerDrift.known(of: responses, isOfRoute: isOfRoute)
      known[name] = shape
      for drift in drift(value, pair.live, shape, isOfRoute) {
        let diagnostic = drift.diagnostic(
          asked: name, at: pair.place, age: ages.age(pair.place), redaction)
        if !found.contains(diagnostic) { found.append(diagnostic) }
      }
    }
    return found
  }

  private static func drift(
    _ value: AnyCodableValue?, _ live: MockCallOutcome, _ known: ValueShape, _ isOfRoute: Bool
  ) -> [AnswerDrift] {
    switch live {
    case .running, .cancelled: return []
    case .threw(let error):
      if isOfRoute, let own = routed(value), AnswerDrift.isCondition(own) { return [] }
      return [.threw(code: error.code)]
    case .returned(let now):
      guard isOfRoute else { return AnswerDrift.all(from: value, knowing: known, to: now) }
      guard let own = routed(value), let now = try? RoutedValue(now),
        !AnswerDrift.isCondition(own)
      else { return [] }
      return AnswerDrift.all(from: own, knowing: known, to: now)
    }
  }

  /// Returns the single value of a route's response, or nil for a stream.
  private static func routed(_ value: AnyCodableValue?) -> RoutedValue? {
    guard case .array(let values)? = value, values.count == 1,
      let answer = try? RoutedValue(values[0])
    else { return nil }
    switch answer.content {
    case .event, .chunk, .piece: return nil
    case .nothing, .body, .bytes: return answer
    }
  }
}
