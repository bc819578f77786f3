internal import MockCalls
internal import MockContainer
internal import MockData
package import MockLua
internal import MockPlatform

/// Replays the calls of a trace, and compares the responses.
///
/// The calls start and end in the same order as in the trace, on a clock that only moves between events. Changes that
/// the test made to the state and to gates are repeated at the same points. The script's functions run again and make
/// their own calls.
package struct TraceReplay: Sendable {
  /// A call that got a different response.
  package struct Difference: Sendable, Equatable {
    package var call: MockTrace.Call
    package var was: String
    package var now: String
  }

  package private(set) var differences: [Difference] = []
  package private(set) var played = 0
  /// The number of calls that the test's stubs responded to, which aren't replayed.
  package private(set) var stubbed = 0

  /// The scenario must have a manual clock.
  ///
  /// If the script is the one in the trace (`isSameScript`), locations are compared.
  package init(
    _ trace: MockTrace, on runtime: ScenarioRuntime, isSameScript: Bool
  ) async {
    let player = TracePlayer(trace, runtime)
    await player.play()
    played = player.orders.count
    for event in trace.events {
      guard case .call(let call) = event else { continue }
      if call.caller == .stubbed { stubbed += 1 }
      guard let answer = player.answers[call.order], let order = player.orders[call.order] else {
        continue
      }
      let now = runtime.log.call(order)
      var comparison = TraceComparison(isSameScript: isSameScript)
      if !comparison.isSame(call, answer, now) {
        differences.append(
          Difference(
            call: call, was: Self.text(answer.outcome, call.place),
            now: Self.text(now?.outcome ?? .running, now?.place)))
      }
    }
  }

  private static func text(_ outcome: MockCallOutcome, _ place: ScriptLocation?) -> String {
    let place = place.map { "  (\($0))" } ?? ""
    switch outcome {
    case .running: return "no response"
    case .cancelled: return "cancelled"
    case .returned(let value): return (value?.shortText ?? "nothing") + place
    case .threw(let error): return "threw \(error)" + place
    }
  }
}

/// Compares a response with the response in a trace, in which placeholders replace secrets.
private struct TraceComparison {
  let isSameScript: Bool
  /// The values that placeholders represent.
  private var values: [String: AnyCodableValue] = [:]

  init(isSameScript: Bool) { self.isSameScript = isSameScript }

  mutating func isSame(
    _ call: MockTrace.Call, _ answer: MockTrace.Response, _ now: MockCallRecord?
  ) -> Bool {
    let outcome = now?.outcome ?? .running
    if isSameScript, !call.place.matches(now?.place) { return false }
    if answer.outcome.isOfApp {
      // The app's type can't reject the value here, so the script must return the value that was rejected.
      guard case .returned(let value) = outcome else { return false }
      return answer.given.map { isSame($0, value ?? .null) } ?? true
    }
    switch (answer.outcome, outcome) {
    case (.cancelled, _), (.running, .running): return true
    case (.returned(let one), .returned(let other)): return isSame(one ?? .null, other ?? .null)
    case (.threw(let one), .threw(let other)):
      guard one.code == other.code, one.problem == other.problem else { return false }
      // The message lists the methods or routes that exist, which may be different now.
      if one.problem == .unconfigured { return true }
      // The messages of script errors contain line numbers, which differ if the script does.
      if one.problem != nil, !isSameScript { return true }
      return isSame(.string(one.message), .string(other.message))
        && isSame(one.details ?? .null, other.details ?? .null)
    default: return false
    }
  }

  private mutating func isSame(_ one: AnyCodableValue, _ other: AnyCodableValue) -> Bool {
    switch (one, other) {
    case (.string(let text), _) where Redaction.isPlaceholder(text):
      if let known = values[text] { return known == other }
      values[text] = other
      return true
    case (.string(let text), .string(let otherText)):
      return text == otherText || Self.matches(text, otherText)
    case (.array(let elements), .array(let others)):
      guard elements.count == others.count else { return false }
      for (element, other) in zip(elements, others) where !isSame(element, other) { return false }
      return true
    case (.dictionary(let members), .dictionary(let others)):
      guard members.keys == others.keys else { return false }
      for (key, member) in members {
        guard let other = others[key], isSame(member, other) else { return false }
      }
      return true
    default: return one.isNumericallyEqual(to: other)
    }
  }

