internal import CMockPlatform
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform
internal import MockSessions

/// An app in a session, as seen by the test's process.
///
/// It outlives the app's connections. The connection's thread reads calls, and responds itself if a response is ready.
/// This way, a response that is ready doesn't need a thread of Swift's pool. A test in the same process can block all
/// threads of the pool. Only calls that wait continue as tasks.
final class AppConnection: Sendable {
  /// A call that is waiting for its response.
  enum Running {
    /// The call hasn't reached the point at which it waits.
    case starting
    case task(Task<Void, Never>)
    case stream(@Sendable () -> Void)
    /// The call was canceled before it was known how to cancel it.
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
    /// The calls for which a live service was called.
    ///
    /// They include the values of streams that have arrived so far.
    var requested: [Int: RequestedCall] = [:]
    /// The observers of the fields that the app reads.
    ///
    /// The app reports fields by an observer's position in this list.
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
  let host: LiveSessionHost
  let origin: CallOrigin
  let link = SessionLink()
  let state = Locked(State())
  private let redialLimit: Duration
  let contracts: [String: _MockContract]
  /// Opens when a reader has ended or the app has reconnected.
  private let change = Latch()
  /// The shared state, and the app's subscription to it.
  ///
  /// The lock is held while values are sent, so that they are sent in order.
  private let subscription = Locked<(state: MockSharedState, reader: Int)?>(nil)
  /// Greater than 0 while the connection's thread handles calls.
  ///
  /// Meanwhile, changes of the state are sent together with the responses.
  private let answering = AtomicNumber()

  init(
    _ app: SessionApp, _ contracts: [String: _MockContract], host: LiveSessionHost,
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
  /// - Returns: The number of the connection, or nil if the app couldn't be welcomed.
  func begin(_ version: Int, _ socket: LoopbackSocket, _ buffer: inout FrameBuffer) -> Int? {
    let values = subscribe()
    link.whenDrained { [weak self] in self?.sendChanges() }
    var welcome = SessionFrame.Welcome()
    (welcome.watched, welcome.passes) = (host.isStrict, host.passesUnknown)
    (welcome.contract, welcome.version) = (host.requestsContracts, version)
    (welcome.services, welcome.state) = (.dictionary(services), values)
    do throws(MockServiceError) {
      let greeting = try SessionFrame.welcome(welcome).encoded(for: "the welcome")
      return serve(socket, &buffer, greeting: greeting, peerHas: 0)
    } catch {
      host.report("\(app) was refused: \(error.message)")
      return nil
    }
  }

  /// Continues with a new connection of the app until it is lost, too.
  ///
  /// - Returns: The number of the connection, or nil if the session couldn't be resumed.
  func resume(
    _ hello: SessionFrame.Hello, _ version: Int, _ socket: LoopbackSocket,
    _ buffer: inout FrameBuffer
  ) -> Int? {
    // Wait until the lost connection's thread has counted all of its frames, however long that takes. If the count were
    // wrong, the app would repeat or omit a call.
    cut()
    while state.withLock({ $0.isReading && !$0.hasLeft }) {
      _ = change.wait(for: .milliseconds(10))
    }
    var welcome = SessionFrame.Welcome()
    (welcome.version, welcome.received, welcome.resumed) = (version, link.received, true)
    welcome.services = [:]
    let greeting = SessionFrame.welcome(welcome).plainlyEncoded()
    return serve(socket, &buffer, greeting: greeting, peerHas: hello.received)
  }

  func cut() { state.withLock { $0.socket }?.shutDown() }

  /// Waits after a lost connection until the app is gone or has reconnected.
  ///
  /// - Parameter generation: The number of the lost connection. The app may have already reconnected.
  /// - Returns: Whether the app is gone. If it has reconnected or left, the result is false.
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
    let (running, requested) = state.withLock { state in
      state.hasLeft = true
      defer { (state.running, state.requested) = ([:], [:]) }
      return (state.running, state.requested)
    }
    change.open()
    for call in running.values { call.cancel() }
    for call in requested.values { call.cancel() }
    if let last = subscription.exchange(nil) { last.state.unsubscribe(last.reader) }
    link.close()
  }

