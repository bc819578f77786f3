package import MockCalls
internal import MockConfiguration
package import MockData

extension MockTrace {
  /// The trace as JSON Lines.
  ///
  /// A line ending follows the last line.
  package var utf8: [UInt8] {
    values.reduce(into: []) { text, line in
      text += line.compactJSON
      text.append(0x0A)
    }
  }

  private var values: [AnyCodableValue] {
    [headerValue, ["event": "script", "script": script.encodedValue]] + events.map(\.value)
      + issues.map(\.value)
  }

  /// The first line.
  package var headerValue: AnyCodableValue {
    var header: [String: AnyCodableValue] = [
      "trace": .int(Self.version), "package": .string(self.header.package), "lua": "5.4",
      "lines": .int(2 + events.count + issues.count), "clock": .string(self.header.clock.name),
      "startMs": .int(self.header.startMs), "calls": .int(self.header.calls),
    ]
    header["test"] = self.header.test.map { .string($0) }
    header["plan"] = self.header.plan.map { .string($0) }
    header["planInWords"] = self.header.planInWords.map { .string($0) }
    header["runs"] = self.header.runs.map { .int($0) }
    if !self.header.notTried.isEmpty {
      header["notTried"] = .array(self.header.notTried.map { .string($0) })
    }
    if self.header.dropped > 0 { header["dropped"] = .int(self.header.dropped) }
    return .dictionary(header)
  }
}

extension MockTrace.Event {
  /// The line for the event.
  package var value: AnyCodableValue {
    switch self {
    case .call(let call): return call.value
    case .answer(let answer): return answer.value
    case .state(let values, let isOfScript):
      var members: [String: AnyCodableValue] = ["event": "state", "set": .dictionary(values)]
      if isOfScript { members["by"] = "script" }
      return .dictionary(members)
    case .gate(let name, let isOpen):
      return ["event": "gate", "gate": .string(name), "open": .bool(isOpen)]
    }
  }
}

extension MockTrace.Call {
  fileprivate var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "event": "call", "order": .int(order), "method": .string(method), "arguments": arguments,
      "count": .int(count), "step": .int(step),
    ]
    members["service"] = service.map { .string($0) }
    members["key"] = key
    if lacksKey { members["lacksKey"] = true }
    members["response"] = response.map { .int($0) }
    members["place"] = place.map { .string($0.description) }
    members["atMs"] = at?.milliseconds
    switch caller {
    case .test: break
    case .app(let name): members["app"] = .string(name)
    case .script: members["by"] = "script"
    case .stubbed: members["by"] = "closure"
    }
    if !candidates.isEmpty { members["candidates"] = .array(candidates.map(\.traceValue)) }
    return .dictionary(members)
  }
}

extension CallCandidate {
  fileprivate var traceValue: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "accepts": .bool(accepts), "responses": .int(responses),
    ]
    if isChosen { members["chosen"] = true }
    members["match"] = match
    members["place"] = place.map { .string($0.description) }
    if let mismatch {
      var fields: [String: AnyCodableValue] = [
        "field": .string(mismatch.field), "expected": mismatch.expected,
      ]
      fields["actual"] = mismatch.actual
      members["mismatch"] = .dictionary(fields)
    }
    return .dictionary(members)
  }
}

extension MockTrace.Answer {
  fileprivate var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = ["event": "answer", "order": .int(order)]
    switch outcome {
    case .running: members["result"] = "none"
    case .cancelled: members["result"] = "cancelled"
    case .returned(let value):
      members["result"] = "success"
      members["value"] = value
    case .threw(let error):
      members["result"] = "error"
      var parts: [String: AnyCodableValue] = [
        "code": .string(error.code), "message": .string(error.message),
      ]
      parts["details"] = error.details
      parts["problem"] = error.problem.map { .string($0.rawValue) }
      parts["place"] = error.place.map { .string($0.description) }
      members["error"] = .dictionary(parts)
    }
    members["given"] = given
    members["durationMs"] = duration?.milliseconds
    if !changes.isEmpty { members["set"] = .dictionary(changes) }
    return .dictionary(members)
  }
}

extension MockTrace.Issue {
  /// The line for the issue.
  package var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "event": isFailure ? "issue" : "warning", "text": .string(text),
    ]
    members["place"] = place.map { .string($0.description) }
    members["check"] = check.map { .string($0) }
    members["call"] = call.map { .int($0) }
    return .dictionary(members)
  }
}

extension Duration {
  /// The duration in milliseconds, with a precision of a microsecond.
  fileprivate var milliseconds: AnyCodableValue {
    let (seconds, attoseconds) = components
    let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    return microseconds % 1000 == 0
      ? .int(microseconds / 1000) : .double(Double(microseconds) / 1000)
  }
}

extension MockClock.Mode {
  /// The name in a trace.
  package var name: String {
    switch self {
    case .real: "real"
    case .manual: "manual"
    case .fullSpeed: "fullSpeed"
    }
  }

  init?(name: String) {
    guard let mode = [Self.real, .manual, .fullSpeed].first(where: { $0.name == name }) else {
      return nil
    }
    self = mode
  }
}
