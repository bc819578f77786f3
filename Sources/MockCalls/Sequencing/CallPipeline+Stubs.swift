internal import MockData
internal import MockPlatform

/// Calls that a closure of the test answers: they are counted and recorded like any other.
extension CallPipeline {
  func beginStubbed(_ call: CallRequest) -> StubbedCall {
    clock.landDue()
    choosing.take()
    defer { choosing.release() }
    let table = table(call.method)
    table.count += 1
    let logged = log.append(
      table.identity, call.arguments, count: table.count, state: sharedState?.snapshot,
      CallEntry.stubbed)
    return StubbedCall(pipeline: self, logged: logged, count: table.count, began: clock.elapsed)
  }

  func endStubbed(_ call: StubbedCall, _ outcome: MockCallOutcome, result: LazyResult?) {
    log.complete(
      call.logged, outcome, duration: clock.elapsed - call.began, state: sharedState?.snapshot,
      result: result)
  }
}

/// A call while a closure of the test answers it.
final class StubbedCall: Sendable {
  let pipeline: CallPipeline
  let logged: LoggedCall
  /// The number of the call of the method, from 1.
  let count: Int
  let began: Duration

  init(pipeline: CallPipeline, logged: LoggedCall, count: Int, began: Duration) {
    (self.pipeline, self.logged, self.count, self.began) = (pipeline, logged, count, began)
  }

  /// Records that the closure has returned.
  func returned(_ value: Any) {
    pipeline.endStubbed(self, .returned(nil), result: value is Void ? nil : LazyResult(value))
  }

  /// Records that another process has answered in the place of the closure.
  func handedOn() {
    pipeline.endStubbed(self, .returned(nil), result: nil)
  }

  /// Records that the closure has thrown.
  func threw(_ error: any Error) {
    pipeline.endStubbed(self, MockCallOutcome(error), result: nil)
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
