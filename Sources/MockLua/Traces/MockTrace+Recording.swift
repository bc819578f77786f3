package import MockCalls
internal import MockConfiguration
internal import MockData

extension MockTrace {
  /// The number of calls for which candidates are included, counted from the end of the log.
  private static let explainedCalls = 1000

  /// Collects the data of a run, with its secrets redacted.
  ///
  /// The calls of `runtime` must have ended or be waiting.
  package init(of runtime: ScenarioRuntime, test: String?, issues: [Issue]) {
    let log = runtime.log
    let redaction = log.redaction
    let records = log.calls()
    let end = runtime.sharedState.snapshot
    var script = runtime.scenario.script
    script.name = runtime.name
    script.modules = runtime.scenario.modulesAsShown
    for record in records { record.remember(in: redaction) }
    redaction.remember(.dictionary(end))
    redaction.remember(secretsOf: script)
    header = Header(
      test: test, clock: runtime.clock.mode,
      startMs: runtime.clock.startSinceEpoch.wholeMilliseconds, calls: log.count,
      dropped: log.droppedCount)
    self.script = redaction.redacted(script)
    var recorder = TraceRecorder(
      runtime, redaction, explainingFrom: log.count - Self.explainedCalls)
    events = recorder.events(of: records, transitions: runtime.gates.transitions, end: end)
    self.issues = issues.map { $0.redacted(by: redaction) }
  }

  /// Collects the data that is available if the script couldn't be loaded.
  package init(failing error: ScenarioError, test: String?, issues: [Issue], clock: MockClock) {
    let redaction = Redaction()
    let script = error.script ?? MockScript(name: "", source: "")
    redaction.remember(secretsOf: script)
    header = Header(
      test: test, clock: clock.mode, startMs: clock.startSinceEpoch.wholeMilliseconds, calls: 0,
      dropped: 0)
    self.script = redaction.redacted(script)
    events = []
    self.issues = issues.map { $0.redacted(by: redaction) }
  }
}

extension MockTrace.Issue {
  fileprivate func redacted(by redaction: Redaction) -> MockTrace.Issue {
    var issue = self
    issue.text = redaction.redacted(text)
    return issue
  }
}

/// Converts a log, which contains the start and the end of each call, to a sequence of events.
private struct TraceRecorder {
  private let runtime: ScenarioRuntime
  private let redaction: Redaction
  private let firstExplained: Int
  private var state: [String: AnyCodableValue] = [:]
  private var result: [MockTrace.Event] = []

  init(_ runtime: ScenarioRuntime, _ redaction: Redaction, explainingFrom first: Int) {
    (self.runtime, self.redaction, firstExplained) = (runtime, redaction, first)
  }

  mutating func events(
    of records: [MockCallRecord], transitions: [MockGates.Transition],
    end: [String: AnyCodableValue]
  ) -> [MockTrace.Event] {
    state = (runtime.configuration.sharedState ?? [:]).mapValues(\.initial)
    result = [.state(redaction.redacted(state), isOfScript: false)]
    var transitions = transitions[...]
    var open: [MockCallRecord] = []
    for record in records {
      endCalls(&open, before: record.order, &transitions)
      pass(&transitions, before: record.order)
      change(to: record.stateBefore ?? stateBefore(immediate: record), whileOpen: open)
      result.append(.call(call(record)))
      if record.lastAtEnd == record.order, record.isImmediate {
        result.append(.answer(answer(record)))
      } else {
        open.append(record)
      }
    }
    endCalls(&open, before: .max, &transitions)
    pass(&transitions, before: .max)
    change(to: end, whileOpen: open)
    return result
  }

  /// Adds the ends of the calls that ended before another call began, in the order in which they took effect.
  private mutating func endCalls(
    _ open: inout [MockCallRecord], before order: Int,
    _ transitions: inout ArraySlice<MockGates.Transition>
  ) {
    let ended = open.filter { ($0.lastAtEnd ?? .max) < order }
    guard !ended.isEmpty else { return }
    open.removeAll { record in ended.contains { $0.order == record.order } }
    for record in ended.sorted(by: Self.endsFirst) {
      pass(&transitions, before: (record.lastAtEnd ?? 0) + 1)
      result.append(.answer(answer(record)))
    }
  }

