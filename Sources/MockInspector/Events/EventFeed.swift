internal import CLibrary
internal import MockCalls
internal import MockData
internal import MockHTTPServer
internal import MockLua
internal import MockPlatform

/// Sends what changes in a session to whoever subscribes to it, as server-sent events.
///
/// Each subscriber is sent what it does not know yet, many times a second, and only as fast as it reads: nothing
/// is queued, so that neither many calls nor a slow reader take memory or hold up the calls. What a call or a request
/// changes is sent in the same round as the call.
final class EventFeed: Sendable {
  /// The most subscribers at once.
  private static let most = 32
  /// How long something new waits at most, in microseconds.
  private static let interval: UInt32 = 30_000
  /// How long somebody new waits while nobody is subscribed.
  private static let idleInterval: UInt32 = 200_000

  private let session: any InspectedSession
  private let showsSecrets: Bool
  private let arrivals = Locked<[HTTPExchange]>([])
  private let count = AtomicNumber()
  /// Above 0 where something has changed since the last round.
  private let news = AtomicNumber()
  /// The scenario whose calls are observed.
  private let observed = Locked<ObjectIdentifier?>(nil)

  init(_ session: any InspectedSession, showsSecrets: Bool) {
    (self.session, self.showsSecrets) = (session, showsSecrets)
  }

  func add(_ exchange: HTTPExchange) throws(Refusal) {
    guard count.value < Self.most else {
      throw Refusal(503, "tooMany", "\(Self.most) pages are already connected; close one")
    }
    count.add(1)
    exchange.beginEvents()
    arrivals.withLock { $0.append(exchange) }
  }

  /// Something has changed, which subscribers are to be sent.
  func wake() { news.value = 1 }

  /// Observes the calls of the scenario that answers now.
  private func observe() {
    let scenario = session.scenario
    let isNew = observed.exchange(ObjectIdentifier(scenario)) != ObjectIdentifier(scenario)
    guard isNew else { return }
    scenario.log.subscribe { [news] in news.value = 1 }
    wake()
  }

  /// Serves the subscribers, on a thread of its own.
  func start() {
    IOThread.start { [weak self] in
      var subscribers: [EventSubscriber] = []
      var rounds = 0
      while let self {
        subscribers += self.arrivals.exchange([]).map {
          EventSubscriber($0, showsSecrets: self.showsSecrets)
        }
        rounds += 1
        if rounds % 16 == 0 {
          subscribers.removeAll { subscriber in
            guard subscriber.exchange.isOver else { return false }
            subscriber.exchange.end()
            self.count.add(-1)
            return true
          }
        }
        self.observe()
        let hasNews = self.news.value > 0
        self.news.value = 0
        // What moves by itself, as a script that is read again, is sent to nobody.
        let sendsAll = hasNews || rounds % 4 == 0
        for index in subscribers.indices {
          subscribers[index].send(self.session, all: sendsAll)
        }
        usleep(subscribers.isEmpty ? Self.idleInterval : Self.interval)
      }
    }
  }
}

/// A subscriber, and what it was sent.
private struct EventSubscriber {
  let exchange: HTTPExchange
  private let showsSecrets: Bool
  /// Kept, so that another scenario is not taken for it.
  private var scenario: ScenarioRuntime?
  private var epoch = 0
  /// The number of the first call that was not sent.
  private var next = 1
  private var running: Set<Int> = []
  private var sent: [String: AnyCodableValue] = [:]

  /// The calls of one event.
  private static let batch = 1000
  /// Bytes that may be on their way before no more calls are sent.
  private static let mostUnsent = 1 << 20

  init(_ exchange: HTTPExchange, showsSecrets: Bool) {
    (self.exchange, self.showsSecrets) = (exchange, showsSecrets)
  }

  private func row(of call: MockCallRecord) -> AnyCodableValue {
    CallRow.row(of: showsSecrets ? call : call.redacted)
  }

  mutating func send(_ session: any InspectedSession, all sendsAll: Bool) {
    let scenario = session.scenario
    let epoch = scenario.log.epoch
    if scenario !== self.scenario || epoch != self.epoch {
      (self.scenario, self.epoch, next, running, sent) = (scenario, epoch, 1, [], [:])
      exchange.send("reset", [:])
    }
    guard exchange.unsent < Self.mostUnsent else { return }
    let hasCalls = sendCalls(scenario.log)
    let view = SessionView(session, showsSecrets: showsSecrets)
    send("state", view.state)
    send("gates", view.gates)
    if sendsAll || hasCalls || sent["services"] == nil {
      send("services", view.services)
      send("answered", view.answered)
      send("clock", view.steadyClock)
      send("apps", .array(session.apps.map { .string($0) }))
      let script = session.script
      send(
        "script",
        [
          "scenario": script.scenario.map { .string($0) } ?? .null,
          "scenarios": .array(scenario.scenario.scenarioNames.map { .string($0) }),
          "version": .string("\(script.hashOfContents)"),
          "readOnly": .bool(session.isReadOnly),
        ])
    }
  }

  private mutating func send(_ event: String, _ value: AnyCodableValue) {
    guard sent[event] != value else { return }
    sent[event] = value
    exchange.send(event, value)
  }

  /// Sends the calls that are new or have ended; false where there are none.
  private mutating func sendCalls(_ log: MockCallLog) -> Bool {
    var rows: [AnyCodableValue] = []
    var hasRows = false
    for order in log.ended(of: running).prefix(Self.batch) {
      running.remove(order)
      if let call = log.call(order) { rows.append(row(of: call)) }
    }
    while true {
      let calls = log.calls(from: next, limit: Self.batch)
      for call in calls {
        if call.outcome == .running { running.insert(call.order) }
        rows.append(row(of: call))
      }
      if let last = calls.last { next = last.order + 1 }
      if !rows.isEmpty {
        exchange.send("calls", .array(rows))
        hasRows = true
      }
      rows = []
      guard calls.count == Self.batch, exchange.unsent < Self.mostUnsent else { return hasRows }
    }
  }
}

extension InspectedScript {
  /// Changes with text and problems.
  fileprivate var hashOfContents: Int {
    var hasher = Hasher()
    hasher.combine(text)
    for problem in problems { hasher.combine(problem.text) }
    return hasher.finalize()
  }
}
