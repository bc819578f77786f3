internal import MockConfiguration
package import MockData
internal import MockPlatform

/// Forwards the calls to a service to the process that runs the scenario.
///
/// If a method was replaced in this process, its calls aren't forwarded. They get their responses in this process.
final class ForwardedCalls: CallHandler {
  private let service: String
  private let forwarder: any CallForwarding
  /// Responds to the calls to methods that were replaced in this process.
  let local: CallPipeline
  private let replaced = Locked<Set<String>>([])
  /// The number of replaced methods.
  ///
  /// If it is 0, no lock has to be taken.
  private let replacedCount = AtomicNumber()

  init(
    service: String, sharedState: MockSharedState?, context: MockCallContext,
    forwarder: any CallForwarding
  ) {
    self.service = service
    self.forwarder = forwarder
    local = CallPipeline(
      [:], service: service, sharedState: sharedState, context: context, places: [:])
  }

  func answerNow(_ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader) throws {
    if isLocal(call) { return try local.answerNow(call, wanted, read) }
    try finish(try forwarder.ask(call, of: service, wanted), call, wanted, read)
  }

  func begin(_ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader) throws -> CallStart {
    isLocal(call) ? try local.begin(call, wanted, read) : .suspended(nil)
  }

  nonisolated(nonsending) func resume(
    _ running: RunningCall?, _ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader
  ) async throws {
    if running != nil || isLocal(call) {
      return try await local.resume(running, call, wanted, read)
    }
    try finish(try await forwarder.answer(call, of: service, wanted), call, wanted, read)
  }

  func answerLater(_ call: Call, _ wanted: ResponseRequest, _ handler: any ResponseHandler)
    -> LoggedCall?
  {
    if isLocal(call) { return local.answerLater(call, wanted, handler) }
    handler.finish { try await self.answer(call, wanted, handler.read) }
    return nil
  }

  func mayPass(_ method: String) -> Bool {
    isReplaced(method) ? local.mayPass(method) : forwarder.mayPass(service, method)
  }

  func chooseNow(_ call: Call, _ wanted: ResponseRequest) -> CallChoice {
    if isLocal(call) { return local.chooseNow(call, wanted) }
    do {
      return .elsewhere(try forwarder.choose(call, of: service, wanted))
    } catch {
      return refused(call, error)
    }
  }

  nonisolated(nonsending) func chooseFirst(_ call: Call, _ wanted: ResponseRequest) async
    -> CallChoice
  {
    if isLocal(call) { return await local.chooseFirst(call, wanted) }
    do {
      return .elsewhere(try await forwarder.chooseFirst(call, of: service, wanted))
    } catch {
      return refused(call, error)
    }
  }

  func abandon(_ call: Call) { if isLocal(call) { local.abandon(call) } }

  private func refused(_ call: Call, _ error: any Error) -> CallChoice {
    .refused(
      error, MethodIdentity(service: service, name: call.method), count: 0, stops: false)
  }

  func stream(_ call: Call, into sink: StreamSink) {
    if isLocal(call) { return local.stream(call, into: sink) }
    let (service, forwarder, live) = (service, forwarder, call.forwarded?.live)
    let element = AtomicNumber(-1)
    let cancel = forwarder.stream(call, of: service) { value, answer in
      do {
        let method = Self.method(service, call, answer, forwarder)
        let answer = answer.matched(with: live)
        try sink.decode(value, answer, method, element.add(1))()
        return true
      } catch {
        if let error = error as? MockServiceError {
          forwarder.refuse(answer, of: service, call.method, because: error)
        }
        sink.finish(error)
        return false
      }
    } finish: {
      sink.finish($0)
    }
    sink.onCancel(cancel)
  }

  func nextResponse(_ call: Call) throws -> MockResponse {
    if isReplaced(call.method) { return try local.nextResponse(call) }
    let wanted = ResponseRequest(.response, waits: false)
    switch try forwarder.ask(call, of: service, wanted).content {
    case .value(let value):
      return try AnyCodableValueDecoder().decode(MockResponse.self, from: value ?? .null)
    case .error(let error): throw error
    case .values, .live, .cancelled: throw CancellationError()
    }
  }

  func isConfigured(_ method: String) -> Bool {
    isReplaced(method) || forwarder.answers(service, method)
  }

  func callCount(for method: String) -> Int {
    isReplaced(method)
      ? local.callCount(for: method) : forwarder.callCount(of: service, method)
  }

  func resetCallCounts() {
    local.resetCallCounts()
    forwarder.resetCallCounts(of: service)
  }

  func replace(_ method: String, with config: MockMethodConfig, places: [Int: ScriptLocation]) {
    local.replace(method, with: config, places: places)
    let count = replaced.withLock { replaced in
      replaced.insert(method)
      return replaced.count
    }
    replacedCount.value = count
  }

  func restore(_ methods: [String: MockMethodConfig], places: [String: [Int: ScriptLocation]]) {
    replaced.withLock { $0 = [] }
    replacedCount.value = 0
    local.restore(methods, places: places)
  }

  func explanation(of method: String, arguments: MockArguments) throws -> MockExplanation {
    if isReplaced(method) { return try local.explanation(of: method, arguments: arguments) }
    throw MockServiceError(
      problem: .noResponder,
      "`\(service).\(method)` gets its responses in the test's process; request the explanation there",
      at: nil)
  }

