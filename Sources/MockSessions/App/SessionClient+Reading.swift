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

  /// Reads until the connection is lost, which is nil, or the session over.
  private func readConnection(
    _ socket: LoopbackSocket, _ buffer: inout FrameBuffer
  ) -> SessionProblem? {
    while true {
      var batch = Batch()
      let end = takeAll(&buffer, &batch)
      tell(batch)
      if let end { return end }
      // Only a lost connection is dialled again: one that the test refused or ended is over.
      guard socket.receive(into: &buffer) else { return state.withLock { $0.lost } }
    }
  }

  /// What frames that came together mean for those who observe the state.
  private struct Batch {
    /// Whether the state has changed.
    var hasNews = false
    /// Whether somebody has got an answer behind that, who tells the observers before going on.
    var hasCaller = false
  }

  /// Takes all frames that are there; why there will be no more, or nil.
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

  /// Lets observers hear of a new state: from whoever has the answer that it belongs to, so that they hear of it first,
  /// or from a task, where nobody has or the caller does not get a turn.
  private func tell(_ batch: Batch) {
    guard batch.hasNews else { return }
    Task.detached {
      if batch.hasCaller { try? await Task.sleep(for: Self.turnLimit) }
      self.tellObservers()
    }
  }

  /// How long the caller with an answer has to tell the observers of the state that came with it.
  private static let turnLimit = Duration.milliseconds(100)

  private func take(
    _ frame: SessionFrame, _ batch: inout Batch
  ) throws(FrameProblem) -> SessionProblem? {
    switch frame.kind {
    case .answer:
      let call = state.withLock { $0.pending.removeValue(forKey: frame.id) }
      batch.hasCaller = batch.hasCaller || call != nil
      call?.succeed(frame.answer)
    case .item:
      let call = state.withLock { $0.pending[frame.id] }
      if case .stream(let continuation) = call {
        batch.hasCaller = true
        continuation.yield(frame.answer)
      }
    case .end:
      let call = state.withLock { $0.pending.removeValue(forKey: frame.id) }
      batch.hasCaller = batch.hasCaller || call != nil
      switch frame.answer.content {
      case .error(let error): call?.fail(error)
      case .cancelled: call?.fail(CancellationError())
      case .value, .values, .live: call?.succeed(frame.answer)
      }
    case .state:
      guard case .dictionary(let values) = frame.values else {
        throw .wrongValue("values", kind: "state", expected: "object")
      }
      let echo = frame.fields.contains(.echo) ? frame.echo : nil
      if sharedState.receive(values, echo: echo) {
        news.value = 1
        batch = Batch(hasNews: true)
      }
    case .seen:
      guard link.confirm(frame.count) else {
        throw .wrongValue("count", kind: "seen", expected: "number of frames that were sent")
      }
    case .ended: return .ended(frame.message)
    case .refused: return .refused(frame.message)
    default: throw .unexpected(frame.kind.rawValue, instead: "answer")
    }
    return nil
  }

  /// Dials again until the test answers; where nobody listens any more, that is soon over.
  private func redial() -> Result<SessionHandshake.Welcome, SessionProblem> {
    let deadline = ContinuousClock.now + Self.redialLimit
    let address = handshake.address.shown
    var refusals = 0
    var isLate = false
    let pause = Latch()
    while true {
      do throws(SessionProblem) {
        let limit = isLate ? Self.lateLimit : Self.redialLimit
        let welcome = try handshake.perform(received: link.received, within: limit)
        guard welcome.frame.resumed, link.attach(welcome.socket, peerHas: welcome.frame.received)
        else { return .failure(.refused("it does not know this app any more")) }
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
      // A process that was suspended while it dialled finds the time up, and has hardly tried: once more.
      isLate = ContinuousClock.now >= deadline
      _ = pause.wait(for: .milliseconds(50))
    }
  }

  /// How long the try takes that comes after the time was up.
  private static let lateLimit = Duration.seconds(30)

  /// After so many refusals nobody listens; one alone may be a queue that was full.
  private static let refusalLimit = 3
}

extension SessionFrame {
  /// The answer that a frame of the test carries.
  var answer: Answer {
    let content: Answer.Content
    if cancelled {
      content = .cancelled
    } else if fields.contains(.values), case .array(let list) = values {
      let end = fields.contains(.error) ? MockServiceError(frameValue: error) : nil
      content = .values(list, end: end, interval: .zero)
    } else if fields.contains(.error) {
      content = .error(MockServiceError(frameValue: error))
    } else {
      content = .value(fields.contains(.value) ? value : nil)
    }
    return Answer(
      content, index: response, count: count,
      place: fields.contains(.place) ? SourcePlace(place) : nil, isWatched: watched)
  }
}
