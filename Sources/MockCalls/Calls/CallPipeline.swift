internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Responds to the calls to one service, in the process of its scenario.
///
/// ``MockCallSequencer`` lists the steps of a call: choose, compute, decode, wait, and commit. Choosing and committing are
/// each one step under the choosing lock. Responses are committed in the order of their due times. No lock is held in
/// between, so the app's code never runs under a lock. A value that can't be decoded updates nothing.
///
/// ``answerNow(_:_:_:)`` differs from ``begin(_:_:_:)`` and ``resume(_:_:_:_:)`` only in two ways: it takes the lock
/// differently, and it doesn't wait. A request and any other call with several values begin in ``stream(_:into:)``
/// instead. For the locks, see ``RankedLock``.
///
/// `@unchecked Sendable`: `choosers` and `firstEpoch` are only accessed under the choosing lock. The rest is constant.
final class CallPipeline: CallHandler, @unchecked Sendable {
  let service: String?
  let sharedState: MockSharedState?
  let context: MockCallContext
  /// Provides the lock that the responder's predicates require, or `nil` if they don't require one.
  let predicates: (any ScriptedPredicates)?
  /// Compares requests with the descriptions of their operations, or `nil` if the service isn't a host.
  let checks: (any CallChecking)?
  /// Whether calls to methods without responses are passed through to the live service.
  let passes: Bool
  var choosers: [String: ResponseChooser] = [:]
  /// The epoch of the log in which the pipeline was last restored.
  ///
  /// Calls from earlier epochs began before the restore, and no longer update anything.
  private(set) var firstEpoch = 0

  var local: CallPipeline { self }
  var choosing: RankedLock { context.choosing }
  var clock: MockClock { context.clock }
  var log: MockCallLog { context.log }

  init(
    _ methods: [String: MockMethodConfig], service: String?, sharedState: MockSharedState?,
    context: MockCallContext, places: [String: [Int: ScriptLocation]], passes: Bool = false
  ) {
    self.passes = passes || context.passing != .asConfigured
    self.service = service
    self.sharedState = sharedState
    self.context = context
    predicates = context.responder as? any ScriptedPredicates
    // Only requests have descriptions. Searching for the description of any other call would waste time.
    let isHost = service.map { HTTPHost.isName($0) } ?? false
    checks = isHost ? context.responder as? any CallChecking : nil
    for (name, config) in methods {
      choosers[name] = makeChooser(name, config, places[name] ?? [:])
    }
    log.register(choosers.values.map(\.identity), of: service, passes: self.passes)
    context.gates.declare(methods.values.flatMap { $0.responses.compactMap(\.gate) })
  }

  // MARK: - Counts and replacements

  func nextResponse(_ call: Call) throws -> MockResponse {
    var response = MockResponse(result: .success)
    let choice = choosing.withLock { () -> CallChoice in
      let chooser = chooser(of: call.method)
      let choice = chooseResponse(from: chooser, for: call)
      guard let prepared = choice.response else {
        return refuse(call, ResponseRequest(.response, waits: false), chooser, choice)
      }
      response = prepared.response
      var entry = entry(of: call, chooser, choice)
      entry.end(with: prepared.answer.outcome)
      return .nothing(record(entry, of: call))
    }
    _ = try running(choice, ResponseRequest(.response, waits: false)) { _, _ in }
    return response
  }

  func isConfigured(_ method: String) -> Bool {
    choosing.withLock { choosers[method].map { !$0.rules.isEmpty } ?? false }
  }

  func callCount(for method: String) -> Int {
    choosing.withLock { choosers[method]?.count ?? 0 }
  }

  func resetCallCounts() {
    choosing.withLock { for chooser in choosers.values { chooser.reset() } }
  }

  func replace(_ method: String, with config: MockMethodConfig, places: [Int: ScriptLocation]) {
    let chooser = makeChooser(method, config, places)
    choosing.withLock {
      let old = choosers[method]
      // Freeing the old contents may run the app's code.
      RankedLock.whenFree { withExtendedLifetime(old) {} }
      chooser.count = old?.count ?? 0
      choosers[method] = chooser
      log.register([chooser.identity], of: service, replacing: old?.identity)
    }
    context.gates.declare(config.responses.compactMap(\.gate))
  }

  func restore(_ methods: [String: MockMethodConfig], places: [String: [Int: ScriptLocation]]) {
    choosing.withLock {
      firstEpoch = log.epoch
      let old = choosers
      RankedLock.whenFree { withExtendedLifetime(old) {} }
      log.forget(old.values.map(\.identity))
      choosers = [:]
      for (name, config) in methods { replace(name, with: config, places: places[name] ?? [:]) }
    }
  }

  private func makeChooser(
    _ method: String, _ config: MockMethodConfig, _ places: [Int: ScriptLocation]
  ) -> ResponseChooser {
    let config = context.passing.applied(to: config)
    let identity = MethodIdentity(
      service: service, name: method, responses: config.responses,
      places: context.passing == .all ? [:] : places,
      ignoredKeys: context.contracts.ignoredKeys)
    return ResponseChooser(identity: identity, config: config, seed: context.seed)
  }
}

