internal import MockCalls

/// Chooses the next event according to a schedule, whenever none of a run's jobs can run.
package struct PlanFollower: Sendable {
  package let plan: Plan
  package private(set) var trail: [ChoicePoint] = []
  /// The first part of the schedule that couldn't be followed, if any.
  package private(set) var mismatch: String?
  /// The number of the schedule's choices that were made.
  private var made = 0
  private var numbers: MockRandomSource?

  package init(_ plan: Plan) {
    self.plan = plan
    numbers = plan.seed.map { MockRandomSource(seed: $0) }
  }

  /// Chooses the next event.
  ///
  /// - Parameter options: The options, of which there is at least one. The first is the one that an ordinary run
  ///   chooses.
  /// - Returns: The index of the chosen option.
  package mutating func choose(among options: [Choice]) -> Int {
    let planned = made < plan.choices.count ? plan.choices[made] : nil
    guard options.count > 1 else {
      // A handwritten schedule may contain a choice although there was only one option.
      if case .answer = options[0], planned == options[0].label { made += 1 }
      return 0
    }
    var chosen = 0
    if let planned {
      if let index = options.firstIndex(where: { $0.label == planned }) {
        (chosen, made) = (index, made + 1)
      } else if case .resume = options[0] {
        // The choice in the schedule is for a later point.
      } else if mismatch == nil {
        fail("`\(planned)`, but the choices are \(options.map(\.label).joined(separator: ", "))")
      }
    } else if var numbers {
      chosen = Int.random(in: 0..<options.count, using: &numbers)
      self.numbers = numbers
    }
    trail.append(ChoicePoint(options: options, chosen: chosen))
    return chosen
  }

  /// Ends the run.
  ///
  /// If the schedule contains more choices, this is recorded as a mismatch.
  ///
  /// - Parameter what: What has ended, such as `the test`.
  package mutating func end(of what: String) {
    guard made < plan.choices.count, mismatch == nil else { return }
    fail("`\(plan.choices[made])`, but \(what) had ended")
  }

  private mutating func fail(_ text: String) {
    mismatch = text
    made = plan.choices.count
  }
}
