internal import CMockPlatform
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// An app in a session, as seen by the test's process, across all its connections.
///
/// The connection's thread reads calls and responds inline if the response is ready. Calls that wait continue as tasks.
/// So an app's calls never wait for threads of Swift's pool, which a test in the same process can block.
final class AppConnection: Sendable {
  /// A call that is waiting for its response.
  enum Running {
    /// The call is still running up to the point at which it waits.
    case starting
    case task(Task<Void, Never>)
    case stream(@Sendable () -> Void)
    /// The call was cancelled before a way to cancel it was stored.
    case cancelled

    func cancel() {
      switch self {
      case .starting, .cancelled: break
      case .task(let task): task.cancel()
      case .stream(let cancel): cancel()
      }
    }
  }

  struct State {
    var running: [Int: Running] = [:]
    /// The calls for which a live service was called, including those with a part of their values.
    var asked: [Int: AskedCall] = [:]
    /// The protocol version of the app.
    var version = 0
    /// The recipients of reports on the fields that the app reads, by the number of their responses, and those numbers.
    var fields: [FieldNotes] = []
    var fieldNumbers: [ObjectIdentifier: Int] = [:]
    var socket: LoopbackSocket?
    /// The number of connections that the app has had.
    var generation = 0
    /// Whether a thread reads from the current connection.
    var isReading = false
    var hasLeft = false
  }

  let app: SessionApp
  let host: any SessionHost
  let origin: CallOrigin
  let link = SessionLink()
  let state = Locked(State())
  private let redialLimit: Duration
  /// The requirements of the app's mocks, by service.
  let contracts: [String: _MockContract]
  /// Opens when a reader has ended, or when the app has reconnected.
  private let change = Latch()
  /// The state with the app's subscription.
  ///
  /// Its values are sent in order while the lock is held.
  private let subscription = Locked<(state: MockSharedState, reader: Int)?>(nil)
  /// Greater than 0 while the connection's thread responds.
  ///
  /// It then sends state changes together with its responses.
  private let answering = AtomicNumber()

  init(
    _ app: SessionApp, _ contracts: [String: _MockContract], host: any SessionHost,
    redialLimit: Duration
  ) {
    self.app = app
    self.contracts = contracts
    self.host = host
    self.redialLimit = redialLimit
    origin = CallOrigin(name: app.description)
  }

  /// Welcomes the app and serves it until its connection is lost.
  ///
  /// - Returns: The number of the connection; nil if the app couldn't be welcomed.
  func begin(_ version: Int, _ socket: LoopbackSocket, _ buffer: inout FrameBuffer) -> Int? {
    state.withLock { $0.version = version }
    let values = subscribe()
    link.whenDrained { [weak self] in self?.sendChanges() }
    let welcome = SessionFrame.welcome(
      .init(
        watched: host.isWatched, passes: passes(version),
        contract: host.asksContracts && version >= SessionProtocolVersion.contracts,
        version: version,
        services: .dictionary(services(version)), state: values))
    do throws(MockServiceError) {
      return serve(
        socket, &buffer, greeting: try welcome.encoded(for: "the welcome"), peerHas: 0
      ) {
        // An app with an older version has already sent all that it knows.
        if host.asksContracts, version < SessionProtocolVersion.contracts { takeContract(nil) }
      }
    } catch {
      host.report(
        MockFailure(severity: .report, message: "\(app) was refused: \(error.message)"))
      return nil
    }
  }

  /// Continues with a new connection of the app until that is lost.
  ///
  /// - Returns: The number of the connection; nil if it couldn't be resumed.
  func resume(
    _ hello: SessionFrame.Hello, _ version: Int, _ socket: LoopbackSocket,
    _ buffer: inout FrameBuffer
  ) -> Int? {
    // Wait until the lost connection's thread has counted all of its frames, however long that takes. With a wrong
    // number, the app would repeat a call or omit it.
    cut()
    while state.withLock({ $0.isReading && !$0.hasLeft }) {
      _ = change.wait(for: .milliseconds(10))
    }
    let welcome = SessionFrame.welcome(
      .init(version: version, received: link.received, resumed: true, services: [:]))
    return serve(socket, &buffer, greeting: welcome.plainlyEncoded(), peerHas: hello.received)
  }

