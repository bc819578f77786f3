internal import MockData
internal import MockPlatform

/// Calls that a closure of the test answers: they are counted and recorded like any other.
extension CallPipeline {
  func beginStubbed(_ call: CallRequest, waits: Bool) -> StubbedCall {
    clock.commitDue()
    choosing.take()
    defer { choosing.release() }
    let stubbed = unretainedChooser(of: call.method)._withUnsafeGuaranteedRef { chooser in
      chooser.count += 1
      let stubbed = StubbedCall(count: chooser.count, began: waits ? clock.elapsed : nil)
      stubbed.logged = log.append(
        chooser.identity, call.arguments, count: chooser.count, state: sharedState?.snapshot,
        .stubbed(stubbed), at: clock.virtualNanoseconds)
      return stubbed
    }
    return stubbed
  }

  func endStubbed(_ call: StubbedCall, _ error: (any Error)?) {
    let duration = call.began.map { clock.elapsed - $0 } ?? .zero
    let state = sharedState?.snapshot
    let outcome = error.map { MockCallOutcome($0) }
    log.complete(call) { last in
      if let outcome { call.failure = StubbedCall.Failure(outcome) }
      (call.took, call.last, call.endState, call.hasEnded) = (duration, last, state, true)
    }
  }
}

/// A call that a closure of the test answers, and what the log keeps of it.
///
/// How the call ended is written here and not into the log's entry, so that a call of a stub costs no more than
/// that of a mock written by hand.
///
/// `@unchecked Sendable`: the caller alone sets `logged`, and `value` before the end; what is known at the end is
/// read and written under the lock of the log, which checks accesses in Swift's place.
@usableFromInline final class StubbedCall: @unchecked Sendable {
  /// The number of the call of the method, from 1.
  let count: Int
  /// The time on the clock at which the call began; nil for one that cannot wait, and so takes no time.
  let began: Duration?
  @exclusivity(unchecked) fileprivate(set) var logged = LoggedCall(order: 0, epoch: 0)

  @exclusivity(unchecked) fileprivate(set) var hasEnded = false
  /// How the call ended; nil where the closure has returned.
  @exclusivity(unchecked) fileprivate(set) var failure: Failure?
  @exclusivity(unchecked) fileprivate(set) var took = Duration.zero
  /// The number of the latest call of the log then.
  @exclusivity(unchecked) fileprivate(set) var last = 0
  /// The shared state at the end.
  @exclusivity(unchecked) fileprivate(set) var endState: [String: AnyCodableValue]?
  /// What the closure returned.
  @exclusivity(unchecked) var value: Any = ()

  /// The outcome of a call whose closure threw; apart, since few do.
  final class Failure: Sendable {
    let outcome: MockCallOutcome

    init(_ outcome: MockCallOutcome) { self.outcome = outcome }
  }

  init(count: Int, began: Duration?) {
    (self.count, self.began) = (count, began)
  }

  /// What is known of the call now, which changes no more; the caller has the lock of the log.
  func settled(before state: [String: AnyCodableValue]?) -> CallEntry.Details {
    guard hasEnded else { return CallEntry.Details(isStubbed: true) }
    return CallEntry.Details(
      outcome: failure?.outcome ?? .returned(nil), duration: took, isStubbed: true,
      result: value is Void ? nil : LazyResult(value), before: endState == nil ? nil : state,
      lastAtEnd: last)
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
