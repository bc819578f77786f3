internal import MockConfiguration
package import MockData
package import MockRoutes

/// Compares the live service's responses with the script's responses.
package struct DriftReport: Sendable {
  /// The result for one rule.
  package struct Answer: Sendable {
    /// The request, such as `GET /users/7`.
    package var title: String
    package var place: ScriptLocation?
    /// The age of the recording; nil if the script doesn't contain its date.
    package var age: RecordedAge?
    /// The number of differences.
    package var differences = 0
    /// The reason why the request failed; nil if it succeeded.
    package var problem: String?
  }

  /// The differences and the failed requests, each with its line.
  package private(set) var issues: [MockDiagnostic] = []
  package private(set) var answers: [Answer] = []

  private let redaction = Redaction(findsShapes: true)

  package init() {}

  /// Compares the script's responses with the live response to the same request.
  ///
  /// In a sequence, only the response most similar to the live response is compared.
  ///
  /// - Parameters:
  ///   - question: The request and the script's responses.
  ///   - live: The live response.
  ///   - age: Returns the age of the response at a location; nil if it's unknown.
  package mutating func add(
    _ question: DriftPlan.Question, live: LiveResponse, age: (ScriptLocation?) -> RecordedAge?
  ) {
    var live = live.value
    let isWithoutBody = question.request.method == "HEAD"
    if isWithoutBody { live.content = .nothing }
    let compared = question.answers.map { answer in
      var value = answer.value
      if isWithoutBody { value.content = .nothing }
      return (answer.place, AnswerDrift.all(from: value, knowing: question.known, to: live))
    }
    guard let (place, drift) = compared.min(by: { $0.1.cost < $1.1.cost }) else { return }
    let age = age(place)
    answers.append(
      Answer(title: question.title, place: place, age: age, differences: drift.count))
    issues += drift.map {
      $0.diagnostic(asked: question.title, at: place, age: age, redaction)
    }
  }

  /// Adds a request to which the live service didn't respond.
  package mutating func add(
    _ question: DriftPlan.Question, problem: String, age: (ScriptLocation?) -> RecordedAge?
  ) {
    let place = question.answers.first?.place
    let problem = redaction.redacted(problem)
    answers.append(
      Answer(title: question.title, place: place, age: age(place), problem: problem))
    issues.append(
      MockDiagnostic(
        code: "unanswered", at: place,
        problem: redaction.redacted("`\(question.title.escaped)` could not be requested")
          + ": \(problem)",
        suggestion: "check that the live side can be reached, or name it with `--base`"))
  }

  /// The age of the oldest recorded response; nil if no age is known.
  package var oldest: RecordedAge? { answers.compactMap(\.age).max { $0.days < $1.days } }
}

extension [AnswerDrift] {
  /// A measure of how much two responses differ.
  ///
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