  /// Cuts the connection.
  func cut() { state.withLock { $0.socket }?.shutDown() }

  /// Waits after a lost connection until the app is gone or has reconnected.
  ///
  /// - Parameter generation: The number of the lost connection. The app may already have reconnected.
  /// - Returns: Whether the app is gone; false if it has reconnected or left.
  func isGone(since generation: Int) -> Bool {
    let deadline = ContinuousClock.now + redialLimit
    while true {
      let isElsewhere = state.withLock { $0.generation != generation || $0.hasLeft }
      if isElsewhere { return false }
      if mockplatform_is_gone(Int32(clamping: app.process)) || .now >= deadline { return true }
      _ = change.wait(for: .milliseconds(20))
    }
  }

  /// Cancels the calls of an app that is gone.
  func leave() {
    let (running, asked) = state.withLock { state in
      state.hasLeft = true
      defer { (state.running, state.asked) = ([:], [:]) }
      return (state.running, state.asked)
    }
    change.open()
    for call in running.values { call.cancel() }
    for call in asked.values { call.cancel() }
    if let last = subscription.exchange(nil) { last.state.unsubscribe(last.reader) }
    link.close()
  }

  /// Notifies the app that the session is over, and releases it.
  func end(_ reason: String) {
    link.send(SessionFrame.ended(.init(message: reason)).plainlyEncoded())
    leave()
  }

  private func serve(
    _ socket: LoopbackSocket, _ buffer: inout FrameBuffer, greeting: [UInt8], peerHas count: Int,
    whenGreeted: () -> Void = {}
  ) -> Int? {
    let generation = state.withLock { state -> Int? in
      guard !state.hasLeft else { return nil }
      state.socket = socket
      state.generation += 1
      state.isReading = true
      return state.generation
    }
    guard let generation else { return nil }
    change.open()
    defer {
      link.detach(socket)
      state.withLock { state in if state.socket === socket { state.isReading = false } }
      change.open()
    }
    // Nothing was sent on the connection yet, so a greeting of any size that the app reads gets through.
    guard socket.sendAll(greeting) else { return generation }
    if link.attach(socket, peerHas: count) {
      whenGreeted()
      read(socket, &buffer)
    } else if !state.withLock({ $0.hasLeft }) {
      // If the connection closed without a message, the app would reconnect endlessly.
      refuse(
        .wrongValue("received", kind: "hello", expected: "number of frames that were sent"), socket)
    }
    return generation
  }

  private func read(_ socket: LoopbackSocket, _ buffer: inout FrameBuffer) {
    do throws(FrameProblem) {
      while true {
        try takeAll(&buffer)
        guard socket.receive(into: &buffer) else { return }
      }
    } catch {
      refuse(error, socket)
    }
  }

  /// Sends the app the reason why its connection ends, and reports it to the test.
  private func refuse(_ problem: FrameProblem, _ socket: LoopbackSocket) {
    let refusal = SessionFrame.refused(.init(message: problem.description))
    _ = socket.send(refusal.plainlyEncoded(), from: 0)
    host.report(MockFailure(severity: .report, message: "\(app): \(problem)"))
  }

  /// Handles all received calls, and sends the responses together.
  private func takeAll(_ buffer: inout FrameBuffer) throws(FrameProblem) {
    answering.add(1)
    defer {
      answering.add(-1)
      sendChanges()
      link.flush()
    }
    while true {
      let size = buffer.count
      guard let frame = try buffer.next(from: .app) else { return }
      if frame.kind.isCounted { link.countReceived(bytes: size - buffer.count) }
      try take(frame)
    }
  }

  /// Sends the changes of the state.
  ///
  /// - Parameter isAnswer: Whether a response follows, which requires that the changes are sent first. Otherwise they
  ///   wait while the connection's thread responds, and while the app doesn't read.
  func sendChanges(isAnswer: Bool = false) {
    guard isAnswer || answering.value == 0 && !link.isBlocked else { return }
    subscription.withLock { subscription in
      guard let (shared, reader) = subscription else { return }
      for change in shared.changes(for: reader) {
        let isEcho = change.author?.copy == reader
        send(change.values, echo: isEcho ? change.author?.number : nil, isHeld: isAnswer)
      }
    }
  }

