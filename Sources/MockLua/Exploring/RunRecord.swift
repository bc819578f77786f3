package import MockCalls

/// The record of a run under a schedule.
package struct RunRecord: Sendable {
  package var plan: Plan
  /// The decision points of the run.
  package var trail: [ChoicePoint]
  /// The first part of the schedule that couldn't be followed; nil if there isn't one.
  package var mismatch: String?
  /// The calls in order.
  package var calls: [DirectedCall] = []
  /// The numbers of the calls, in the order in which the responses arrived.
  package var answered: [Int] = []
  /// The number of elements in the stream of each call, by the number of the call.
  package var elements: [Int: Int] = [:]
  /// The error codes in the script's responses, by service, for calls whose requirements aren't known.
  package var codes: [String: [String]] = [:]

  /// Creates a record from a follower's choices.
  package init(_ follower: PlanFollower) {
    (plan, trail, mismatch) = (follower.plan, follower.trail, follower.mismatch)
  }

  /// The events of the run, to be compared with another run.
  package var steps: [String] {
    trail.map(\.summary) + ["calls: " + calls.map(\.name).joined(separator: ", ")]
      + ["answers: " + answered.map(String.init).joined(separator: ", ")]
  }

  /// The schedule in words, which describe its deviations from the baseline run.
  package var words: String {
    let faults = plan.faults.sorted { $0.key < $1.key }.map { order, fault in
      let call = calls.first { $0.order == order }
      return "\(call?.words ?? "call \(order)") \(fault.words)"
    }
    let deviations = faults + trail.compactMap(\.words)
    guard !deviations.isEmpty else { return "without reordering or injected failures" }
    return "with " + deviations.joined(separator: ", and ")
  }

  /// The schedule, with all choices up to the last deviation from the baseline run.
  package var statedPlan: Plan {
    var plan = Plan(faults: plan.faults)
    if let last = trail.lastIndex(where: { $0.chosen > 0 }) {
      plan.choices = trail[...last].map(\.label)
    }
    return plan
  }
}
