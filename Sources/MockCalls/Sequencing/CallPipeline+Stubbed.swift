internal import MockData
internal import MockPlatform

/// Counts and records the calls that a closure of the test responds to.
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

/// The value that a closure of the test returned, which is encoded on demand.
///
/// `@unchecked Sendable`: If a value contains references, only the name of its type is used.
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