  /// Notifies the app that the session is over, and releases it.
  func end(_ reason: String) {
    link.send(SessionFrame.ended(.init(message: reason)).plainlyEncoded())
    leave()
  }

  private func serve(
    _ socket: LoopbackSocket, _ buffer: inout FrameBuffer, greeting: [UInt8], peerHas count: Int
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
    // Nothing was sent on this connection yet, so a greeting of any size arrives if the app reads it.
    guard socket.sendAll(greeting) else { return generation }
    if link.attach(socket, peerHas: count) {
      read(socket, &buffer)
    } else if !state.withLock({ $0.hasLeft }) {
      // If the connection were closed without a message, the app would reconnect endlessly.
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
    socket.refuse(problem.description)
    host.report("\(app): \(problem)")
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
  /// - Parameter isAnswer: Whether a response follows, so that the changes must be sent before it. Otherwise, the
  ///   changes are held while the connection's thread is handling calls or the app isn't reading.
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
      host.report(error.message)
    }
  }

  private func subscribe() -> [String: AnyCodableValue] {
    subscription.withLock { subscription in
      let shared = host.sharedState
      let (reader, values) = shared.subscribe { [weak self] in self?.sendChanges() }
      subscription = (shared, reader)
      return values
    }
  }

  /// Sends the app the host's whole state, after it was replaced.
  func resubscribe() {
    guard let last = subscription.exchange(nil) else { return }
    last.state.unsubscribe(last.reader)
    // Changes that the app has made don't apply to the new state.
    send(subscribe(), echo: .max, isHeld: false)
  }

  /// Applies the app's changes to the state.
  func write(_ values: [String: AnyCodableValue], number: Int) {
    guard let (shared, reader) = subscription.withLock({ $0 }) else { return }
    shared.applyUpdates(values, by: StateChange.Author(copy: reader, number: number))
  }
}

extension AppConnection {
  /// Returns the number that the app sends when it reports which fields it reads, or nil if no reports are requested.
  func number(of notes: FieldNotes?) -> Int? {
    guard let notes else { return nil }
    return state.withLock { state in
      if let number = state.fieldNumbers[ObjectIdentifier(notes)] { return number }
      state.fields.append(notes)
      state.fieldNumbers[ObjectIdentifier(notes)] = state.fields.count
      return state.fields.count
    }
  }

  /// Returns the data that the app's mocks read without making a call.
  private var services: [String: AnyCodableValue] {
    var entries = host.services
    if host.passesUnknown {
      for name in app.services where entries[name] == nil { entries[name] = MockServiceEntry() }
    }
    return Dictionary(
      uniqueKeysWithValues: entries.map { name, entry in
        // The app itself finds the route of a request.
        let requested =
          HTTPHost.isName(name)
          ? Array(entry.methods.keys)
          : contracts[name]?.properties.map(\.name) ?? []
        let sequencer = host.sequencer(for: name)
        let passing = entry.methods.keys.filter { sequencer.mayPass($0) }
        return (name, entry.welcome(answering: requested, passing: passing))
      })
  }
}

extension MockServiceEntry {
  /// Returns the data that an app's mock reads without making a call.
  ///
  /// The data includes the names of the properties that require a call, and of the methods that may call the live
  /// service.
  fileprivate func welcome(
    answering properties: [String], passing: [String]
  ) -> AnyCodableValue {
    let answered = properties.filter { methods[$0]?.responses.isEmpty == false }
    var calls = Dictionary(answered.map { ($0, Self.answered) }) { $1 }
    for method in passing { calls[method] = Self.passed }
    return .object([
      "methods": .dictionary(calls),
      "bindings": bindings.map { .dictionary($0.mapValues { .string($0) }) },
      "passthrough": passthrough.map { .bool($0) }, "raw": raw.map { .bool($0) },
      "initialState": initialState.map { .dictionary($0) },
    ])
  }
  private static let answered: AnyCodableValue = ["responses": [["result": "success"]]]
  private static let passed: AnyCodableValue = ["responses": [["result": "passthrough"]]]
}
