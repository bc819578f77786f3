internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockHTTPServer
internal import MockLua
internal import MockRecording

extension Inspector {
  /// Handles `GET /__admin/requests`: lists the calls, starting with the latest.
  func listCalls(_ exchange: HTTPExchange) throws(Refusal) {
    let limit = try exchange.number("limit", 1...10_000, default: 100)
    let after = try exchange.number("after", 0...Int(Int32.max), default: 0)
    let log = session.scenario.log
    let query = exchange.query
    let (service, method, outcome) = (query["service"], query["method"], query["outcome"])
    if let outcome, !CallRow.outcomes.contains(outcome) {
      throw .badRequest("`outcome` must be one of \(CallRow.outcomes.joined(separator: ", "))")
    }
    let view = view
    var calls: [AnyCodableValue] = []
    for call in log.calls(from: after + 1).reversed() {
      guard calls.count < limit else { break }
      if let service, call.service != service { continue }
      if let method, call.method != method { continue }
      if let outcome, call.outcome.name != outcome { continue }
      calls.append(view.shown(call).summary)
    }
    exchange.answer([
      "requests": .array(calls), "total": .int(log.count), "dropped": .int(log.droppedCount),
    ])
  }

  /// Handles `GET /__admin/requests/{order}`: returns all details of a call.
  func showCall(_ order: String, _ exchange: HTTPExchange) throws(Refusal) {
    let call = try call(order)
    let secrets = exchange.query["secrets"]
    guard secrets == nil || secrets == "shown" else {
      throw .badRequest("`secrets` must be `shown`")
    }
    let view = SessionView(session, showsSecrets: showsSecrets || secrets != nil)
    exchange.answer(Self.detail(of: call, in: view))
  }

  private static func detail(of call: MockCallRecord, in view: SessionView) -> AnyCodableValue {
    let (scenario, shownCall) = (view.scenario, view.shown(call))
    guard case .dictionary(var members) = shownCall.summary else { return shownCall.summary }
    members["stateAfter"] = .dictionary(shownCall.state)
    // A response that this process returned immediately has no state snapshot, and its only changes are those listed.
    if let before = shownCall.stateBefore { members["stateBefore"] = .dictionary(before) }
    members["key"] = shownCall.key
    if shownCall.arguments != call.arguments || shownCall.outcome != call.outcome {
      members["redacted"] = true
    }
    let sent = call.outcome == .running ? scenario.log.sent(by: call.order) : []
    if !sent.isEmpty { members["sent"] = view.shown(.array(sent)) }
    members["request"] = RequestRow(shownCall, sent: sent)?.list
    members["nearest"] = NearestRoute(to: call, among: scenario.configuration.hosts)?.value
    if call.isPassed {
      members["passed"] = true
      if let kept = SavedResponse(shownCall) {
        members["keep"] = .object([
          "response": kept.response.encodedValue, "arguments": kept.arguments,
        ])
      }
    }
    if case .string? = call.arguments.member(at: ["bodyProblem"]) {
      members["note"] = shownCall.arguments.member(at: ["bodyProblem"])
    }
    do {
      members["candidates"] = .array(
        try scenario.candidates(of: call).map { candidate in
          let candidate =
            view.showsSecrets ? candidate : candidate.redacted(by: scenario.log.redaction)
          guard case .dictionary(var described) = candidate.value(forInspector: true) else {
            return .null
          }
          if candidate.isChosen { described["step"] = .int(call.step) }
          return .dictionary(described)
        })
    } catch let error as MockServiceError {
      members["candidates"] = []
      members["note"] = .string(error.message)
    } catch {
      members["candidates"] = []
    }
    if let chosen = scenario.response(of: call) {
      members["response"] = view.shown(chosen.encodedValue)
    }
    return .dictionary(members)
  }

  // MARK: - Secrets

  /// Restores the secrets in data from the page, which has only seen placeholders.
  func meant(_ value: AnyCodableValue) -> AnyCodableValue {
    showsSecrets ? value : session.scenario.log.redaction.restored(value)
  }
}

/// The names of outcomes, and calls as rows of the page's list.
enum CallRow {
  static let outcomes = ["running", "returned", "threw", "cancelled"]

  /// The maximum length of the arguments and of the result in a row, in characters.
  private static let width = 140

  /// Returns a call as a compact list, since the page can keep hundreds of thousands of them.
  static func row(of call: MockCallRecord, sent: [AnyCodableValue] = []) -> AnyCodableValue {
    let result: String =
      switch call.outcome {
      case .running: sent.isEmpty ? "" : "\(sent.count) sent"
      case .cancelled: ""
      case .returned(let value): value?.text(limit: width) ?? ""
      case .threw(let error): "\(error.code): \(error.message)".shownPrefix(width)
      }
    return [
      .int(call.order), .string(call.service ?? ""), .string(call.method),
      .string(call.arguments.text(limit: width)),
      .int(outcomes.firstIndex(of: call.outcome.name) ?? 0),
      .string(result), .string(call.place?.description ?? ""),
      call.duration.map { .int($0.wholeMilliseconds) } ?? .null, .string(call.app ?? ""),
      RequestRow(call, sent: sent)?.list ?? .null,
    ]
  }
}

extension String {
  fileprivate func shownPrefix(_ limit: Int) -> String {
    count > limit ? prefix(limit) + "..." : self
  }
}

extension MockCallOutcome {
  var name: String {
    switch self {
    case .running: "running"
    case .returned: "returned"
    case .threw: "threw"
    case .cancelled: "cancelled"
    }
  }
}

extension MockCallRecord {
  /// The call without states and candidates.
  fileprivate var summary: AnyCodableValue {
    let (value, error): (AnyCodableValue?, AnyCodableValue?) =
      switch outcome {
      case .returned(let value): (value, nil)
      case .threw(let error): (nil, error.value)
      case .running, .cancelled: (nil, nil)
      }
    return .object([
      "order": .int(order), "call": .string(qualifiedMethod), "method": .string(method),
      "arguments": arguments, "count": .int(count), "step": .int(step),
      "outcome": .string(outcome.name), "service": service.map { .string($0) },
      "place": place.map { .string($0.description) }, "app": app.map { .string($0) },
      "durationMs": duration.map { .int($0.wholeMilliseconds) }, "value": value, "error": error,
    ])
  }
}
