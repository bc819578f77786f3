internal import MockData
internal import MockPlatform

/// Calls that a closure of the test answers: they are counted and recorded like any other.
extension CallPipeline {
  func beginStubbed(_ call: CallRequest, waits: Bool) -> StubbedCall {
    clock.commitDue()
    choosing.take()
    defer { choosing.release() }
    let table = table(call.method)
    table.count += 1
    let stubbed = StubbedCall(count: table.count, began: waits ? clock.elapsed : nil)
    stubbed.logged = log.append(
      table.identity, call.arguments, count: table.count, state: sharedState?.snapshot, stubbed,
      at: clock.virtualNanoseconds)
    return stubbed
  }

  func endStubbed(_ call: StubbedCall, _ outcome: MockCallOutcome, _ value: Any?) {
    let duration = call.began.map { clock.elapsed - $0 } ?? .zero
    let state = sharedState?.snapshot
    log.complete(call) { last in
      (call.end, call.value, call.last) = (outcome, value, last)
      (call.took, call.endState) = (duration, state)
    }
  }
}

/// A call that a closure of the test answers, and what the log keeps of it.
///
/// How the call ended is written here and not into the log's entry, so that a call of a stub costs no more than
/// that of a mock written by hand.
///
/// `@unchecked Sendable`: `logged` is set and read by the caller alone, and what is known at the end is read and
/// written under the lock of the log.
final class StubbedCall: CallEntry.Extra, @unchecked Sendable {
  /// The number of the call of the method, from 1.
  let count: Int
  /// The time on the clock at which the call began; nil for one that cannot wait, and so takes no time.
  let began: Duration?
  fileprivate(set) var logged = LoggedCall(order: 0, epoch: 0)

  fileprivate(set) var end = MockCallOutcome.running
  /// What the closure returned; nil for nothing.
  fileprivate(set) var value: Any?
  fileprivate(set) var took: Duration?
  /// The number of the latest call of the log then.
  fileprivate(set) var last: Int?
  /// The shared state at the end.
  fileprivate(set) var endState: [String: AnyCodableValue]?

  init(count: Int, began: Duration?) {
    (self.count, self.began) = (count, began)
    super.init(isStubbed: true)
  }

  /// What is known of the call now, which changes no more; the caller has the lock of the log.
  func settled(before state: [String: AnyCodableValue]?) -> CallEntry.Extra {
    CallEntry.Extra(
      outcome: end, duration: took, isStubbed: true, result: value.map(LazyResult.init),
      before: endState == nil ? nil : state, lastAtEnd: last)
  }
}

/// What a closure of the test returned, encoded when somebody looks at it.
///
/// `@unchecked Sendable`: of a value that holds references only the type's name is used.
final class LazyResult: @unchecked Sendable {
  private let value: Any

  init(_ value: Any) {
    self.value = value
  }

  var encoded: AnyCodableValue? {
    guard ValueTree.areEqual(value, value) else { return .string("\(type(of: value))") }
    return MockArgument("result", value as Any).value
  }
}
