package import MockCalls

/// An event that can happen next if nothing in a test can run.
package enum Choice: Sendable {
  /// The test continues after `Explored.step()`.
  case resume
  /// The response of a call arrives.
  case answer(DirectedCall)
  /// Time passes until the next sleeping task wakes.
  case time

  package var label: String {
    switch self {
    case .resume: "g"
    case .answer(let call): "\(call.order)"
    case .time: "t"
    }
  }

  static func isLabel(_ text: String) -> Bool { text == "g" || text == "t" || Int(text) != nil }

  /// Returns the possible next events.
  ///
  /// The first is the event that happens in an ordinary run. If nothing more can happen, the list is empty. The
  /// responses in `held` are in the order in which they were held. `clock` is nil if nothing sleeps, and `resumes` is
  /// whether the test is waiting for its turn.
  package static func options(
    of held: [HeldCall], _ clock: MockClock?, resumes: Bool = false
  ) -> [Choice] {
    var answers = held.filter { !$0.isNever }
      .map { held in
        // Values can be large, and every decision point keeps its options.
        var call = held.call
        call.value = nil
        return (rest: max(.zero, held.due - call.clock.elapsed), choice: Choice.answer(call))
      }
    if let rest = clock?.timeToNextSleeper { answers.append((rest, .time)) }
    // The sort is stable. If times are equal, the order of the calls decides.
    let sorted = answers.enumerated().sorted { first, second in
      first.element.rest != second.element.rest
        ? first.element.rest < second.element.rest : first.offset < second.offset
    }
    return (resumes ? [.resume] : []) + sorted.map(\.element.choice)
  }
}

/// A point in a run at which there is more than one possible next event.
package struct ChoicePoint: Sendable {
  package var options: [Choice]
  package var chosen: Int

  package var label: String { options[chosen].label }

  /// All options, with the chosen one in brackets.
  package var summary: String {
    options.enumerated().map { $0 == chosen ? "[\($1.label)]" : $1.label }.joined(separator: " ")
  }

  /// A description of the deviation from the baseline run, if any.
  package var words: String? {
    guard chosen > 0 else { return nil }
    switch (options[chosen], options[0]) {
    case (.answer(let call), .answer(let other)):
      let second = call.name == other.name ? other.number(besides: call) : other.words
      return "the response of \(call.words) before the response of \(second)"
    case (.answer(let call), .time): return "the response of \(call.words) before time passes"
    case (.answer(let call), .resume):
      return "the response of \(call.words) before the test continues"
    case (.time, .answer(let call)): return "time passing before the response of \(call.words)"
    case (.time, _): return "time passing before the test continues"
    case (.resume, _): return "the test continuing first"
    }
  }
}

extension DirectedCall {
  /// The call with its arguments, number, and location, such as `SearchService.find {"text":"Be"} #2 (search.lua:12)`.
  package var words: String { "\(name) \(number())" }

  /// Returns the arguments and the number of the call, and its location unless another call has the same.
  fileprivate func number(besides other: DirectedCall? = nil) -> String {
    let place = place == other?.place ? nil : place
    return (arguments.isEmpty ? "" : arguments + " ") + "#\(count)"
      + (place.map { " (\($0))" } ?? "")
  }
}

package struct RunRecord: Sendable {
  package var follower: PlanFollower
  package var calls: [DirectedCall] = []
  /// The numbers of the calls, in the order in which the responses arrived.
  package var answered: [Int] = []
  /// The number of elements in the stream of each call, by the number of the call.
  package var elements: [Int: Int] = [:]
  /// The error codes in the script's responses, by service, for calls whose requirements aren't known.
  package var codes: [String: [String]] = [:]

  package init(_ plan: Plan) { follower = PlanFollower(plan) }

  package var plan: Plan { follower.plan }
  package var trail: [ChoicePoint] { follower.trail }
  /// The first part of the schedule that couldn't be followed; nil if the run followed all of it.
  package var mismatch: String? { follower.mismatch }

  /// The events of the run, for a comparison with another run.
  package var steps: [String] {
    trail.map(\.summary) + ["calls: " + calls.map(\.name).joined(separator: ", ")]
      + ["answers: " + answered.map(String.init).joined(separator: ", ")]
  }

  /// A description of the schedule's deviations from the baseline run.
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
