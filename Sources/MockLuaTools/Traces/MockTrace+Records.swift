package import MockCalls
internal import MockConfiguration
internal import MockData
package import MockLua

extension ScenarioRuntime {
  /// For display, with the trace's script, calls, state, and gates.
  package static func showing(_ trace: MockTrace) throws(ScenarioError) -> ScenarioRuntime {
    let records = trace.records
    let log = MockCallLog(limit: max(1, records.count))
    let runtime = try ScenarioRuntime(
      script: trace.script,
      clock: .virtual(manual: true, start: .milliseconds(trace.header.startMs)), log: log)
    log.restore(records)
    for event in trace.events {
      switch event {
      case .state(let values, _): runtime.sharedState.applyUpdates(values)
      case .answer(let answer): runtime.sharedState.applyUpdates(answer.changes)
      case .gate(let name, let isOpen):
        if isOpen { try? runtime.gates.open(name) } else { try? runtime.gates.close(name) }
      case .call: break
      }
    }
    return runtime
  }
}

extension MockTrace {
  package var records: [MockCallRecord] {
    var records: [MockCallRecord] = []
    var indices: [Int: Int] = [:]
    var state: [String: AnyCodableValue] = [:]
    for event in events {
      switch event {
      case .call(let call):
        indices[call.order] = records.count
        records.append(MockCallRecord(call, state: state))
      case .answer(let answer):
        let before = state
        state.merge(answer.changes) { $1 }
        guard let index = indices[answer.order] else { continue }
        records[index].stateBefore = records[index].stateBefore ?? before
        records[index].end(answer, state: state, after: records.count)
      case .state(let values, _): state.merge(values) { $1 }
      case .gate: break
      }
    }
    return records
  }
}

extension MockCallRecord {
  fileprivate init(_ call: MockTrace.Call, state: [String: AnyCodableValue]) {
    var app: String?
    if case .app(let name) = call.caller { app = name }
    self.init(
      restoring: call.order, service: call.service, method: call.method,
      arguments: call.arguments, count: call.count, step: call.step, key: call.key,
      lacksKey: call.lacksKey, responseIndex: call.response, place: call.place, state: state)
    (self.app, isStubbed, began) = (app, call.caller == .stubbed, call.at)
    stateBefore = state
  }

  fileprivate mutating func end(
    _ answer: MockTrace.Response, state: [String: AnyCodableValue], after last: Int
  ) {
    (outcome, duration, self.state, lastAtEnd) = (answer.outcome, answer.duration, state, last)
  }
}
