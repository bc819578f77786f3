/// Records the calls of one closure.
struct ClosureRecorder: Sendable {
  private let log: MockCallLog
  private let clock: MockClock
  private let method: MethodIdentity

  /// A call that has begun.
  struct Call {
    fileprivate var logged: LoggedCall
    fileprivate var began: Duration
  }

  init(log: MockCallLog, name: MockClosureName, clock: MockClock) {
    self.log = log
    self.clock = clock
    method = MethodIdentity(service: name.service, name: name.method)
    log.register([method], of: name.service)
  }

  func begin(_ arguments: MockArguments) -> Call {
    Call(
      logged: log.append(CallEntry(method: method, arguments: arguments)), began: clock.elapsed)
  }

  /// Ends a call.
  ///
  /// `Void` and `nil` are recorded as no value.
  func end<Value>(_ call: Call, returning value: Value) {
    end(call, .returned(value is Void ? nil : MockArgument("", value).value))
  }

  func end(_ call: Call, _ outcome: MockCallOutcome) {
    log.complete(call.logged, outcome, duration: clock.elapsed - call.began, state: nil)
  }
}
