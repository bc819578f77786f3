internal import CLibrary
internal import MockCalls
internal import MockData
internal import MockHTTPServer
internal import MockLua
internal import MockPlatform

/// Sends the changes of a session to its subscribers as server-sent events.
///
/// Each subscriber gets the changes that it doesn't have yet, many times a second, and only as fast as it reads.
/// Nothing is queued, so neither many calls nor a slow reader use memory or delay the calls. Changes caused by a call
/// or a request are sent in the same round as the call.
final class EventFeed: Sendable {
  /// The maximum number of subscribers.
  private static let pageLimit = 32
  /// The maximum delay before a change is sent, in microseconds.
  private static let interval: UInt32 = 30_000
  /// The maximum time, in microseconds, that a new subscriber waits if there are no other subscribers.
  private static let idleInterval: UInt32 = 200_000

  private let session: any InspectedSession
  private let showsSecrets: Bool
  private let arrivals = Locked<[HTTPExchange]>([])
  private let count = AtomicNumber()
  /// Greater than 0 if something has changed since the last round.
  private let news = AtomicNumber()
  /// The scenario whose calls are observed.
  private let observed = Locked<ObjectIdentifier?>(nil)

  init(_ session: any InspectedSession, showsSecrets: Bool) {
    (self.session, self.showsSecrets) = (session, showsSecrets)
  }

  func add(_ exchange: HTTPExchange) throws(Refusal) {
    guard count.value < Self.pageLimit else {
      throw Refusal(503, "tooMany", "\(Self.pageLimit) pages are already connected; close one")
    }
    count.add(1)
    exchange.beginEvents()
    arrivals.withLock { $0.append(exchange) }
  }

  /// Signals that something has changed and must be sent to subscribers.
  func wake() { news.value = 1 }

  private func observe() {
    let scenario = session.scenario
    let isNew = observed.exchange(ObjectIdentifier(scenario)) != ObjectIdentifier(scenario)
    guard isNew else { return }
    scenario.log.subscribe { [news] in news.value = 1 }
    wake()
  }

  /// Serves the subscribers on a separate thread.
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
        // Changes without a notification, such as a reloaded script, are only checked every fourth round.
        let sendsAll = hasNews || rounds % 4 == 0
        for index in subscribers.indices {
          subscribers[index].send(self.session, all: sendsAll)
        }
        usleep(subscribers.isEmpty ? Self.idleInterval : Self.interval)
      }
    }
  }
}

/// A subscriber, with the data that it was sent.
private struct EventSubscriber {
  let exchange: HTTPExchange
  private let showsSecrets: Bool
  /// A strong reference, so that another scenario can't have the same identity.
  private var scenario: ScenarioRuntime?
  private var epoch = 0
  /// The number of the first call that wasn't sent.
  private var next = 1
  private var running: Set<Int> = []
  /// The number of values that running streams had sent, by the number of the call.
  private var sentCounts: [Int: Int] = [:]
  private var sent: [String: AnyCodableValue] = [:]

  /// The maximum number of calls in one event.
  private static let batch = 1000
  /// The number of unsent bytes above which no more calls are sent.
  private static let unsentLimit = 1 << 20

  init(_ exchange: HTTPExchange, showsSecrets: Bool) {
    (self.exchange, self.showsSecrets) = (exchange, showsSecrets)
  }

  private func row(of call: MockCallRecord, _ log: MockCallLog) -> AnyCodableValue {
    let sent = call.outcome == .running ? log.sent(by: call.order) : []
    return CallRow.row(of: showsSecrets ? call : call.redacted, sent: sent)
  }

  mutating func send(_ session: any InspectedSession, all sendsAll: Bool) {
    let scenario = session.scenario
    let epoch = scenario.log.epoch
    if scenario !== self.scenario || epoch != self.epoch {
      (self.scenario, self.epoch, next, running, sent) = (scenario, epoch, 1, [], [:])
      exchange.send("reset", [:])
    }
    guard exchange.unsent < Self.unsentLimit else { return }
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
          "variant": script.variant.map { .string($0) } ?? .null,
          "variants": .array(scenario.scenario.variantNames.map { .string($0) }),
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

  /// Sends new and completed calls; false if there aren't any.
  private mutating func sendCalls(_ log: MockCallLog) -> Bool {
    var rows: [AnyCodableValue] = []
    var hasRows = false
    for order in log.ended(of: running).prefix(Self.batch) {
      running.remove(order)
      if let call = log.call(order) { rows.append(row(of: call, log)) }
    }
    let counts = log.sentCounts()
    for (order, count) in counts where running.contains(order) && sentCounts[order] != count {
      if let call = log.call(order) { rows.append(row(of: call, log)) }
    }
    sentCounts = counts
    while true {
      let calls = log.calls(from: next, limit: Self.batch)
      for call in calls {
        if call.outcome == .running { running.insert(call.order) }
        rows.append(row(of: call, log))
      }
      if let last = calls.last { next = last.order + 1 }
      if !rows.isEmpty {
        exchange.send("calls", .array(rows))
        hasRows = true
      }
      rows = []
      guard calls.count == Self.batch, exchange.unsent < Self.unsentLimit else { return hasRows }
    }
  }
}

extension InspectedScript {
  /// A hash that changes with the text and the problems.
  fileprivate var hashOfContents: Int {
    var hasher = Hasher()
    hasher.combine(text)
    for problem in problems { hasher.combine(problem.text) }
    return hasher.finalize()
  }
}
