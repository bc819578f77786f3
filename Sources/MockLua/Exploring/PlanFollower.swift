internal import MockCalls

/// Chooses what is next, as a plan has it, each time nothing of a run can run.
package struct PlanFollower: Sendable {
  package let plan: Plan
  package private(set) var trail: [ChoicePoint] = []
  /// What of the plan could not be done; nil where all of it was so far.
  package private(set) var mismatch: String?
  /// How many of the plan's choices have been made.
  private var made = 0
  private var numbers: MockRandomSource?

  package init(_ plan: Plan) {
    self.plan = plan
    numbers = plan.seed.map { MockRandomSource(seed: $0) }
  }

  /// Chooses among what can be next.
  ///
  /// - Parameter options: One at least; what an ordinary run would do comes first.
  /// - Returns: The index of the one to do.
  package mutating func choose(among options: [Choice]) -> Int {
    let planned = made < plan.choices.count ? plan.choices[made] : nil
    guard options.count > 1 else {
      // A plan that somebody has written may say what goes without saying.
      if case .answer = options[0], planned == options[0].label { made += 1 }
      return 0
    }
    var chosen = 0
    if let planned {
      if let index = options.firstIndex(where: { $0.label == planned }) {
        (chosen, made) = (index, made + 1)
      } else if case .resume = options[0] {
        // It is said of what comes later.
      } else if mismatch == nil {
        fail("`\(planned)` among \(options.map(\.label).joined(separator: ", "))")
      }
    } else if var numbers {
      chosen = Int.random(in: 0..<options.count, using: &numbers)
      self.numbers = numbers
    }
    trail.append(ChoicePoint(options: options, chosen: chosen))
    return chosen
  }

  /// Hears that a run has come to its end, at which nothing of the plan may be left.
  ///
  /// - Parameter what: What has ended: `the test`.
  package mutating func end(of what: String) {
    guard made < plan.choices.count, mismatch == nil else { return }
    fail("`\(plan.choices[made])`, and \(what) had ended")
  }

  private mutating func fail(_ text: String) {
    mismatch = text
    made = plan.choices.count
  }
}
