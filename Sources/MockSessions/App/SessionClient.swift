package import MockCalls
package import MockConfiguration
internal import MockData
internal import MockPlatform

/// The app's end of a live session: hands its calls to the test, and keeps a copy of the test's shared state.
///
/// # Threads
///
/// Callers write, whoever comes first for all. One thread reads: it never blocks but for what comes, and runs none
/// of the app's code. It hands answers to the threads and tasks that wait, which decode; it changes the copy of the
/// state, whose observers hear of that from the caller whose answer comes with it, and else from a task. When the
/// connection is lost it dials again, and calls in flight go on.
package final class SessionClient: Sendable {
  struct State {
    var pending: [Int: PendingCall] = [:]
    var lastID = 0
    /// Who tells the test which fields are read, by the numbers that it gives.
    var fields: [Int: FieldNotes] = [:]
    /// Why there are no more answers.
    var lost: SessionProblem?
  }

  /// The copy of the state of the test.
  package let sharedState: MockSharedState
  /// What mocks read without a call, by service.
  package let services: [String: MockServiceEntry]
  /// Whether a strict test asks what nobody else wants to know.
  package let isWatched: Bool
  /// Whether calls of which the scenario says nothing are passed to the live services, since they are recorded.
  package let passesUnknown: Bool
  /// Whether the test knows of live services.
  let knowsPassing: Bool
  let handshake: SessionHandshake
  let link = SessionLink()
  let state = Locked(State())
  /// Whether observers of the state are still to be told of something.
  let news = AtomicNumber()
  /// How many threads tell observers at the moment.
  private let notifying = AtomicNumber()
  private let journal: Locked<Int>

  /// How long an app tries to get back into a session whose connection is lost, where somebody listens there: a test
  /// that is only slow, or stopped in a debugger, has the answers of the calls in flight.
  package static let redialLimit = Duration.seconds(300)

  /// Joins a session.
  ///
  /// - Parameters:
  ///   - address: Where the test is.
  ///   - app: Who joins.
  ///   - limit: How long it may take; 30 seconds by default.
  /// - Returns: The app's end of the session.
  /// - Throws: Why there is none.
  package static func join(
    _ address: SessionAddress, as app: AppDescription, within limit: Duration = .seconds(30)
  ) throws(SessionProblem) -> SessionClient {
    let handshake = SessionHandshake(
      address: address, client: SessionToken().text, app: app)
    let welcome = try handshake.perform(received: 0, within: limit)
    let client = try SessionClient(handshake, welcome.content)
    client.start(welcome)
    if welcome.content.contract { client.tellContract() }
    return client
  }

  private init(
    _ handshake: SessionHandshake, _ welcome: SessionFrame.Welcome
  ) throws(SessionProblem) {
    self.handshake = handshake
    do {
      services = try AnyCodableValueDecoder().decode(
        [String: MockServiceEntry].self, from: welcome.services)
    } catch {
      throw .notTheProtocol("`welcome`: `services`: \(error)")
    }
    isWatched = welcome.watched
    passesUnknown = welcome.passes
    knowsPassing = welcome.version >= SessionProtocolVersion.passing
    sharedState = MockSharedState(
      properties: welcome.state.mapValues { SharedStateProperty(initial: $0) })
    sharedState.becomeCopy()
    journal = Locked(0)
  }

  private func start(_ welcome: SessionHandshake.Welcome) {
    let (reader, _) = sharedState.subscribe { [weak self] in self?.sendWrites() }
    journal.withLock { $0 = reader }
    _ = link.attach(welcome.socket, peerHas: welcome.content.received)
    if !IOThread.start({ self.read(welcome) }) {
      lose(
        .cannotConnect(
          address: handshake.address.hostAndPort, reason: "no thread is left", isRefused: false))
    }
  }

  /// Sends what this app has written to the state, in the order in which it did.
  private func sendWrites() {
    journal.withLock { reader in
      for change in sharedState.changes(for: reader) {
        let frame = SessionFrame.write(
          .init(values: change.values, number: change.author?.number ?? 0))
        do throws(MockServiceError) {
          link.send(try frame.encoded(for: "shared state"))
        } catch {
          MockFailureHandler.report(MockFailure(severity: .report, message: error.message))
        }
      }
    }
  }

  /// Tells observers of the state what is new, before a caller goes on.
  func notifyObservers() {
    guard news.value > 0 else { return }
    notifying.add(1)
    news.value = 0
    sharedState.notifyObservers()
    notifying.add(-1)
  }

  /// The same for a caller that can wait: also until another thread that tells them has done so.
  ///
  /// It waits a second at most, since an observer may itself wait for what the caller does next.
  nonisolated(nonsending) func waitForObservers() async {
    notifyObservers()
    guard notifying.value > 0 else { return }
    let deadline = ContinuousClock.now + .seconds(1)
    while notifying.value > 0, ContinuousClock.now < deadline, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Tells the test what the app's mocks require, which it has asked for.
  ///
  /// The app's types are decoded with samples meanwhile, on the thread of whoever joins.
  private func tellContract() {
    let known = handshake.app.services.compactMap { service in
      service.contract.map { (service.name, $0) }
    }
    var answer = SessionFrame.Contract()
    if !known.isEmpty {
      answer.document =
        ContractDocument(probing: Dictionary(known) { first, _ in first }).value
    }
    do throws(MockServiceError) {
      link.send(try SessionFrame.contract(answer).encoded(for: "the contract"))
    } catch {
      report(MockFailure(severity: .report, message: error.message))
    }
  }

  /// Tells the test of something that is wrong here.
  package func report(_ failure: MockFailure) {
    let finding = SessionFrame.Finding(
      place: failure.place?.description, message: failure.message,
      category: failure.kind == .other ? nil : failure.kind.rawValue,
      code: failure.problem?.rawValue)
    link.send(SessionFrame.finding(finding).plainlyEncoded())
  }

  /// Who tells the test which fields of its answers with a number are read.
  func fields(_ number: Int?) -> FieldNotes? {
    guard let number else { return nil }
    return state.withLock { state in
      if let known = state.fields[number] { return known }
      let notes = FieldNotes { [weak self] news in
        let frame = SessionFrame.Fields(
          id: number, read: news.filter(\.value).map(\.key.steps),
          unread: news.filter { !$0.value }.map(\.key.steps))
        self?.link.send(SessionFrame.fields(frame).plainlyEncoded())
      }
      state.fields[number] = notes
      return notes
    }
  }

  /// Ends all calls: there are no more answers.
  func lose(_ problem: SessionProblem) {
    let pending = state.withLock { state in
      state.lost = state.lost ?? problem
      defer { state.pending = [:] }
      return state.pending
    }
    link.close()
    for call in pending.values { call.fail(Self.error(problem)) }
  }

  static func error(_ problem: SessionProblem) -> MockServiceError {
    MockServiceError(problem: .sessionLost, problem.description, at: nil)
  }
}