  private static func endsFirst(_ first: MockCallRecord, _ second: MockCallRecord) -> Bool {
    let (one, other) = (first.lastAtEnd ?? .max, second.lastAtEnd ?? .max)
    if one != other { return one < other }
    if let end = first.end, let otherEnd = second.end, end != otherEnd { return end < otherEnd }
    // A function returns after the calls that it has made.
    return first.isOfScript == second.isOfScript ? first.order < second.order : first.isOfScript
  }

  private mutating func pass(
    _ transitions: inout ArraySlice<MockGates.Transition>, before order: Int
  ) {
    while let next = transitions.first, next.lastCall < order {
      transitions.removeFirst()
      result.append(.gate(next.gate, isOpen: next.isOpen))
    }
  }

  /// Adds a state change that no response made.
  private mutating func change(
    to next: [String: AnyCodableValue]?, whileOpen open: [MockCallRecord]
  ) {
    guard let next else { return }
    let changes = self.changes(to: next)
    guard !changes.isEmpty else { return }
    let isOfScript = open.contains { record in
      record.outcome != .running && runtime.response(of: record)?.callback != nil
    }
    result.append(.state(changes, isOfScript: isOfScript))
  }

  /// Returns the state before a call that ended immediately.
  ///
  /// The log only contains the state after the call.
  private func stateBefore(immediate record: MockCallRecord) -> [String: AnyCodableValue]? {
    guard record.isImmediate else { return nil }
    let updates = runtime.response(of: record)?.updateSharedState ?? [:]
    return record.state.filter { updates[$0.key] == nil }
  }

  private mutating func changes(to next: [String: AnyCodableValue]) -> [String: AnyCodableValue] {
    let changes = next.filter { state[$0.key] != $0.value }
    state.merge(changes) { $1 }
    return redaction.redacted(changes)
  }

  private func call(_ record: MockCallRecord) -> MockTrace.Call {
    let shown = record.redacted
    var candidates: [CallCandidate] = []
    if record.order > firstExplained, !record.isStubbed {
      candidates = ((try? runtime.candidates(of: record)) ?? []).map {
        $0.redacted(by: redaction)
      }
    }
    return MockTrace.Call(
      order: record.order, service: record.service,
      method: record.isPassed ? redaction.redacted(inPlace: shown.method) : shown.method,
      arguments: shown.arguments, count: record.count, step: record.step, key: shown.key,
      lacksKey: record.lacksKey, response: record.responseIndex, place: record.place,
      at: record.began, caller: caller(of: record), candidates: candidates)
  }

  private func caller(of record: MockCallRecord) -> MockTrace.Caller {
    if let app = record.app { return .app(app) }
    if record.isStubbed || runtime.isReplaced(record) { return .stubbed }
    return record.isOfScript ? .script : .test
  }

  private mutating func answer(_ record: MockCallRecord) -> MockTrace.Response {
    let shown = record.redacted
    let isRefused = record.outcome.isOfApp
    return MockTrace.Response(
      order: record.order, outcome: shown.outcome,
      given: isRefused ? given(record).map { redaction.redacted($0) } : nil,
      duration: record.duration,
      changes: record.outcome == .running ? [:] : changes(to: record.state))
  }

  private func given(_ record: MockCallRecord) -> AnyCodableValue? {
    guard let response = runtime.response(of: record) else { return nil }
    return response.values.map { .array($0) } ?? response.value
  }
}

extension MockCallRecord {
  fileprivate var isImmediate: Bool {
    duration == .zero && !isStubbed && outcome != .running && stateBefore == nil
  }

  fileprivate var end: Duration? {
    guard let began, let duration else { return nil }
    return began + duration
  }
}

extension MockCallOutcome {
  /// Whether the error is about the app's types, and therefore isn't the script's response.
  package var isOfApp: Bool {
    guard case .threw(let error) = self else { return false }
    switch error.problem {
    case .decodingFailed, .missingValue, .unimplemented, .unsendable, .sessionLost: return true
    default: return false
    }
  }
}

extension ScenarioRuntime {
  /// Returns whether the test has replaced the responses of the method that was called.
  nonisolated func isReplaced(_ record: MockCallRecord) -> Bool {
    guard let service = record.service else { return true }
    let now = configuration.services[service]?.methods[record.method]
    return now != original.configuration.services[service]?.methods[record.method]
  }
}
