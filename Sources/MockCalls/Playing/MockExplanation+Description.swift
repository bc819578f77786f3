internal import MockConfiguration
internal import MockData

extension MockExplanation: CustomStringConvertible {
  /// The explanation as text: the call, each candidate with its fields, the response, and the state.
  package var description: String {
    var lines = ["\(name.escaped) \(arguments.shortText), call \(count) of the method"]
    if let keyPath {
      lines.append(
        "  counted by `\(keyPath.escaped)`: "
          + (key?.shortText ?? "missing or null, which has its own sequence"))
    }
    let answering = candidates.firstIndex(where: \.accepts)
    for (index, candidate) in candidates.enumerated() {
      lines += text(of: candidate, answers: index == answering)
    }
    if answering == nil {
      lines.append("No candidate accepts the arguments: the call fails with `noMatch`.")
    }
    if let note { lines.append("Note: \(note)") }
    let state = sharedState.sortedByKeyBytes().map { "\($0.key.escaped) = \($0.value.shortText)" }
    if !state.isEmpty { lines.append("Shared state: " + state.joined(separator: ", ")) }
    return lines.joined(separator: "\n")
  }

  private func text(of candidate: Candidate, answers: Bool) -> [String] {
    let verdict =
      switch (candidate.accepts, answers) {
      case (true, true): "answers"
      case (true, false): "accepts, but an earlier one is used"
      case (false, _): "does not accept"
      }
    var lines = [
      "\(answers ? ">" : " ") \(candidate.place?.description ?? "response \(candidate.index + 1)"): "
        + "\(candidate.title) \(verdict)"
    ]
    lines += candidate.fields.map { "      \($0)" }
    if answers {
      for response in candidate.chances {
        lines.append("      with a chance of \(response.response.chance ?? 0) -> \(response)")
      }
      if candidate.responseCount > 0 { lines.append("      \(counters(of: candidate))") }
      if let next = candidate.next { lines.append("      -> \(next)") }
    }
    return lines
  }

  private func counters(of candidate: Candidate) -> String {
    let (step, count) = (candidate.step, candidate.responseCount)
    let owner = key.map { " for \($0.shortText)" } ?? ""
    let responses = "\(count) \(count == 1 ? "response" : "responses")"
    let start = "call \(step)\(owner) of a sequence of \(responses)"
    guard step > count else { return start }
    return switch exhaustBehavior {
    case .repeatLast: "\(start): the last one repeats"
    case .cycle: "\(start): it has started again"
    case .error, .fatalError: "\(start): it is used up, and the call fails with `exhausted`"
    }
  }
}

extension MockExplanation.Candidate {
  fileprivate var title: String { match.map { "when \($0.shortText)" } ?? "without a condition" }
}

extension MockExplanation.Field: CustomStringConvertible {
  /// The field as text, such as `code: expected "1", found "2": no`.
  package var description: String {
    let place = path.isEmpty ? "the arguments" : path.escaped
    return "\(place): expected \(expected.shortText), found \(actual?.shortText ?? "nothing"): "
      + (accepts ? "yes" : "no")
  }
}

extension MockExplanation.Response: CustomStringConvertible {
  /// The response as `response 2 (login.lua:12): {...}`.
  package var description: String {
    "response \(index + 1)\(place.map { " (\($0))" } ?? ""): \(response.encodedValue.shortText)"
  }
}
