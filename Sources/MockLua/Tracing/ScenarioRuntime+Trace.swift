package import MockCalls
package import MockConfiguration
package import MockData
internal import MockSessions

extension ScenarioRuntime {
  /// Runs a script that includes all the files that it reads.
  ///
  /// - Parameters:
  ///   - script: The script. Its name and those of its modules are as shown in places.
  ///   - clock: The clock.
  ///   - log: The call log; a new one by default.
  ///   - failureHandler: Receives failures that can't be thrown to a caller; by default, the current handler.
  /// - Throws: ``ScenarioError`` with all script errors that were found.
  package init(
    script: MockScript, clock: MockClock, log: MockCallLog = MockCallLog(),
    failureHandler: MockFailureHandler? = nil
  ) throws(ScenarioError) {
    var options = ScenarioOptions(
      variant: script.variant, mode: script.mode.flatMap { ScenarioMode(rawValue: $0) },
      seed: UInt64(bitPattern: Int64(script.seed ?? 0)))
    options.print = { _ in }
    try self.init(
      source: script.source, name: script.name, files: ScriptFiles(embeddedIn: script),
      options: options, configuration: nil, clock: clock, log: log,
      failureHandler: failureHandler, errors: nil)
  }
}

extension ScenarioRuntime {
  /// Creates a scenario that shows a trace.
  ///
  /// It has the trace's script, calls, state, and gates.
  ///
  /// - Throws: ``ScenarioError`` if the script has errors.
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
  /// The calls as log records.
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
    _ answer: MockTrace.Answer, state: [String: AnyCodableValue], after last: Int
  ) {
    (outcome, duration, self.state, lastAtEnd) = (answer.outcome, answer.duration, state, last)
  }
}

extension LiveSession: MockTraceSource {
  package func trace(test: String, issues: [(text: String, place: ScriptLocation?)]) -> [UInt8] {
    let issues = issues.map { MockTrace.Issue(text: $0.text, place: $0.place) }
    return MockTrace(of: scenario, test: test, issues: issues).utf8
  }
}
