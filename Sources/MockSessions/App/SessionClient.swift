package import MockCalls
package import MockConfiguration
internal import MockData
internal import MockPlatform

/// The app's side of a live session.
///
/// It sends the app's calls to the test, and keeps a copy of the test's shared state.
///
/// # Threads
///
/// The first caller that has something to write also writes for all others. A single thread reads. It blocks only on
/// the connection, and never runs the app's code. It delivers responses to the threads and tasks that wait for them.
/// These then decode the responses.
///
/// The reading thread also updates the copy of the state. If a change comes with the response to a call, the caller
/// notifies the observers; otherwise, a task does. If the connection is lost, the thread reconnects, and pending calls
/// continue.
package final class SessionClient: Sendable {
  struct State {
    var pending: [Int: PendingCall] = [:]
    var lastID = 0
    /// The objects that report which fields the app reads, by the number that the test has assigned.
    var fields: [Int: FieldNotes] = [:]
    /// The reason why no more responses will arrive.
    var lost: SessionProblem?
  }

  /// The copy of the test's state.
  package let sharedState: MockSharedState
  /// The data that mocks read without making a call, by service.
  package let services: [String: MockServiceEntry]
  /// Whether a strict test requests additional checks.
  package let isStrict: Bool
  /// Whether calls that the scenario doesn't handle are passed through to the live services, because the test records
  /// them.
  package let passesUnknown: Bool
  let handshake: SessionHandshake
  let link = SessionLink()
  let state = Locked(State())
  /// Whether observers of the state still have to be notified.
  let news = AtomicNumber()
  /// The number of threads that are notifying observers.
  private let notifying = AtomicNumber()
  private let journal: Locked<Int>

  /// The time limit for restoring a lost connection while the test still listens.
  ///
  /// A test that is slow or stopped in a debugger still has the responses of the pending calls.
  package static let redialLimit = Duration.seconds(300)

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
    isStrict = welcome.watched
    passesUnknown = welcome.passes
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
          address: handshake.address.hostAndPort, reason: "the system is out of threads",
          isRefused: false))
    }
  }

  /// Sends the app's changes of the state, in order.
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

  /// Notifies observers of state changes before a caller continues.
  func notifyObservers() {
    guard news.value > 0 else { return }
    notifying.add(1)
    news.value = 0
    sharedState.notifyObservers()
    notifying.add(-1)
  }

  /// Notifies observers, and waits until other threads have also finished notifying them.
  ///
  /// It waits for at most a second, because an observer may itself be waiting for the caller to continue.
  nonisolated(nonsending) func waitForObservers() async {
    notifyObservers()
    guard notifying.value > 0 else { return }
    let deadline = ContinuousClock.now + .seconds(1)
    while notifying.value > 0, ContinuousClock.now < deadline, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Sends the requirements of the app's mocks to the test, if the test has requested them.
  ///
  /// To find the requirements, it decodes the app's types from samples, on the thread that joins the session.
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

  /// Reports a problem in the app to the test.
  package func report(_ failure: MockFailure) {
    let issue = SessionFrame.Issue(
      place: failure.place?.description, message: failure.message,
      category: failure.kind == .other ? nil : failure.kind.rawValue,
      code: failure.problem?.rawValue)
    link.send(SessionFrame.issue(issue).plainlyEncoded())
  }

  /// Returns the object that reports which fields of a response the app reads.
  ///
  /// The number comes from the test, and is the same for all values of a response.
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

  /// Ends all calls, because no more responses will arrive.
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
