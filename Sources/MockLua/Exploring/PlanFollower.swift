internal import MockCalls

/// Chooses the next event according to a schedule, each time no part of a run can run.
package struct PlanFollower: Sendable {
  package let plan: Plan
  package private(set) var trail: [ChoicePoint] = []
  /// The first part of the schedule that couldn't be followed; nil if there isn't one.
  package private(set) var mismatch: String?
  /// The number of the schedule's choices already made.
  private var made = 0
  private var numbers: MockRandomSource?

  package init(_ plan: Plan) {
    self.plan = plan
    numbers = plan.seed.map { MockRandomSource(seed: $0) }
  }

  /// Chooses the next event.
  ///
  /// - Parameter options: The options, at least one, starting with the one that an ordinary run would choose.
  /// - Returns: The index of the chosen option.
  package mutating func choose(among options: [Choice]) -> Int {
    let planned = made < plan.choices.count ? plan.choices[made] : nil
    guard options.count > 1 else {
      // A hand-written schedule may include a choice with only one option.
      if case .answer = options[0], planned == options[0].label { made += 1 }
      return 0
    }
    var chosen = 0
    if let planned {
      if let index = options.firstIndex(where: { $0.label == planned }) {
        (chosen, made) = (index, made + 1)
      } else if case .resume = options[0] {
        // The planned choice applies to a later point.
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

  /// Ends the run, and records a mismatch if any planned choices are left.
  ///
  /// - Parameter what: The part that has ended, such as `the test`.
  package mutating func end(of what: String) {
    guard made < plan.choices.count, mismatch == nil else { return }
    fail("`\(plan.choices[made])`, but \(what) had ended")
  }

  private mutating func fail(_ text: String) {
    mismatch = text
    made = plan.choices.count
  }
}
