internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform
internal import MockSessions

/// Handles what an app sends.
extension AppConnection {
  func take(_ frame: SessionFrame) throws(FrameProblem) {
    switch frame {
    case .call(let call):
      guard let form = ResponseRequest.Form(rawValue: call.responseForm) else {
        let known = ResponseRequest.Form.allCases.map { "`\($0.rawValue)`" }
        throw .wrongValue("wish", kind: "call", expected: "one of " + known.joined(separator: ", "))
      }
      let arguments = call.arguments.map { MockArguments(data: $0) } ?? .none
      let made = Call(call.method, arguments, from: origin)
      let wanted = ResponseRequest(form, waits: call.waits, isCancellable: call.cancellable)
      if call.live {
        choose(made, of: call.service, wanted, call.id)
      } else {
        begin(made, of: call.service, wanted, call.id)
      }
    case .passed(let answer): take(answer)
    case .contract(let answer) where host.requestsContracts: try take(answer)
    case .cancel(let cancelled): cancel(cancelled.id)
    case .write(let change):
      host.log.addBytes(change.values)
      write(change.values, number: change.number)
    case .count(let requested):
      let count = host.sequencer(for: requested.service).callCount(for: requested.method)
      answer(
        CallResponse(.value(.int(count))), of: "\(requested.service).\(requested.method)",
        requested.id)
    case .resetCounts(let requested): host.sequencer(for: requested.service).resetCallCounts()
    case .unusable(let call):
      host.log.amend("\(call.service).\(call.method)", count: call.count, with: call.error)
    case .issue(let issue): try take(issue)
    case .fields(let fields): try take(fields)
    case .acknowledged(let frames):
      guard link.confirm(frames.count) else {
        throw .wrongValue("count", kind: "seen", expected: "number of frames that were sent")
      }
    default: throw .unexpected(frame.kind.rawValue, instead: "call")
    }
  }

  private func take(_ answer: SessionFrame.Contract) throws(FrameProblem) {
    guard let document = answer.document else { return takeContract(nil) }
    do {
      takeContract(try AnyCodableValueDecoder().decode(ContractDocument.self, from: document))
    } catch {
      throw .unusableDocument(reason: MockConfigurationError(error).description)
    }
  }

  /// Passes the app's contract to the host.
  ///
  /// Nil means that the app doesn't know more than it sent when it joined.
  private func takeContract(_ contract: ContractDocument?) {
    let known = contract ?? ContractDocument(probing: contracts, decodesTypes: false)
    host.take(known, hasShapes: contract != nil, of: app)
  }

  private func take(_ fields: SessionFrame.Fields) throws(FrameProblem) {
    let notes = state.withLock { state in
      fields.id > 0 && fields.id <= state.fields.count ? state.fields[fields.id - 1] : nil
    }
    guard let notes else {
      throw .wrongValue("id", kind: "fields", expected: "number that an answer had in `fields`")
    }
    let read = fields.read.map { (FieldPath($0), true) }
    let unread = fields.unread.map { (FieldPath($0), false) }
    notes.note(Dictionary(unread + read) { $0 || $1 })
  }

  private func take(_ issue: SessionFrame.Issue) throws(FrameProblem) {
    let kind = issue.category.map { MockFailure.Kind(rawValue: $0) } ?? .other
    guard let kind, kind != .late else {
      let known = MockFailure.Kind.allCases.filter { ![.other, .late].contains($0) }
        .map { "`\($0.rawValue)`" }
      throw .wrongValue(
        "category", kind: "issue", expected: "one of " + known.joined(separator: ", "))
    }
    let problem = issue.code.flatMap { MockErrorCode(rawValue: $0) }
    if problem == nil, issue.code != nil {
      throw .wrongValue("code", kind: "issue", expected: "code of an error of the mocks")
    }
    host.report(
      MockFailure(
        kind, problem: problem, "\(app): \(Self.shortened(issue.message).escapedLines)",
        at: issue.place.map { ScriptLocation($0) }))
  }

  /// Returns a message, shortened so that a person can read it and a test can store it.
  private static func shortened(_ message: String) -> String {
    let count = message.utf8.count
    guard count > messageLengthLimit else { return message }
    let start = String(decoding: message.utf8.prefix(messageLengthLimit), as: UTF8.self)
    return "\(start)... (\(count - messageLengthLimit) more bytes)"
  }