  /// Returns whether this process responds to a call.
  ///
  /// It does if the call's method was replaced in this process, or if a stub in this process keeps the call's stream
  /// open. It doesn't if the test's process has already made a decision about the call.
  private func isLocal(_ call: Call) -> Bool {
    switch call.chosen {
    case nil: call.staysOpen || isReplaced(call.method)
    case .elsewhere: false
    case .running, .nothing, .refused, .busy: true
    }
  }

  private func isReplaced(_ method: String) -> Bool {
    replacedCount.value > 0 && replaced.withLock { $0.contains(method) }
  }

  /// Passes the response to the caller's reader, in the form that the caller requests.
  private func finish(
    _ answer: CallResponse, _ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader
  ) throws {
    // A call that a stub passed on is recorded in the process that chose its response.
    if let stubbed = call.stubbed { local.endStubbed(stubbed, .returned(nil), result: nil) }
    let answer = answer.matched(with: call.forwarded?.live)
    if call.isRelaxed, case .error(let error) = answer.content, error.problem == .unconfigured {
      forwarder.report(
        MockFailure(
          severity: .report,
          message:
            "the mock of `\(service).\(call.method)` is relaxed, but `.relaxed` doesn't apply to an app in"
            + " another process; give the call a response in the script"))
    }
    switch answer.content {
    case .cancelled: throw CancellationError()
    case .error(let error) where wanted.form != .whole: throw answer.live?.error ?? error
    // A method without responses has no value. A caller that doesn't expect a value accepts that.
    case .value(nil) where wanted.form == .nothing: return
    case .value, .values, .error, .live: break
    }
    do {
      try read(answer, Self.method(service, call, answer, forwarder))
    } catch let error as MockServiceError {
      forwarder.refuse(answer, of: service, call.method, because: error)
      throw error
    }
  }

  /// Returns the method, for messages about a response.
  private static func method(
    _ service: String, _ call: Call, _ answer: CallResponse, _ forwarder: any CallForwarding
  ) -> MethodIdentity {
    MethodIdentity(
      service: service, name: call.method,
      places: answer.place.map { [answer.index: $0] } ?? [:],
      ignoredKeys: answer.checksIgnoredKeys ? IgnoredKeys { forwarder.report($0) } : nil,
      fields: answer.fields)
  }
}

/// Forwards calls to another process and receives its responses.
package protocol CallForwarding: AnyObject, Sendable {
  /// Makes a call, and blocks the thread until the response arrives.
  ///
  /// - Throws: ``MockServiceError`` if the call can't be forwarded.
  func ask(
    _ call: Call, of service: String, _ wanted: ResponseRequest
  ) throws(MockServiceError) -> CallResponse

  /// Makes a call, and waits for its response on the caller's executor.
  ///
  /// - Throws: ``MockServiceError`` if the call can't be forwarded, or `CancellationError` as soon as the task is
  ///   canceled.
  nonisolated(nonsending) func answer(
    _ call: Call, of service: String, _ wanted: ResponseRequest
  ) async throws -> CallResponse

  /// Makes a call that this process may have to pass to its live service.
  ///
  /// Blocks the thread until the test's process has decided. The call continues with the decision. Throws
  /// ``MockServiceError`` if the call can't be forwarded.
  func choose(
    _ call: Call, of service: String, _ wanted: ResponseRequest
  ) throws(MockServiceError) -> ForwardedChoice

  /// Makes a call that this process may have to pass to its live service.
  ///
  /// Waits until the test's process has decided. The call continues with the decision. Throws ``MockServiceError`` if
  /// the call can't be forwarded, or `CancellationError` as soon as the task is canceled.
  nonisolated(nonsending) func chooseFirst(
    _ call: Call, of service: String, _ wanted: ResponseRequest
  ) async throws -> ForwardedChoice

  /// Returns whether a method of a service may have a response that passes calls to the live service.
  func mayPass(_ service: String, _ method: String) -> Bool

  /// Makes a call that returns a sequence of values, and returns a closure that cancels the call.
  ///
  /// `receive` gets each value, and returns false to stop receiving. `finish` is called at the end of the stream, with
  /// an error or `nil`. Both closures run on a thread that they must not block.
  func stream(
    _ call: Call, of service: String,
    receive: @escaping @Sendable (AnyCodableValue, CallResponse) -> Bool,
    finish: @escaping @Sendable ((any Error)?) -> Void
  ) -> @Sendable () -> Void

  /// Returns whether a property of a service has responses.
  func answers(_ service: String, _ property: String) -> Bool

  func callCount(of service: String, _ method: String) -> Int

  /// Restarts the sequences and counts of a service.
  func resetCallCounts(of service: String)

  /// Reports a failure in this process to the process of the test.
  func report(_ failure: MockFailure)

  /// Reports that the caller couldn't use a response.
  ///
  /// The response then doesn't count as used.
  func refuse(
    _ answer: CallResponse, of service: String, _ method: String, because error: MockServiceError)
}

extension Call {
  /// The decision of the test's process about the call, or `nil` if that process doesn't know the call.
  package var forwarded: ForwardedChoice? {
    if case .elsewhere(let choice) = chosen { choice } else { nil }
  }
}