  private func send(_ values: [String: AnyCodableValue], echo: Int?, isHeld: Bool) {
    let frame = SessionFrame.state(.init(values: values, echo: echo))
    do throws(MockServiceError) {
      link.send(try frame.encoded(for: "shared state"), isHeld: isHeld)
    } catch {
      host.report(MockFailure(severity: .report, message: error.message))
    }
  }

  /// Subscribes to the host's state, and returns its values.
  private func subscribe() -> [String: AnyCodableValue] {
    subscription.withLock { subscription in
      let shared = host.sharedState
      let (reader, values) = shared.subscribe { [weak self] in self?.sendChanges() }
      subscription = (shared, reader)
      return values
    }
  }

  /// Sends the whole state of the host, which has been replaced.
  func resubscribe() {
    guard let last = subscription.exchange(nil) else { return }
    last.state.unsubscribe(last.reader)
    // The app's own changes don't apply to the new state.
    send(subscribe(), echo: .max, isHeld: false)
  }

  /// Applies the app's changes to the state.
  func write(_ values: [String: AnyCodableValue], number: Int) {
    guard let (shared, reader) = subscription.withLock({ $0 }) else { return }
    shared.applyUpdates(values, by: StateChange.Author(copy: reader, number: number))
  }
}

extension AppConnection {
  /// Returns the number under which the app reports the fields that it reads; nil if reports aren't requested or
  /// supported.
  func number(of notes: FieldNotes?) -> Int? {
    guard let notes else { return nil }
    return state.withLock { state in
      guard state.version >= SessionProtocolVersion.fields else { return nil }
      if let number = state.fieldNumbers[ObjectIdentifier(notes)] { return number }
      state.fields.append(notes)
      state.fieldNumbers[ObjectIdentifier(notes)] = state.fields.count
      return state.fields.count
    }
  }

  /// Whether the app passes through calls that the scenario doesn't handle, for a recording.
  private func passes(_ version: Int) -> Bool {
    version >= SessionProtocolVersion.passing && host.passesUnknown
  }

  /// Returns the data that the app's mocks read without a call.
  private func services(_ version: Int) -> [String: AnyCodableValue] {
    var entries = host.services
    if passes(version) {
      for name in app.services where entries[name] == nil { entries[name] = MockServiceEntry() }
    }
    return Dictionary(
      uniqueKeysWithValues: entries.map { name, entry in
        // The app matches a request with its route.
        let asked =
          HTTPHost.isName(name)
          ? Array(entry.methods.keys)
          : contracts[name]?.properties.map(\.name) ?? []
        let sequencer = host.sequencer(for: name)
        let passing =
          version >= SessionProtocolVersion.passing
          ? entry.methods.keys.filter { sequencer.mayPass($0) } : []
        return (name, entry.welcome(answering: asked, passing: passing))
      })
  }
}

extension MockServiceEntry {
  /// Returns the data that an app's mock reads without a call.
  ///
  /// It includes the properties for which a call is made, and the methods that can call the live service.
  fileprivate func welcome(
    answering properties: [String], passing: [String]
  ) -> AnyCodableValue {
    let answered = properties.filter { methods[$0]?.responses.isEmpty == false }
    var calls = Dictionary(answered.map { ($0, Self.answered) }) { $1 }
    for method in passing { calls[method] = Self.passed }
    var members: [String: AnyCodableValue] = ["methods": .dictionary(calls)]
    if let bindings { members["bindings"] = .dictionary(bindings.mapValues { .string($0) }) }
    if let passthrough { members["passthrough"] = .bool(passthrough) }
    if let raw { members["raw"] = .bool(raw) }
    if let initialState { members["initialState"] = .dictionary(initialState) }
    return .dictionary(members)
  }
  private static let answered: AnyCodableValue = ["responses": [["result": "success"]]]
  private static let passed: AnyCodableValue = ["responses": [["result": "passthrough"]]]
}