  private static let messageLengthLimit = 16 << 10

  func begin(_ call: Call, of service: String, _ wanted: ResponseRequest, _ id: Int) {
    let sequencer = host.sequencer(for: service)
    let name = "\(service).\(call.method)"
    switch wanted.form {
    case .response: answer(sequencer.configuredResponse(call), of: name, id)
    case .stream: stream(call, name, id, sequencer)
    case .value, .nothing, .whole:
      switch sequencer.begin(call, wanted) {
      case .answered(let ready): answer(ready, of: name, id)
      case .suspended(let call):
        guard enter(id) else { return }
        // A function of the script can take a while, so send the responses that are ready first.
        link.flush()
        start(name, id) { [host] in
          await sequencer.resume(call) { host.sequencer(for: service) }
        }
      }
    }
  }

  /// Runs a call on this thread until it waits, and then continues it as a task.
  private func start(
    _ name: String, _ id: Int, _ body: @escaping @Sendable () async -> CallResponse
  ) {
    let work: @Sendable () async -> Void = { [self] in
      let answer = await body()
      guard state.withLock({ $0.running.removeValue(forKey: id) }) != nil else { return }
      self.answer(answer, of: name, id)
      link.flush()
    }
    let task: Task<Void, Never>
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      task = Task.immediate { await work() }
    } else {
      task = Task { await work() }
    }
    settle(id, .task(task))
  }

  private func stream(
    _ call: Call, _ name: String, _ id: Int, _ sequencer: MockCallSequencer
  ) {
    guard enter(id) else { return }
    let cancellation = StreamCancellation()
    let unsendable = Locked<(count: Int, error: MockServiceError)?>(nil)
    let cancel = sequencer.stream(call) { [self] value, item in
      guard unsendable.withLock({ $0 == nil }) else { return }
      var content = SessionFrame.Item()
      (content.id, content.value, content.response) = (id, value, item.index)
      (content.place, content.watched) = (item.place?.description, item.checksIgnoredKeys)
      content.fields = number(of: item.fields)
      let frame = SessionFrame.item(content)
      sendChanges(isAnswer: true)
      do throws(MockServiceError) {
        link.send(try frame.encoded(for: "a value of `\(name)`", at: item.place))
      } catch {
        // The app gets the error at the end of the stream, when the error is also in the log.
        unsendable.withLock { $0 = (item.count, error) }
        cancellation.cancel()
      }
    } finish: { [self] answer in
      guard let (count, error) = unsendable.withLock(\.self) else { return finish(id, answer) }
      host.log.amend(name, count: count, with: error)
      finish(id, CallResponse(.error(error)))
    }
    cancellation.set(cancel)
    settle(id, .stream(cancel))
  }

  private func finish(_ id: Int, _ answer: CallResponse?) {
    guard state.withLock({ $0.running.removeValue(forKey: id) }) != nil else { return }
    var end = SessionFrame.End()
    end.id = id
    switch answer?.content {
    case .error(let error): end.error = error
    case .cancelled: end.cancelled = true
    case .value, .values, .live, nil: break
    }
    sendChanges(isAnswer: true)
    if let bytes = try? SessionFrame.end(end).encoded() { return link.send(bytes) }
    // JSON can't represent the details.
    end.error?.details = nil
    link.send(SessionFrame.end(end).plainlyEncoded())
  }

  /// Registers a call that can be canceled, or returns false if the app has left.
  private func enter(_ id: Int) -> Bool {
    state.withLock { state in
      guard !state.hasLeft else { return false }
      state.running[id] = .starting
      return true
    }
  }

  /// Stores how to cancel a call that has started, unless the call has ended.
  private func settle(_ id: Int, _ running: Running) {
    let isCancelled = state.withLock { state in
      switch state.running[id] {
      case .starting:
        state.running[id] = running
        return false
      case .cancelled: return true
      case nil: return state.hasLeft
      case .task, .stream: return false
      }
    }
    if isCancelled { running.cancel() }
  }

  private func cancel(_ id: Int) {
    let (running, requested) = state.withLock { state in
      let running = state.running[id]
      if case .starting = running { state.running[id] = .cancelled }
      return (running, state.requested.removeValue(forKey: id))
    }
    running?.cancel()
    requested?.cancel()
  }

  /// Sends the response to a call, after the changes of the state that come with it.
  private func answer(_ answer: CallResponse, of name: String, _ id: Int) {
    sendChanges(isAnswer: true)
    let frame = SessionFrame.answer(.init(answer, id: id, fields: number(of: answer.fields)))
    do throws(MockServiceError) {
      link.send(try frame.encoded(for: "the response of `\(name)`", at: answer.place), isHeld: true)
    } catch {
      host.log.amend(name, count: answer.count, with: error)
      var refusal = SessionFrame.Reply()
      (refusal.id, refusal.error) = (id, error)
      link.send(SessionFrame.answer(refusal).plainlyEncoded(), isHeld: true)
    }
  }
}

