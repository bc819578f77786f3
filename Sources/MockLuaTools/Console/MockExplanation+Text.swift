package import MockCalls
internal import MockConfiguration
package import MockData

extension MockExplanation: CustomStringConvertible {
  /// The explanation as text: the call, each candidate with its fields, the next response, and the shared state.
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
      lines.append("No rule accepts the arguments: the call fails with `noMatch`.")
    }
    if let note { lines.append("Note: \(note)") }
    let state = sharedState.sortedByKeyBytes().map { "\($0.key.escaped) = \($0.value.shortText)" }
    if !state.isEmpty { lines.append("Shared state: " + state.joined(separator: ", ")) }
    return lines.joined(separator: "\n")
  }

  private func text(of candidate: Candidate, answers: Bool) -> [String] {
    let verdict =
      switch (candidate.accepts, answers) {
      case (true, true): "responds"
      case (true, false): "accepts the arguments, but an earlier response is used"
      case (false, _): "does not accept the arguments"
      }
    var lines = [
      "\(answers ? ">" : " ") \(candidate.place?.description ?? "response \(candidate.index + 1)"): "
        + "\(candidate.title): \(verdict)"
    ]
    lines += candidate.fields.map {
      "      \($0.text(inScript: candidate.place != nil)): \($0.accepts ? "yes" : "no")"
    }
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
  fileprivate var title: String {
    guard let match else { return "without a condition" }
    return place == nil
      ? "when \(match.shortText)" : "when(\(ScriptText.of(pattern: match)))"
  }
}

extension MockExplanation.Response: CustomStringConvertible {
  /// The response as `response 2 (login.lua:12): {...}`.
  package var description: String {
    "response \(index + 1)\(place.map { " (\($0))" } ?? ""): \(response.encodedValue.shortText)"
  }
}

extension MockExplanation {
  /// The explanation as data, in the format of `mocklua explain --format json`.
  package var members: [String: AnyCodableValue] {
    var members: [String: AnyCodableValue] = [
      "call": .string(name), "args": arguments, "count": .int(count),
      "exhaustBehavior": .string(exhaustBehavior.rawValue),
      "candidates": .array(candidates.map(\.value)), "state": .dictionary(sharedState),
      "answer": answering.flatMap { $0.next?.value } ?? .null,
    ]
    members["sequenceKey"] = keyPath.map { .string($0) }
    members["key"] = key
    members["note"] = note.map { .string($0) }
    return members
  }
}

extension MockExplanation.Candidate {
  fileprivate var value: AnyCodableValue {
    .object([
      "index": .int(index), "fields": .array(fields.map(\.value)), "accepts": .bool(accepts),
      "step": .int(step), "responses": .int(responseCount), "next": next?.value ?? .null,
      "place": place.map { .string($0.description) }, "match": match,
      "chances": chances.isEmpty ? .none : .array(chances.map(\.value)),
    ])
  }
}

extension MockExplanation.Field {
  fileprivate var value: AnyCodableValue {
    .object([
      "field": .string(path), "expected": expected, "accepts": .bool(accepts), "actual": actual,
    ])
  }
}

extension MockExplanation.Response {
  fileprivate var value: AnyCodableValue {
    .object([
      "index": .int(index), "response": response.encodedValue,
      "place": place.map { .string($0.description) },
    ])
  }
}
