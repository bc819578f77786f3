internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Answers the calls of one service in another process, which has its scenario.
///
/// What was replaced in this process is answered in this process.
final class ForwardedCalls: CallAnswering {
  private let service: String
  private let forwarder: any CallForwarding
  private let context: MockCallContext
  /// What answers the methods that were replaced here.
  private let local: CallPipeline
  private let replaced = Locked<Set<String>>([])
  /// How many those are, so that nobody takes a lock for none.
  private let replacedCount = AtomicNumber()

  init(
    service: String, sharedState: MockSharedState?, context: MockCallContext,
    forwarder: any CallForwarding
  ) {
    self.service = service
    self.forwarder = forwarder
    self.context = context
    local = CallPipeline(
      [:], service: service, sharedState: sharedState, context: context, places: [:])
  }

  func answerNow(
    _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) throws -> DecodedValue? {
    if isReplaced(call.method) { return try local.answerNow(call, use, read) }
    let forwarded = forwarded(call, use, waits: false)
    return try finish(try forwarder.ask(forwarded), forwarded, call, use, read)
  }

  func begin(
    _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) throws -> CallBeginning {
    isReplaced(call.method) ? try local.begin(call, use, read) : .goesOn(nil)
  }

  nonisolated(nonsending) func goOn(
    _ running: RunningCall?, _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) async throws -> DecodedValue? {
    if running != nil || isReplaced(call.method) {
      return try await local.goOn(running, call, use, read)
    }
    let forwarded = forwarded(call, use, waits: true)
    return try finish(try await forwarder.answer(forwarded), forwarded, call, use, read)
  }

  func answerLater(
    _ call: CallRequest, _ use: AnswerUse, onMainActor: Bool, _ handler: AnswerHandler
  ) {
    if isReplaced(call.method) {
      return local.answerLater(call, use, onMainActor: onMainActor, handler)
    }
    Task {
      do {
        try await answer(call, use, handler.read)
        handler.finish(nil, onMainActor: onMainActor)
      } catch {
        handler.finish(error, onMainActor: onMainActor)
      }
    }
  }

  /// A stub of this process answers in this process, whose log has the call.
  func beginStubbed(_ call: CallRequest, waits: Bool) -> StubbedCall {
    local.beginStubbed(call, waits: waits)
  }

  func endStubbed(_ call: StubbedCall, _ error: (any Error)?) {
    local.endStubbed(call, error)
  }

  func stream(_ call: CallRequest, into sink: StreamSink) {
    if isReplaced(call.method) { return local.stream(call, into: sink) }
    let forwarded = forwarded(call, AnswerUse(.stream), waits: true)
    let (forwarder, errors) = (forwarder, context.errors)
    let element = AtomicNumber(-1)
    let cancel = forwarder.stream(forwarded) { value, answer in
      do {
        let resolved = ResolvedAnswer(.value(value), index: answer.index)
        try sink.decode(
          value, resolved, Self.method(forwarded, answer, forwarder), element.add(1))()
        return true
      } catch {
        if let error = error as? MockServiceError {
          forwarder.refuse(answer, of: forwarded, because: error)
        }
        sink.finish(error)
        return false
      }
    } finish: { error in
      sink.finish(error.map { Self.converted($0, errors) })
    }
    sink.onCancel(cancel)
  }

  func nextResponse(_ call: CallRequest) throws -> MockResponse {
    if isReplaced(call.method) { return try local.nextResponse(call) }
    var forwarded = forwarded(call, AnswerUse(.tree), waits: false)
    forwarded.wish = .response
    switch try forwarder.ask(forwarded).content {
    case .value(let value):
      return try AnyCodableValueDecoder().decode(MockResponse.self, from: value ?? .null)
    case .error(let error): throw error
    case .values, .cancelled: throw CancellationError()
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

  func replace(_ method: String, with config: MockMethodConfig, places: [Int: SourcePlace]) {
    local.replace(method, with: config, places: places)
    let count = replaced.withLock { replaced in
      replaced.insert(method)
      return replaced.count
    }
    replacedCount.value = count
  }

  func restore(_ methods: [String: MockMethodConfig], places: [String: [Int: SourcePlace]]) {
    replaced.withLock { $0 = [] }
    replacedCount.value = 0
    local.restore(methods, places: places)
  }

  func explanation(of method: String, arguments: MockArguments) throws -> MockExplanation {
    if isReplaced(method) { return try local.explanation(of: method, arguments: arguments) }
    throw MockServiceError(
      problem: .noResponder,
      "`\(service).\(method)` is answered in the process of the test; ask for the explanation there",
      at: nil)
  }

  private func isReplaced(_ method: String) -> Bool {
    replacedCount.value > 0 && replaced.withLock { $0.contains(method) }
  }

  private func forwarded(
    _ call: CallRequest, _ use: AnswerUse, waits: Bool
  ) -> ForwardedCall {
    let wish: ForwardedCall.Wish =
      switch use.form {
      case .value, .tree: .value
      case .nothing: .nothing
      case .stream: .stream
      case .whole: .whole
      }
    return ForwardedCall(
      service: service, method: call.method, arguments: call.arguments, wish: wish, waits: waits,
      isCancellable: use.isCancellable)
  }

  /// Reads an answer as the caller wants it.
  private func finish(
    _ answer: ForwardedAnswer, _ forwarded: ForwardedCall, _ call: CallRequest, _ use: AnswerUse,
    _ read: AnswerUse.Reader
  ) throws -> DecodedValue? {
    // What a stub has handed on is recorded where it was answered.
    if let stubbed = call.continuing { local.endStubbed(stubbed, nil) }
    let content: ResolvedAnswer.Content
    switch answer.content {
    case .cancelled: throw CancellationError()
    case .error(let error) where use.form == .whole: content = .error(error)
    case .error(let error):
      throw use.form == .tree ? error : Self.converted(error, context.errors)
    case .value(let value): content = .value(value)
    case .values(let values, let end): content = .values(values, end: end, interval: .zero)
    }
    // A method without responses has no value, of which a caller that wants none is not told.
    if use.form == .nothing, case .value(nil) = content { return nil }
    let resolved = ResolvedAnswer(content, index: answer.index)
    do {
      return try read(
        AnswerReading(
          answer: resolved, method: Self.method(forwarded, answer, forwarder), count: answer.count))
    } catch let error as MockServiceError {
      forwarder.refuse(answer, of: forwarded, because: error)
      throw error
    }
  }

  /// What messages about an answer name.
  private static func method(
    _ call: ForwardedCall, _ answer: ForwardedAnswer, _ forwarder: any CallForwarding
  ) -> MethodIdentity {
    MethodIdentity(
      service: call.service, name: call.method,
      places: answer.place.map { [answer.index: $0] } ?? [:],
      ignoredKeys: answer.isWatched ? IgnoredKeys(telling: forwarder) : nil)
  }

  /// An error as the app knows it; the mock's own errors stay what they are.
  private static func converted(
    _ error: any Error, _ errors: (any MockErrorConvertible.Type)?
  ) -> any Error {
    guard let error = error as? MockServiceError, error.problem == nil,
      MockErrorCode(rawValue: error.code) == nil
    else { return error }
    return errors?.init(code: error.code, message: error.message, details: error.details) ?? error
  }
}
