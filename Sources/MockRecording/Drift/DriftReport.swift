internal import MockConfiguration
package import MockData
package import MockRoutes

/// What the live side answered, beside what the script answers.
package struct DriftReport: Sendable {
  /// One rule that was asked about.
  package struct Answer: Sendable {
    /// The request, such as `GET /users/7`.
    package var title: String
    package var place: SourcePlace?
    /// When it was recorded; nil where the script does not say.
    package var age: RecordedAge?
    /// How many differences there are.
    package var differences = 0
    /// Why it could not be asked; nil where it could.
    package var problem: String?
  }

  /// The differences, and what could not be asked, each at its line.
  package private(set) var findings: [MockDiagnostic] = []
  package private(set) var answers: [Answer] = []

  private let redaction = Redaction(findsShapes: true)

  package init() {}

  /// Compares the answers of a script with what the live side answered to the same request.
  ///
  /// Of a sequence the answer counts that is nearest to the live one.
  ///
  /// - Parameters:
  ///   - question: What was asked, and what the script answers.
  ///   - live: What the live side answered.
  ///   - age: When an answer was recorded, by its place; nil for one of which nobody knows.
  package mutating func add(
    _ question: DriftPlan.Question, live: LiveResponse, age: (SourcePlace?) -> RecordedAge?
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
    findings += drift.map {
      $0.diagnostic(asked: question.title, at: place, age: age, redaction)
    }
  }

  /// Takes note of a request that the live side did not answer.
  package mutating func add(
    _ question: DriftPlan.Question, problem: String, age: (SourcePlace?) -> RecordedAge?
  ) {
    let place = question.answers.first?.place
    let problem = redaction.redacted(problem)
    answers.append(
      Answer(title: question.title, place: place, age: age(place), problem: problem))
    findings.append(
      MockDiagnostic(
        code: "unanswered", at: place,
        problem: redaction.redacted("`\(question.title.escaped)` could not be requested")
          + ": \(problem)",
        remedy: "check that the live side can be reached, or name it with `--base`"))
  }

  /// The answer that was recorded first; nil where no age is known.
  package var oldest: RecordedAge? { answers.compactMap(\.age).max { $0.days < $1.days } }
}

extension [AnswerDrift] {
  /// How far two answers are apart: another status is farther than any body.
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
