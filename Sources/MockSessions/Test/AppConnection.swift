internal import CMockPlatform
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// One app of a session, in the process of the test, across all connections that it has had.
///
/// The thread of its connection reads calls and answers what is ready inline; what waits goes on as a task. So the
/// calls of an app never wait for threads of Swift's pool, which a test in the same process may hold.
final class AppConnection: Sendable {
  /// A call that waits for its answer.
  enum Running {
    /// It has not come to where it waits.
    case starting
    case task(Task<Void, Never>)
    case stream(@Sendable () -> Void)
    /// It was cancelled before anybody knew how.
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
    /// The calls for which a live service is asked, and those of which it has sent a part.
    var asked: [Int: AskedCall] = [:]
    /// The version of the protocol that the app speaks.
    var version = 0
    /// Who hears which fields the app reads, by the number that its answers have, and those numbers.
    var fields: [FieldNotes] = []
    var fieldNumbers: [ObjectIdentifier: Int] = [:]
    var socket: LoopbackSocket?
    /// Counts the connections that the app has had.
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
  /// What the app has said that its mocks require, by service.
  let contracts: [String: _MockContract]
  /// Opens when a reader has ended, or the app has come back.
  private let change = Latch()
  /// A state, and the app's place among those who follow it; its values go out in order under the lock.
  private let subscription = Locked<(state: MockSharedState, reader: Int)?>(nil)
  /// Above 0 while the thread of the connection answers, which then sends changes of the state with its answers.
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
  /// - Returns: The number of the connection; nil where it did not come about.
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
        // One of an older version has said all that it knows.
        if host.asksContracts, version < SessionProtocolVersion.contracts { takeContract(nil) }
      }
    } catch {
      host.report(
        MockFailure(severity: .report, message: "\(app) was refused: \(error.message)"))
      return nil
    }
  }

  /// Goes on with a connection by which the app has come back, until that is lost.
  ///
  /// - Returns: The number of the connection; nil where it did not come about.
  func resume(
    _ hello: SessionFrame.Hello, _ version: Int, _ socket: LoopbackSocket,
    _ buffer: inout FrameBuffer
  ) -> Int? {
    // The thread of the lost connection has to have counted all that came on it, however long that takes: with a
    // wrong number the app would send a call again, or not send it.
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

  /// Whether the app is gone, once a connection is lost: it waits until that is clear, or the app is back.
  ///
  /// - Parameter generation: The number of the lost connection. The app may have come back before this is asked.
  /// - Returns: False where it is back, or has left.
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

  /// Tells the app that the session is over, and lets it go.
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
    // Nothing was sent on it yet, so that a greeting of any size that an app reads gets through.
    guard socket.sendAll(greeting) else { return generation }
    if link.attach(socket, peerHas: count) {
      whenGreeted()
      read(socket, &buffer)
    } else if !state.withLock({ $0.hasLeft }) {
      // Closed without a word, it would be dialled again and again.
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

  /// Tells the app why its connection ends, and the test as well.
  private func refuse(_ problem: FrameProblem, _ socket: LoopbackSocket) {
    let refusal = SessionFrame.refused(.init(message: problem.description))
    _ = socket.send(refusal.plainlyEncoded(), from: 0)
    host.report(MockFailure(severity: .report, message: "\(app): \(problem)"))
  }

  /// Answers all calls that are there, and sends the answers together.
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

  /// Sends what is new in the state.
  ///
  /// - Parameter isAnswer: Whether an answer follows, before which it has to be sent; else it waits while the thread
  ///   of the connection is at it, and while the app does not read.
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

  /// Follows the state of the host from now on, and gives its values.
  private func subscribe() -> [String: AnyCodableValue] {
    subscription.withLock { subscription in
      let shared = host.sharedState
      let (reader, values) = shared.subscribe { [weak self] in self?.sendChanges() }
      subscription = (shared, reader)
      return values
    }
  }

  /// Sends the whole state of the host, which is another one from now on.
  func resubscribe() {
    guard let last = subscription.exchange(nil) else { return }
    last.state.unsubscribe(last.reader)
    // What the app has written is none of the new state's: its own values do not hold any more.
    send(subscribe(), echo: .max, isHeld: false)
  }

  /// Applies what the app has written to the state.
  func write(_ values: [String: AnyCodableValue], number: Int) {
    guard let (shared, reader) = subscription.withLock({ $0 }) else { return }
    shared.applyUpdates(values, by: StateChange.Author(copy: reader, number: number))
  }
}

extension AppConnection {
  /// The number by which the app says which fields of an answer it reads; nil where nobody asks, or it cannot say.
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

  /// Whether the app passes what the scenario says nothing of, since it is recorded.
  private func passes(_ version: Int) -> Bool {
    version >= SessionProtocolVersion.passing && host.passesUnknown
  }

  /// What the app's mocks read without a call.
  private func services(_ version: Int) -> [String: AnyCodableValue] {
    var entries = host.services
    if passes(version) {
      for name in app.services where entries[name] == nil { entries[name] = MockServiceEntry() }
    }
    return Dictionary(
      uniqueKeysWithValues: entries.map { name, entry in
        // A request is matched with its route where it is made.
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
  /// What an app's mock reads without a call, which of its properties are answered by a call, and which methods may ask
  /// its live service.
  fileprivate func welcome(
    answering properties: [String], passing: [String]
  ) -> AnyCodableValue {
    let answered = properties.filter { methods[$0]?.responses.isEmpty == false }
    var calls = Dictionary(answered.map { ($0, Self.answered) }) { $1 }
    for method in passing { calls[method] = Self.passed }
    var members: [String: AnyCodableValue] = ["methods": .dictionary(calls)]
    if let bindings { members["bindings"] = .dictionary(bindings.mapValues { .string($0) }) }
    if let passes { members["passes"] = .bool(passes) }
    if let raw { members["raw"] = .bool(raw) }
    if let initialState { members["initialState"] = .dictionary(initialState) }
    return .dictionary(members)
  }
  private static let answered: AnyCodableValue = ["responses": [["result": "success"]]]
  private static let passed: AnyCodableValue = ["responses": [["result": "passthrough"]]]
}
