package import MockCalls

/// What was done in a run under a plan.
package struct RunRecord: Sendable {
  package var plan: Plan
  /// The places at which there was a choice.
  package var trail: [ChoicePoint]
  /// What of the plan could not be done; nil where all of it was.
  package var mismatch: String?
  /// The calls in the order in which they were made.
  package var calls: [DirectedCall] = []
  /// The numbers of the calls in the order in which their answers came.
  package var answered: [Int] = []
  /// The number of elements that the stream of a call gave, by the number of the call.
  package var elements: [Int: Int] = [:]
  /// The codes with which the calls of a service fail by its script, by service: for calls whose requirements aren't
  /// known.
  package var codes: [String: [String]] = [:]

  /// Takes what was chosen from whoever followed the plan.
  package init(_ follower: PlanFollower) {
    (plan, trail, mismatch) = (follower.plan, follower.trail, follower.mismatch)
  }

  /// What was done, so that two runs can be compared.
  package var steps: [String] {
    trail.map(\.summary) + ["calls: " + calls.map(\.name).joined(separator: ", ")]
      + ["answers: " + answered.map(String.init).joined(separator: ", ")]
  }

  /// The plan in words; what was done in another way than in the plain run.
  package var words: String {
    let faults = plan.faults.sorted { $0.key < $1.key }.map { order, fault in
      let call = calls.first { $0.order == order }
      return "\(call?.words ?? "call \(order)") \(fault.words)"
    }
    let deviations = faults + trail.compactMap(\.words)
    guard !deviations.isEmpty else { return "without reordering or injected failures" }
    return "with " + deviations.joined(separator: ", and ")
  }

  /// The plan with all that was chosen up to the last place that was not as in the plain run.
  package var statedPlan: Plan {
    var plan = Plan(faults: plan.faults)
    if let last = trail.lastIndex(where: { $0.chosen > 0 }) {
      plan.choices = trail[...last].map(\.label)
    }
    return plan
  }
}
