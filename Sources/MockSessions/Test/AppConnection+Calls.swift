internal import MockCalls
internal import MockData
internal import MockPlatform

/// What an app asks for.
extension AppConnection {
  func take(_ frame: SessionFrame) throws(FrameProblem) {
    switch frame.kind {
    case .call:
      guard let form = Wanted.Form(rawValue: frame.wish) else {
        let known = Wanted.Form.allCases.map { "`\($0.rawValue)`" }
        throw .wrongValue("wish", kind: "call", expected: "one of " + known.joined(separator: ", "))
      }
      let arguments =
        frame.fields.contains(.arguments) ? MockArguments(ofProcess: frame.arguments) : .none
      begin(
        Call(frame.method, arguments, from: origin), of: frame.service,
        Wanted(form, waits: frame.waits, isCancellable: frame.cancellable), frame.id)
    case .cancel: cancel(frame.id)
    case .write:
      guard case .dictionary(let values) = frame.values else {
        throw .wrongValue("values", kind: "write", expected: "object")
      }
      host.log.weigh(values)
      write(values, number: frame.number)
    case .count:
      let count = host.sequencer(for: frame.service).callCount(for: frame.method)
      answer(Answer(.value(.int(count))), frame.id)
    case .resetCounts: host.sequencer(for: frame.service).resetCallCounts()
    case .unusable:
      let error = MockServiceError(frameValue: frame.error)
      host.log.amend("\(frame.service).\(frame.method)", count: frame.count, with: error)
    case .finding:
      try take(finding: frame)
    case .seen:
      guard link.confirm(frame.count) else {
        throw .wrongValue("count", kind: "seen", expected: "number of frames that were sent")
      }
    default: throw .unexpected(frame.kind.rawValue, instead: "call")
    }
  }

  private func take(finding frame: SessionFrame) throws(FrameProblem) {
    let kind = MockFailure.Kind(rawValue: frame.category)
    if kind == nil, frame.fields.contains(.category) {
      let known = MockFailure.Kind.allCases.filter { $0 != .other }.map { "`\($0.rawValue)`" }
      throw .wrongValue(
        "category", kind: "finding", expected: "one of " + known.joined(separator: ", "))
    }
    let problem = MockErrorCode(rawValue: frame.code)
    if problem == nil, frame.fields.contains(.code) {
      throw .wrongValue("code", kind: "finding", expected: "code of an error of the mocks")
    }
    host.report(
      MockFailure(
        "\(app): \(Self.shortened(frame.message).shownLines)",
        at: frame.fields.contains(.place) ? SourcePlace(frame.place) : nil,
        kind: kind ?? .other, problem: problem))
  }

  /// A message that people still read, and that a test keeps.
  private static func shortened(_ message: String) -> String {
    let count = message.utf8.count
    guard count > longestMessage else { return message }
    let start = String(decoding: message.utf8.prefix(longestMessage), as: UTF8.self)
    return "\(start)... (\(count - longestMessage) more bytes)"
  }

  private static let longestMessage = 16 << 10

  private func begin(_ call: Call, of service: String, _ wanted: Wanted, _ id: Int) {
    let sequencer = host.sequencer(for: service)
    switch wanted.form {
    case .response: answer(sequencer.configuredResponse(call), id)
    case .stream: stream(call, id, sequencer)
    case .value, .nothing, .whole:
      switch sequencer.begin(call, wanted) {
      case .answered(let ready): answer(ready, id)
      case .suspended(let call):
        guard enter(id) else { return }
        // A function of a script may take its time: what is ready goes out before it runs.
        link.flush()
        start(id) { await sequencer.resume(call) }
      }
    }
  }

  /// Runs a call up to where it waits on this thread, and from there on as a task.
  private func start(_ id: Int, _ body: @escaping @Sendable () async -> Answer) {
    let work: @Sendable () async -> Void = { [self] in
      let answer = await body()
      guard state.withLock({ $0.running.removeValue(forKey: id) }) != nil else { return }
      self.answer(answer, id)
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

  private func stream(_ call: Call, _ id: Int, _ sequencer: MockCallSequencer) {
    guard enter(id) else { return }
    let cancel = sequencer.stream(call) { [self] value, item in
      var frame = SessionFrame(.item)
      frame.fields = [.id, .value, .response]
      (frame.id, frame.value, frame.response) = (id, value, item.index)
      if let place = item.place {
        frame.fields.insert(.place)
        frame.place = place.description
      }
      if item.isWatched {
        frame.fields.insert(.watched)
        frame.watched = true
      }
      sendChanges(isAnswer: true)
      do throws(MockServiceError) {
        link.send(try frame.encoded(for: "a value of the stream"))
      } catch {
        finish(id, Answer(.error(error)))
        self.cancel(id)
      }
    } finish: { [self] answer in
      finish(id, answer)
    }
    settle(id, .stream(cancel))
  }

  /// Ends a stream, with an error or without.
  private func finish(_ id: Int, _ answer: Answer?) {
    guard state.withLock({ $0.running.removeValue(forKey: id) }) != nil else { return }
    var frame = SessionFrame(.end)
    frame.fields = .id
    frame.id = id
    switch answer?.content {
    case .error(let error):
      frame.fields.insert(.error)
      frame.error = error.frameValue
    case .cancelled:
      frame.fields.insert(.cancelled)
      frame.cancelled = true
    case .value, .values, .live, nil: break
    }
    sendChanges(isAnswer: true)
    link.send((try? frame.encoded()) ?? frame.withoutDetails.plainlyEncoded())
  }

  /// Enters a call that may have to be cancelled; false where the app has left.
  private func enter(_ id: Int) -> Bool {
    state.withLock { state in
      guard !state.hasLeft else { return false }
      state.running[id] = .starting
      return true
    }
  }

  /// Says how a call that has begun is cancelled, unless it has ended.
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
    let running = state.withLock { state in
      let running = state.running[id]
      if case .starting = running { state.running[id] = .cancelled }
      return running
    }
    running?.cancel()
  }

  /// Sends an answer behind the changes of the state that belong to it.
  private func answer(_ answer: Answer, _ id: Int) {
    sendChanges(isAnswer: true)
    let frame = SessionFrame(answer, id: id)
    do throws(MockServiceError) {
      link.send(try frame.encoded(for: "the answer"), isHeld: true)
    } catch {
      let refusal = SessionFrame(Answer(.error(error)), id: id)
      link.send(refusal.plainlyEncoded(), isHeld: true)
    }
  }
}

extension SessionFrame {
  /// An answer as a frame.
  fileprivate init(_ answer: Answer, id: Int) {
    self.init(.answer)
    fields = .id
    self.id = id
    if answer.count > 0 {
      fields.formUnion([.count, .response])
      (count, response) = (answer.count, answer.index)
    }
    if let place = answer.place {
      fields.insert(.place)
      self.place = place.description
    }
    if answer.isWatched {
      fields.insert(.watched)
      watched = true
    }
    switch answer.content {
    case .value(let value?):
      fields.insert(.value)
      self.value = value
    case .value(nil), .live: break
    case .values(let values, let end, _):
      fields.insert(.values)
      self.values = .array(values)
      if let end {
        fields.insert(.error)
        error = end.frameValue
      }
    case .error(let error):
      fields.insert(.error)
      self.error = error.frameValue
    case .cancelled:
      fields.insert(.cancelled)
      cancelled = true
    }
  }

  /// The frame with an error whose details JSON can hold: none.
  fileprivate var withoutDetails: SessionFrame {
    var frame = self
    if case .dictionary(var members) = error {
      members["details"] = nil
      frame.error = .dictionary(members)
    }
    return frame
  }
}