/// Counts and records the calls that stubs' closures respond to.
extension CallPipeline {
  /// If the closure can wait, the duration of the call is measured.
  ///
  /// The call must be ended with ``endStubbed(_:_:result:)``, or passed on.
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

/// Responds to the calls of a sequencer.
///
/// In the process that runs the scenario, the handler is a ``CallPipeline``. In any other process, it is
/// ``ForwardedCalls``, which forwards the calls to the process that runs the scenario. To a mock, both look the same.
protocol CallHandler: AnyObject, Sendable {
  /// The pipeline of this process, which records the calls that stubs respond to.
  var local: CallPipeline { get }

  /// Responds to a call on the caller's thread without waiting.
  ///
  /// Gates and delays are skipped.
  ///
  /// - Throws: The error of the call, unless the caller requests the whole response.
  func answerNow(_ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader) throws

  /// If the response doesn't have to wait, this method also ends the call, without the cost of async code.
  ///
  /// - Throws: The error of the call, unless the caller requests the whole response.
  func begin(_ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader) throws -> CallStart

  /// Completes a call on the caller's executor.
  ///
  /// The call has already begun, or begins now because it couldn't begin earlier.
  ///
  /// - Throws: The error of the call, unless the caller requests the whole response.
  nonisolated(nonsending) func resume(
    _ running: RunningCall?, _ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader
  ) async throws

  /// Chooses the response of a call immediately, and passes the response to a handler when it arrives.
  ///
  /// If the caller is on the main actor, the response never arrives before this method returns.
  ///
  /// - Returns: The call in this process's log, or `nil` if the log doesn't contain it.
  func answerLater(_ call: Call, _ wanted: ResponseRequest, _ handler: any ResponseHandler)
    -> LoggedCall?

  /// Returns whether a method may have a response that passes calls to the live service.
  func mayPass(_ method: String) -> Bool

  /// Chooses the response of a call to a mock with a live service, and blocks the thread if necessary.
  ///
  /// The call then continues with the chosen response.
  func chooseNow(_ call: Call, _ wanted: ResponseRequest) -> CallChoice

  /// Chooses the response of a call to a mock with a live service, and suspends if necessary.
  ///
  /// The call then continues with the chosen response.
  nonisolated(nonsending) func chooseFirst(_ call: Call, _ wanted: ResponseRequest) async
    -> CallChoice

  /// Ends a call whose response was chosen but is no longer needed.
  func abandon(_ call: Call)

  /// Chooses the response of a call immediately, and sends its values to a stream as they arrive.
  func stream(_ call: Call, into sink: StreamSink)

  /// Returns the response of a call as configured.
  ///
  /// It neither waits nor updates anything.
  ///
  /// - Throws: ``MockServiceError`` for a call without a response.
  func nextResponse(_ call: Call) throws -> MockResponse

  func isConfigured(_ method: String) -> Bool

  /// Returns the number of calls to a method since the start or the last ``resetCallCounts()``.
  func callCount(for method: String) -> Int

  /// Restarts all sequences and counts.
  func resetCallCounts()

  /// The number of the method's calls isn't reset.
  func replace(_ method: String, with config: MockMethodConfig, places: [Int: ScriptLocation])

  /// Resets all methods to a configuration, and cancels the calls that began before.
  func restore(_ methods: [String: MockMethodConfig], places: [String: [Int: ScriptLocation]])

  /// Explains how the next call to a method would be handled.
  ///
  /// - Throws: ``MockServiceError`` for a method without responses, or the error of a condition.
  func explanation(of method: String, arguments: MockArguments) throws -> MockExplanation
}

/// The state of a call after it has begun.
enum CallStart {
  case ended
  /// The call waits.
  ///
  /// If the associated value is `nil`, the call couldn't begin yet. It begins as soon as it can.
  case suspended(RunningCall?)
}

/// Receives the response of a call whose caller has already continued, and then any number of pushed values.
protocol ResponseHandler: AnyObject, Sendable {
  var isOnMainActor: Bool { get }

  /// Reads the response before it takes effect, like a ``ResponseReader``.
  func read(_ answer: CallResponse, _ method: MethodIdentity) throws

  /// Called when the response has been applied, or with the error that prevented it.
  func end(_ error: (any Error)?)

  /// Decodes a pushed value, and returns a closure that passes it on.
  func reading(_ pushed: CallResponse, _ method: MethodIdentity) throws -> () -> Void
}

extension ResponseHandler {
  /// Ends the call on the main actor or in the background.
  func finish(_ error: (any Error)?) {
    if isOnMainActor {
      Task { @MainActor in end(error) }
    } else {
      Task { end(error) }
    }
  }

  /// Ends the call after the rest of its steps.
  func finish(after rest: @escaping @Sendable () async throws -> Void) {
    Task {
      do {
        try await rest()
        finish(nil)
      } catch {
        finish(error)
      }
    }
  }
}