extension SessionFrame.Reply {
  fileprivate init(_ answer: CallResponse, id: Int, fields: Int?) {
    self.init()
    (self.id, self.fields) = (id, fields)
    (place, watched) = (answer.place?.description, answer.checksIgnoredKeys)
    if answer.count > 0 { (count, response) = (answer.count, answer.index) }
    switch answer.content {
    case .value(let value): self.value = value
    case .live: break
    case .values(let values, let end, _): (self.values, error) = (values, end)
    case .error(let error): self.error = error
    case .cancelled: cancelled = true
    }
  }
}

/// Support for calls that the scenario can pass through to an app's live service.
///
/// Like the call itself, the live response is handled on the connection's thread. A task may not get a thread, because
/// an app in the test's process can block all threads of Swift's pool.
extension AppConnection {
  /// Chooses the response to a call, and tells the app whether to call its live service.
  func choose(_ call: Call, of service: String, _ wanted: ResponseRequest, _ id: Int) {
    let sequencer = host.sequencer(for: service)
    let call = sequencer.chosen(call, wanted)
    if call.isPassed {
      let requested = RequestedCall(
        call: call, service: service, wanted: wanted, sequencer: sequencer)
      let isHere = state.withLock { state in
        if !state.hasLeft { state.requested[id] = requested }
        return !state.hasLeft
      }
      guard isHere else { return requested.cancel() }
    }
    let frame = SessionFrame.chosen(.init(id: id, passes: call.isPassed))
    link.send(frame.plainlyEncoded(), isHeld: true)
    if !call.isPassed { begin(call, of: service, wanted, id) }
  }

  /// Continues a call with the live response, unless the call was canceled in the meantime.
  func take(_ answer: SessionFrame.Passed) {
    let requested = state.withLock { $0.requested[answer.id] }
    guard let requested else { return }
    if !answer.more { state.withLock { _ = $0.requested.removeValue(forKey: answer.id) } }
    if let values = requested.values { return values.take(answer) }
    if answer.more {
      let (stream, values) = AsyncThrowingStream.makeStream(of: AnyCodableValue.self)
      state.withLock { $0.requested[answer.id]?.values = values }
      values.take(answer)
      resume(requested, LiveServiceResponse(.stream(stream)), answer.id)
    } else if let error = answer.error {
      resume(requested, LiveServiceResponse(throwing: error), answer.id)
    } else {
      resume(
        requested,
        LiveServiceResponse(.response(MockResponse(result: .success, value: answer.value))),
        answer.id
      )
    }
  }

  private func resume(_ requested: RequestedCall, _ answer: LiveServiceResponse, _ id: Int) {
    var call = requested.call
    call.setResult(answer)
    begin(call, of: requested.service, requested.wanted, id)
  }
}

/// A call that is waiting for a live service.
struct RequestedCall: Sendable {
  let call: Call
  let service: String
  let wanted: ResponseRequest
  let sequencer: MockCallSequencer
  /// The continuation for the values of a stream; nil until the first value arrives.
  var values: AsyncThrowingStream<AnyCodableValue, any Error>.Continuation?

  func cancel() {
    if let values { values.finish(throwing: CancellationError()) } else { sequencer.abandon(call) }
  }
}

extension AsyncThrowingStream<AnyCodableValue, any Error>.Continuation {
  fileprivate func take(_ answer: SessionFrame.Passed) {
    if answer.more {
      yield(answer.value ?? .null)
    } else {
      finish(throwing: answer.error)
    }
  }
}
