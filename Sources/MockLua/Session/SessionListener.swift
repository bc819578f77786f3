internal import CMockPlatform
internal import MockCalls
internal import MockData
internal import MockPlatform
internal import MockSessions

/// The test's side of a live session.
///
/// It accepts apps that have the token, and gives each app a thread.
///
/// A single thread accepts the connections, and reads from the ones that haven't sent a token yet. A connection without
/// a token needs little memory and no separate thread, and is closed after a few seconds.
final class SessionListener: Sendable {
  struct State {
    var connections: [String: AppConnection] = [:]
    var joined = 0
    var isClosed = false
    /// The reported reasons for refused connections.
    ///
    /// Each reason is reported only once.
    var reported: Set<String> = []
  }

  var port: Int { listener.port }
  let token = SessionToken()
  let state = Locked(State())
  private let listener: ListeningSocket
  private let shortage = Locked(AcceptShortage())
  private let host: LiveSessionHost
  /// The time that an app has to reconnect after its connection was lost, if its process is alive.
  let redialLimit: Duration

  /// The maximum number of connections that haven't sent a token.
  static let waitingLimit = 128
  /// The time that a connection has to send a token.
  static let tokenLimit = Duration.seconds(5)
  /// The time that an app has to introduce itself after it has sent the token.
  ///
  /// An app with the token belongs to this test, so it can take its time.
  static let greetingLimit = Duration.seconds(300)
  /// The maximum size of a frame with a token, in bytes.
  static let tokenFrame = 256

  /// Listens on 127.0.0.1.
  ///
  /// With port 0, the system chooses a port.
  init(
    port: Int = 0, host: LiveSessionHost, redialLimit: Duration
  ) throws(SessionProblem) {
    do throws(SystemError) {
      listener = try ListeningSocket(port: port)
    } catch {
      throw error.isShortage
        ? .cannotListen(
          port: 0, reason: "\(error); \(SystemError.shortageSuggestion)", isForbidden: false)
        : .cannotListen(port: port, reason: "\(error)", isForbidden: error.isForbidden)
    }
    self.host = host
    self.redialLimit = redialLimit
  }

  func start() {
    let isStarted = IOThread.start { [weak self, listener] in
      var dials: [Dial] = []
      while let deadline = self?.prepare(&dials),
        listener.wait(orFor: dials.map(\.socket.descriptor), until: deadline)
      {
        self?.serve(&dials)
      }
    }
    if !isStarted {
      host.report("the session cannot listen, because the system is out of threads")
    }
  }

  /// Ends the session.
  ///
  /// The apps get the reason, and no app can join anymore.
  func close(_ reason: String) {
    let connections = state.withLock { state -> [AppConnection]? in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      defer { state.connections = [:] }
      return Array(state.connections.values)
    }
    guard let connections else { return }
    for connection in connections { connection.end(reason) }
    listener.close()
  }

  /// The apps in the session, sorted by process.
  var apps: [SessionApp] {
    state.withLock { $0.connections.values.map(\.app) }.sorted { $0.process < $1.process }
  }

  /// The number of apps that have joined, including those that have left.
  var joined: Int { state.withLock { $0.joined } }

  /// Sends all apps the host's whole state, after it was replaced.
  func resubscribe() {
    for connection in state.withLock({ Array($0.connections.values) }) { connection.resubscribe() }
  }

  /// Closes the connections of all apps, as happens when a device suspends apps.
  func cutConnections() {
    for connection in state.withLock({ Array($0.connections.values) }) { connection.cut() }
  }

  // MARK: - Connections without a token

  /// A connection that hasn't sent a token.
  private struct Dial {
    var socket: LoopbackSocket
    var buffer = FrameBuffer(limit: SessionListener.tokenFrame)
    let deadline = ContinuousClock.now + SessionListener.tokenLimit
  }

  /// Drops connections whose time is up, and returns the next deadline, or nil if the session is closed.
  private func prepare(_ dials: inout [Dial]) -> ContinuousClock.Instant? {
    if state.withLock({ $0.isClosed }) { return nil }
    let now = ContinuousClock.now
    // The token may have arrived while this thread wasn't scheduled. Read it before the connection counts as late.
    for index in dials.indices.reversed() where dials[index].deadline <= now {
      if admit(&dials[index]) { dials.remove(at: index) }
    }
    if dials.contains(where: { $0.deadline <= now }) {
      // Report the problem first, because code that sees the connection end may immediately check for the report.
      refuse("connections that sent no token within 5 seconds")
      dials.removeAll { $0.deadline <= now }
    }
    return dials.map(\.deadline).min() ?? now + .seconds(3600)
  }

  private func serve(_ dials: inout [Dial]) {
    while let accepted = accept() {
      if dials.count == Self.waitingLimit {
        refuse("more than \(Self.waitingLimit) simultaneous connections without a token")
        dials.removeFirst()
      }
      dials.append(Dial(socket: LoopbackSocket(descriptor: accepted)))
    }
    for index in dials.indices.reversed() where admit(&dials[index]) {
      dials.remove(at: index)
    }
  }

