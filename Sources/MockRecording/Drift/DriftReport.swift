package import MockCalls
internal import MockConfiguration
package import MockData
package import MockLua
package import MockRoutes

/// Compares the live service's responses with the script's responses.
package struct DriftReport: Sendable {
  /// The result for one rule.
  package struct Response: Sendable {
    /// The request, such as `GET /users/7`.
    package var title: String
    package var place: ScriptLocation?
    /// The age of the recording; nil if the script doesn't contain its date.
    package var age: RecordedAge?
    package var differences = 0
    package var problem: String?
  }

  /// The differences and the failed requests, each with its line.
  package private(set) var issues: [MockDiagnostic] = []
  package private(set) var answers: [Response] = []

  private let redaction = Redaction(findsShapes: true)

  package init() {}

  /// In a sequence, only the response most similar to the live response is compared.
  ///
  /// `age` returns the age of the response at a location.
  package mutating func add(
    _ question: DriftPlan.Question, live: LiveResponse, age: (ScriptLocation?) -> RecordedAge?
  ) {
    var live = live.value
    let isWithoutBody = question.request.method == "HEAD"
    if isWithoutBody { live.content = .nothing }
    let compared = question.answers.map { answer in
      var value = answer.value
      if isWithoutBody { value.content = .nothing }
      return (answer.place, ResponseDrift.all(from: value, knowing: question.known, to: live))
    }
    guard let (place, drift) = compared.min(by: { $0.1.cost < $1.1.cost }) else { return }
    let age = age(place)
    answers.append(
      Response(title: question.title, place: place, age: age, differences: drift.count))
    issues += drift.map {
      $0.diagnostic(title: question.title, at: place, age: age, redaction)
    }
  }

  /// Adds a request to which the live service didn't respond.
  package mutating func add(
    _ question: DriftPlan.Question, problem: String, age: (ScriptLocation?) -> RecordedAge?
  ) {
    let place = question.answers.first?.place
    let problem = redaction.redacted(problem)
    answers.append(
      Response(title: question.title, place: place, age: age(place), problem: problem))
    issues.append(
      MockDiagnostic(
        code: "unanswered", at: place,
        problem: redaction.redacted("`\(question.title.escaped)` could not be requested")
          + ": \(problem)",
        suggestion: "check that the live service can be reached, or name it with `--base`"))
  }

  /// The age of the oldest recorded response; nil if no age is known.
  package var oldest: RecordedAge? { answers.compactMap(\.age).max { $0.days < $1.days } }
}

extension [ResponseDrift] {
  /// A different status counts more than any difference in the body.
  fileprivate var cost: Int {
    reduce(0) { cost, drift in
      switch drift {
      case .status: cost + 10_000
      case .content, .threw: cost + 1000
      case .shape: cost + 1
      }
    }
  }
}

/// Compares the script's responses to the calls of a test with the live services' responses to the same calls.
package enum CallDrift {
  /// Returns the differences at the lines of the script's responses, in the order of the calls and without duplicates.
  ///
  /// Errors and server failures that the script simulates are skipped. Streams aren't compared.
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
      let shape = known[name] ?? ResponseDrift.known(of: responses, isOfRoute: isOfRoute)
      known[name] = shape
      for drift in drift(value, pair.live, shape, isOfRoute) {
        let diagnostic = drift.diagnostic(
          title: name, at: pair.place, age: ages.age(pair.place), redaction)
        if !found.contains(diagnostic) { found.append(diagnostic) }
      }
    }
    return found
  }

  private static func drift(
    _ value: AnyCodableValue?, _ live: MockCallOutcome, _ known: ValueShape, _ isOfRoute: Bool
  ) -> [ResponseDrift] {
    switch live {
    case .running, .cancelled: return []
    case .threw(let error):
      if isOfRoute, let own = routed(value), ResponseDrift.isCondition(own) { return [] }
      return [.threw(code: error.code)]
    case .returned(let now):
      guard isOfRoute else { return ResponseDrift.all(from: value, knowing: known, to: now) }
      guard let own = routed(value), let now = try? RoutedValue(now),
        !ResponseDrift.isCondition(own)
      else { return [] }
      return ResponseDrift.all(from: own, knowing: known, to: now)
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
