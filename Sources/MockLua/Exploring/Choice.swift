package import MockCalls

/// What can be next when nothing of a test can run.
package enum Choice: Sendable {
  /// The test goes on behind `Explored.turn()`.
  case resume
  /// The answer of a call comes.
  case answer(DirectedCall)
  /// Time passes, until somebody wakes who sleeps.
  case time

  package var label: String {
    switch self {
    case .resume: "g"
    case .answer(let call): "\(call.order)"
    case .time: "t"
    }
  }

  static func isLabel(_ text: String) -> Bool { text == "g" || text == "t" || Int(text) != nil }

  /// What can be next; what an ordinary run would do comes first.
  ///
  /// - Parameters:
  ///   - held: The answers that wait for their turn, in the order in which they came to.
  ///   - clock: The clock on which somebody wakes first; nil where nobody sleeps.
  ///   - resumes: Whether the test waits for its turn.
  /// - Returns: The choices; empty where nothing will happen.
  package static func options(
    of held: [HeldCalls.Held], _ clock: MockClock?, resumes: Bool = false
  ) -> [Choice] {
    var answers = held.filter { !$0.isNever }
      .map { held in
        // Values can be large, and a choice is kept for each time at which it could be made.
        var call = held.call
        call.value = nil
        return (rest: max(.zero, held.due - call.clock.elapsed), choice: Choice.answer(call))
      }
    if let rest = clock?.timeToNextSleeper { answers.append((rest, .time)) }
    // In the order of the calls where times are the same: a stable sort.
    let sorted = answers.enumerated().sorted { first, second in
      first.element.rest != second.element.rest
        ? first.element.rest < second.element.rest : first.offset < second.offset
    }
    return (resumes ? [.resume] : []) + sorted.map(\.element.choice)
  }
}

/// A place in a run at which there was a choice.
package struct ChoicePoint: Sendable {
  package var options: [Choice]
  package var chosen: Int

  package var label: String { options[chosen].label }

  /// All that could be chosen, the chosen one marked.
  package var summary: String {
    options.enumerated().map { $0 == chosen ? "[\($1.label)]" : $1.label }.joined(separator: " ")
  }

  /// What was done in another way than in the plain run; nil where nothing was.
  package var words: String? {
    guard chosen > 0 else { return nil }
    switch (options[chosen], options[0]) {
    case (.answer(let call), .answer(let other)):
      let same = call.name == other.name
      return "the response of \(call.words) before that of \(same ? other.number : other.words)"
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
  /// As `SearchService.find #2 (search.lua:12)`.
  package var words: String { "\(name) \(number)" }

  package var number: String { "#\(count)" + (place.map { " (\($0))" } ?? "") }
}