  /// Accepts a waiting connection, if any.
  ///
  /// If the process has no file descriptor left, reports that.
  private func accept() -> Int32? {
    do throws(SystemError) {
      guard let accepted = try listener.acceptOrThrow() else { return nil }
      shortage.withLock { $0.end() }
      return accepted
    } catch {
      if let text = shortage.withLock({ $0.begin(error) }) {
        host.report(text)
      }
      return nil
    }
  }

  /// Reads a token.
  ///
  /// - Returns: Whether the connection is no longer waiting, because it was accepted or refused.
  private func admit(_ dial: inout Dial) -> Bool {
    let isOpen = dial.socket.receiveNow(into: &dial.buffer)
    do throws(FrameProblem) {
      guard let frame = try dial.buffer.next(from: .app) else {
        if !isOpen, dial.buffer.count > 0 {
          refuse("a connection that ended before its token was complete")
        }
        return !isOpen
      }
      guard case .token(let shown) = frame else {
        throw .unexpected(frame.kind.rawValue, instead: "token")
      }
      guard SessionToken(shown.token) == token else {
        dial.socket.refuse("the token does not belong to this session")
        refuse("a connection with a wrong token")
        return true
      }
    } catch {
      dial.socket.refuse(error.description)
      refuse("a connection that does not follow the protocol: \(error)")
      return true
    }
    var buffer = dial.buffer
    buffer.limit = FrameBuffer.largestFrame
    let (socket, start) = (dial.socket, buffer)
    IOThread.start {
      var buffer = start
      self.greet(socket, &buffer)
    }
    return true
  }

  /// Reports the reason for a refused connection, unless it was reported before.
  func refuse(_ what: String) {
    let kind = String(what.prefix(30))
    guard state.withLock({ $0.reported.insert(kind).inserted }) else { return }
    host.report(
      "the session refused \(what); the client on 127.0.0.1:\(port) is not an app that this test launched"
    )
  }
}

extension SessionListener {
  // MARK: - Apps

  /// Waits until the app introduces itself, and serves it until its connection is lost.
  private func greet(_ socket: LoopbackSocket, _ buffer: inout FrameBuffer) {
    let deadline = ContinuousClock.now + Self.greetingLimit
    do throws(FrameProblem) {
      while true {
        if let frame = try buffer.next(from: .app) {
          guard case .hello(let hello) = frame else {
            throw .unexpected(frame.kind.rawValue, instead: "hello")
          }
          return try join(hello, socket, &buffer)
        }
        guard socket.waitUntilReadable(by: deadline), socket.receiveNow(into: &buffer) else {
          return refuse("an app that did not identify itself")
        }
      }
    } catch {
      socket.refuse(error.description)
      refuse("an app: \(error)")
    }
  }

  private func join(
    _ hello: SessionFrame.Hello, _ socket: LoopbackSocket, _ buffer: inout FrameBuffer
  ) throws(FrameProblem) {
    guard let version = SessionProtocolVersion.common(with: hello.versions) else {
      let known = SessionProtocolVersion.known.map(String.init).joined(separator: ", ")
      let theirs = hello.versions.map(String.init).joined(separator: ", ")
      let message =
        "it speaks version \(theirs) of the protocol, but the test speaks \(known);"
        + " build both from the same package"
      socket.refuse(message)
      return refuse("`\(hello.app.escaped)`: \(message)")
    }
    let former = state.withLock { $0.connections[hello.client] }
    if let former {
      let lost = former.resume(hello, version, socket, &buffer)
      return awaitReturn(of: former, after: lost, client: hello.client)
    }
    let services = try hello.greetedServices()
    let app = SessionApp(
      name: hello.app, process: hello.process, services: services.map(\.name).sorted())
    if hello.received > 0 { return socket.refuse("the session no longer knows this app") }
    let isRelaunch = state.withLock { state in
      state.joined += 1
      // An app may have just exited without its end being noticed yet.
      return state.joined > 1
        && state.connections.values.allSatisfy {
          mockplatform_is_gone(Int32(clamping: $0.app.process))
        }
    }
    let contracts = services.compactMap { service in service.contract.map { (service.name, $0) } }
    let known = Dictionary(contracts) { first, _ in first }
    host.appWillJoin(contracts: known, isRelaunch: isRelaunch)
    let connection = AppConnection(app, known, host: host, redialLimit: redialLimit)
    let isOpen = state.withLock { state in
      if !state.isClosed { state.connections[hello.client] = connection }
      return !state.isClosed
    }
    guard isOpen else { return socket.refuse("the session has ended") }
    host.appsDidChange()
    let lost = connection.begin(version, socket, &buffer)
    awaitReturn(of: connection, after: lost ?? 0, client: hello.client)
  }

  /// Waits until an app whose connection was lost has reconnected on another thread, or is gone.
  private func awaitReturn(of connection: AppConnection, after lost: Int?, client: String) {
    guard let lost, connection.isGone(since: lost) else { return }
    let wasThere = state.withLock { $0.connections.removeValue(forKey: client) != nil }
    connection.leave()
    if wasThere { host.appsDidChange() }
  }
}

extension LoopbackSocket {
  /// Sends the reason why the connection is refused.
  func refuse(_ message: String) {
    _ = send(SessionFrame.refused(.init(message: message)).plainlyEncoded(), from: 0)
  }
}