  /// Returns whether a string matches a pattern, in which placeholders replace parts of the string.
  private static func matches(_ pattern: String, _ text: String) -> Bool {
    var rest = Substring(text)
    var pieces: [Substring] = []
    var pattern = Substring(pattern)
    while let start = pattern.firstRange(of: "<redacted "),
      let end = pattern[start.upperBound...].firstIndex(of: ">")
    {
      pieces.append(pattern[..<start.lowerBound])
      pattern = pattern[pattern.index(after: end)...]
    }
    guard !pieces.isEmpty, rest.hasPrefix(pieces[0]) else { return false }
    rest = rest.dropFirst(pieces[0].count)
    for piece in pieces.dropFirst() where !piece.isEmpty {
      guard let range = rest.firstRange(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(pattern)
  }
}

private final class TracePlayer {
  private let trace: MockTrace
  private let runtime: ScenarioRuntime
  private let clock: MockClock
  private(set) var answers: [Int: MockTrace.Response] = [:]
  /// The numbers of the calls in the replay's log, by their numbers in the trace.
  private(set) var orders: [Int: Int] = [:]
  private var running: [Int: Running] = [:]

  private struct Running {
    let task: Task<Void, Never>
    let hasEnded: Locked<Bool>
  }

  init(_ trace: MockTrace, _ runtime: ScenarioRuntime) {
    (self.trace, self.runtime, clock) = (trace, runtime, runtime.clock)
    for event in trace.events {
      if case .answer(let answer) = event { answers[answer.order] = answer }
    }
  }

  func play() async {
    for (index, event) in trace.events.enumerated() {
      switch event {
      case .call(let call):
        if call.caller != .script, call.caller != .stubbed { await begin(call) }
      case .answer(let answer): await end(answer)
      case .state(let values, let isOfScript):
        // The first event contains the script's own declarations.
        if index > 0, !isOfScript { runtime.sharedState.applyUpdates(values) }
      case .gate(let name, let isOpen):
        if isOpen { try? runtime.gates.open(name) } else { try? runtime.gates.close(name) }
      }
    }
    for call in running.values { call.task.cancel() }
    for call in running.values { await call.task.value }
  }

  private func begin(_ call: MockTrace.Call) async {
    if let at = call.at, at > clock.elapsed { await clock.advance(by: at - clock.elapsed) }
    let answer = answers[call.order]
    let service = call.service ?? ""
    let sequencer = (runtime as any MockSequencerSource).sequencer(for: service)
    // A method that returns nothing may have no response.
    let wantsNothing = call.response == nil && answer?.outcome == .returned(nil)
    let wanted = ResponseRequest(wantsNothing ? .nothing : .whole, waits: answer?.hasWaited ?? true)
    // Only this player makes calls. Functions make theirs after that.
    orders[call.order] = runtime.log.count + 1
    let start = sequencer.begin(
      Call(call.method, MockArguments(call.arguments), from: CallOrigin(name: "replay")), wanted)
    guard case .suspended(let suspended) = start else { return }
    let hasEnded = Locked(false)
    let task = Task {
      _ = await sequencer.resume(suspended)
      hasEnded.withLock { $0 = true }
    }
    running[call.order] = Running(task: task, hasEnded: hasEnded)
    await settle(call.order)
  }

  private func end(_ answer: MockTrace.Response) async {
    guard let call = running[answer.order] else { return }
    switch answer.outcome {
    case .running: return
    case .cancelled: call.task.cancel()
    case .returned, .threw:
      for _ in 0..<Self.wakeUpLimit {
        await settle(answer.order)
        if call.hasEnded.withLock({ $0 }) { break }
        guard let next = clock.sleeping(limit: 1).first else { return }
        await clock.advance(by: max(.zero, next.due - clock.elapsed))
      }
      guard call.hasEnded.withLock({ $0 }) else { return }
    }
    await call.task.value
    running[answer.order] = nil
  }

  /// The maximum number of sleepers that are woken while waiting for a response.
  private static let wakeUpLimit = 100_000

  /// Waits until a call has ended, or until it waits for the clock or a gate.
  private func settle(_ order: Int) async {
    guard let call = running[order], let number = orders[order] else { return }
    for _ in 0..<Self.pollLimit {
      // The clock counts the calls that are running, so this returns as soon as all of them wait or have ended.
      await clock.settle()
      if call.hasEnded.withLock({ $0 }) { return }
      switch runtime.log.outcome(of: number) {
      case .running?:
        if clock.isIdle, !clock.sleeping(limit: 1).isEmpty || runtime.gates.waitingCount > 0 {
          return
        }
      // The call only has to return from its task.
      case .some: return await call.task.value
      // The call hasn't begun yet, or the log has dropped it.
      case nil: break
      }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// The maximum number of times to check a call that doesn't end, and isn't known to wait for anything.
  private static let pollLimit = 2_000
}

extension MockTrace.Response {
  /// Whether the call may have waited for its response.
  fileprivate var hasWaited: Bool {
    guard duration == .zero else { return true }
    // The values of a computed stream arrive one at a time, so only a caller that can wait gets them.
    if case .returned(.array) = outcome { return true }
    return false
  }
}
