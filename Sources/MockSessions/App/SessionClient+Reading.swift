internal import MockCalls
internal import MockData
internal import MockPlatform

/// The thread that reads what the test sends.
extension SessionClient {
  func read(_ welcome: SessionHandshake.Welcome) {
    var welcome = welcome
    while true {
      if let problem = readConnection(welcome.socket, &welcome.buffer) { return lose(problem) }
      link.detach(welcome.socket)
      switch redial() {
      case .success(let next): welcome = next
      case .failure(let problem): return lose(problem)
      }
    }
  }

  /// Reads until the connection is lost or the session has ended.
  ///
  /// - Returns: The reason why the session has ended, or nil if the connection was lost.
  private func readConnection(
    _ socket: LoopbackSocket, _ buffer: inout FrameBuffer
  ) -> SessionProblem? {
    while true {
      var batch = Batch()
      let end = takeAll(&buffer, &batch)
      notify(batch)
      if let end { return end }
      // Only a lost connection is restored. If the test has refused the app or ended the session, the session is over.
      guard socket.receive(into: &buffer) else { return state.withLock { $0.lost } }
    }
  }

  /// The parts of a batch of frames that determine how to notify observers of the shared state.
  private struct Batch {
    /// Whether the state has changed.
    var hasNews = false
    /// Whether a caller received a response after that change.
    ///
    /// That caller notifies the observers before it continues.
    var hasCaller = false
  }

  /// Handles all received frames.
  ///
  /// If no more frames will arrive, returns the reason.
  private func takeAll(_ buffer: inout FrameBuffer, _ batch: inout Batch) -> SessionProblem? {
    do throws(FrameProblem) {
      while true {
        let size = buffer.count
        guard let frame = try buffer.next(from: .test) else { return nil }
        if frame.kind.isCounted { link.countReceived(bytes: size - buffer.count) }
        if let problem = try take(frame, &batch) { return problem }
      }
    } catch {
      return .notTheProtocol(error.description)
    }
  }

  /// Starts a task that notifies observers of a changed state, unless a caller notifies them first.
  ///
  /// If a caller's response arrived with the change, the caller notifies the observers before it continues. If no
  /// caller was waiting, or if the caller isn't scheduled in time, the task notifies them.
  private func notify(_ batch: Batch) {
    guard batch.hasNews else { return }
    Task.detached {
      if batch.hasCaller { try? await Task.sleep(for: Self.turnLimit) }
      self.notifyObservers()
    }
  }

  /// The time that a caller has to notify the observers of the state that came with its response.
  private static let turnLimit = Duration.milliseconds(100)

  private func take(
    _ frame: SessionFrame, _ batch: inout Batch
  ) throws(FrameProblem) -> SessionProblem? {
    switch frame {
    case .chosen(let chosen):
      state.withLock { $0.choose(chosen.id) }?(.success(chosen.passes))
    case .answer(let reply):
      var answer = CallResponse(reply)
      answer.fields = fields(reply.fields)
      let call = state.withLock { $0.answer(reply.id, answer) }
      batch.hasCaller = batch.hasCaller || call != nil
      call?.succeed(answer)
    case .item(let item):
      let call = state.withLock { $0.pending[item.id] }
      if case .stream(let continuation) = call {
        batch.hasCaller = true
        var answer = CallResponse(
          .value(item.value), index: item.response ?? 0,
          place: item.place.map { ScriptLocation($0) }, checksIgnoredKeys: item.watched)
        answer.fields = fields(item.fields)
        continuation.yield(answer)
      }
    case .end(let end):
      let call = state.withLock { $0.pending.removeValue(forKey: end.id) }
      batch.hasCaller = batch.hasCaller || call != nil
      if end.cancelled {
        call?.fail(CancellationError())
      } else if let error = end.error {
        call?.fail(error)
      } else {
        call?.succeed(CallResponse(.value(nil)))
      }
    case .state(let change):
      if sharedState.receive(change.values, echo: change.echo) {
        news.value = 1
        batch = Batch(hasNews: true)
      }
    case .acknowledged(let frames):
      guard link.confirm(frames.count) else {
        throw .wrongValue("count", kind: "seen", expected: "number of frames that were sent")
      }
    case .ended(let ended): return .ended(ended.message)
    case .refused(let refused): return .refused(refused.message)
    default: throw .unexpected(frame.kind.rawValue, instead: "answer")
    }
    return nil
  }

  /// Tries to reconnect until the test responds, the test no longer listens, or the time is up.
  private func redial() -> Result<SessionHandshake.Welcome, SessionProblem> {
    let deadline = ContinuousClock.now + Self.redialLimit
    let address = handshake.address.hostAndPort
    var refusals = 0
    var isLate = false
    let pause = Latch()
    while true {
      do throws(SessionProblem) {
        let limit = isLate ? Self.lateLimit : Self.redialLimit
        let welcome = try handshake.perform(received: link.received, within: limit)
        guard welcome.content.resumed,
          link.attach(welcome.socket, peerHas: welcome.content.received)
        else { return .failure(.refused("it no longer knows this app")) }
        return .success(welcome)
      } catch {
        switch error {
        case .cannotConnect(_, _, isRefused: true):
          refusals += 1
          if refusals == Self.refusalLimit { return .failure(.lost(address: address)) }
        case .refused, .notTheProtocol: return .failure(error)
        default: break
        }
      }
      if isLate {
        return .failure(
          .notResumed(address: address, seconds: Int(Self.redialLimit.components.seconds)))
      }
      // A process that was suspended while connecting has had little time to try. Give it one more attempt when the
      // time is up.
      isLate = ContinuousClock.now >= deadline
      _ = pause.wait(for: .milliseconds(50))
    }
  }

  /// The time limit for the last attempt, which is made after ``SessionClient/redialLimit``.
  private static let lateLimit = Duration.seconds(30)

  /// The number of refused connections after which the listener is considered closed.
  ///
  /// A single refusal may only mean that the listener's queue is full.
  private static let refusalLimit = 3
}

extension CallResponse {
  fileprivate init(_ reply: SessionFrame.Reply) {
    let content: Content
    if reply.cancelled {
      content = .cancelled
    } else if let values = reply.values {
      content = .values(values, end: reply.error, interval: .zero)
    } else {
      content = reply.error.map { .error($0) } ?? .value(reply.value)
    }
    self.init(
      content, index: reply.response ?? 0, count: reply.count ?? 0,
      place: reply.place.map { ScriptLocation($0) }, checksIgnoredKeys: reply.watched)
  }
}
