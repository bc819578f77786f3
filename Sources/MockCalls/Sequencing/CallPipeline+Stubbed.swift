internal import MockData
internal import MockPlatform

/// Calls that a closure of the test answers: they are counted and recorded as others are.
extension CallPipeline {
  func beginStubbed(_ call: Call, waits: Bool) -> StubbedCall {
    clock.commitDue()
    return choosing.withLock {
      let chooser = chooser(of: call.method)
      chooser.count += 1
      var entry = CallEntry(
        method: chooser.identity, arguments: call.arguments, count: chooser.count,
        origin: call.origin, state: sharedState?.snapshot, time: clock.virtualNanoseconds)
      entry.mock = call.mock
      (entry.isStubbed, entry.stub) = (true, call.stub)
      return StubbedCall(
        logged: log.append(entry), count: chooser.count, began: waits ? clock.elapsed : nil)
    }
  }

  func endStubbed(_ call: StubbedCall, _ outcome: MockCallOutcome, result: LazyResult?) {
    log.complete(
      call.logged, outcome, duration: call.began.map { clock.elapsed - $0 } ?? .zero,
      state: sharedState?.snapshot, result: result)
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
