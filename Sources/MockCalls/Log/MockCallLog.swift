public import MockConfiguration
package import MockData
internal import MockPlatform

/// A log of all calls to a set of sequencers, in the order in which their responses were chosen.
///
/// All operations are synchronous. The log keeps the latest 10,000 calls, or another number that you choose. If the
/// arguments, results, and state that come from scripts and other processes exceed 32 MiB, the log drops its earliest
/// calls. Call counts remain exact. If a verification needs a dropped call, the verification fails and reports the
/// reason.
public final class MockCallLog: Sendable {
  struct Storage {
    var limit: Int
    /// The entries, as a ring buffer.
    ///
    /// When it is full, call `order` is at index `(order - 1) % limit`.
    var entries: [CallEntry] = []
    /// The number of the latest call.
    var last = 0
    /// The number of resets.
    ///
    /// It distinguishes calls with the same number. A call that began before a reset must not end a later call.
    var epoch = 0
    var methods: [MethodIdentity] = []
    /// The maximum number of calls that the latest verification of each method allows, by method.
    var bounds: [String: VerifiedBound] = [:]
    /// The services that have sequencers or methods.
    ///
    /// An unnamed service is `nil`.
    var services: Set<String?> = []
    /// The services that pass calls without responses through, and that can therefore have methods of any name.
    var passing: Set<String?> = []
    var lastObserver = 0
    var observers: [Int: @Sendable () -> Void] = [:] { didSet { isObserved = !observers.isEmpty } }
    var isObserved = false
    /// The latest values of running streams while the log is observed, by the number of the call.
    var sent: [Int: SentValues] = [:]

    /// The total size in bytes of the entries' data that comes from scripts and other processes.
    var byteSize = 0
    /// The sizes in bytes of shared values that aren't part of an entry yet, by key.
    var unkept: [String: Int] = [:]
    /// The number of the first call that wasn't dropped because of its size.
    ///
    /// All earlier entries are empty.
    var firstKept = 1

    /// Whether calls were dropped because of their size rather than their number.
    var isHeavy: Bool { firstKept > max(last - entries.count + 1, 1) }

    /// The number of the earliest call that the log keeps.
    var first: Int { max(last - entries.count + 1, firstKept) }

    func slot(_ order: Int) -> Int? {
      order >= first && order <= last ? (order - 1) % limit : nil
    }

    func entries(of method: String?) -> [(order: Int, entry: CallEntry)] {
      (first..<last + 1).compactMap { order in
        guard let slot = slot(order) else { return nil }
        let entry = entries[slot]
        if let method, "\(entry.method)" != method { return nil }
        return (order, entry)
      }
    }

    func total(of method: String) -> Int {
      methods.reduce(0) { $0 + ("\($1)" == method ? $1.total : 0) }
    }

    /// Stores the entry of the latest call, and replaces `entry` with the entry that was in that place, if any.
    mutating func put(_ entry: inout CallEntry) {
      let slot = (last - 1) % limit
      if entry.count == 0 { entry.count = entry.method.total }
      let byteSize = entry.arguments.byteSize
      if slot == entries.count {
        entries.append(entry)
      } else {
        self.byteSize -= entries[slot].byteSize
        swap(&entries[slot], &entry)
      }
      addBytes(byteSize, at: slot)
    }

    /// If the total becomes too large, the earliest entries are dropped, but never the latest call.
    mutating func addBytes(_ byteSize: Int, at slot: Int) {
      var byteSize = byteSize
      if !unkept.isEmpty {
        byteSize += unkept.values.reduce(0, +)
        unkept = [:]
      }
      guard byteSize > 0 else { return }
      entries[slot].byteSize += byteSize
      self.byteSize += byteSize
      while self.byteSize > MockCallLog.byteLimit, first < last {
        let oldest = (first - 1) % limit
        self.byteSize -= entries[oldest].byteSize
        entries[oldest].evict()
        firstKept = first + 1
      }
    }
  }

  let storage: Locked<Storage>
  package let contracts = MockContracts()
  /// Hides secrets in messages about the calls of the log.
  package let redaction = Redaction()

  /// The maximum total size in bytes of data that comes from scripts and other processes, except the latest call's.
  static let byteLimit = 32 << 20

  /// Creates a log that keeps up to `limit` calls.
  ///
  /// The default is 10,000, and the minimum is 1.
  public init(limit: Int = 10_000) {
    storage = Locked(Storage(limit: max(1, limit)), isLeaf: true)
  }

  /// The total number of calls since the last reset, including dropped calls.
  public var count: Int { storage.withLock { $0.last } }

  /// The number of calls that haven't ended, among those that the log keeps.
  var runningCount: Int { storage.withLock { $0.entries.count { $0.isRunning } } }

  package var droppedCount: Int { storage.withLock { $0.first - 1 } }

  /// The number of times that the log was reset.
  package var epoch: Int { storage.withLock { $0.epoch } }

  /// Returns the number of calls to a method, such as `OTP.verify`.
  ///
  /// The number is exact, even if the log has dropped some of the calls. If the name is unknown, the number is 0. In
  /// contrast, `verify` fails for an unknown name.
  public func count(of method: String) -> Int {
    storage.withLock { $0.total(of: method) }
  }

  /// Returns the calls that the log keeps, in order.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `OTP.verify`, or `nil` (the default) for all methods.
  ///   - pattern: The pattern for the arguments, or `nil` (the default) to accept any arguments.
  /// - Returns: The calls, in the order in which their responses were chosen. If the method is unknown, the list is
  ///   empty. In contrast, `verify` fails for an unknown method.
  public func calls(
    _ method: String? = nil, matching pattern: MatchPattern? = nil
  ) -> [MockCallRecord] {
    // Not under the lock, because this encodes the results of stubs with the app's code.
    let all = entries(of: method).map { $1.record(order: $0, redaction: redaction) }
    guard let pattern else { return all }
    return all.filter { (try? pattern.matches($0.arguments)) ?? false }
  }

  /// If the method is `nil`, returns the entries of all calls.
  func entries(of method: String?) -> [(order: Int, entry: CallEntry)] {
    storage.withLock { $0.entries(of: method) }
  }

  /// Returns the entries of a method's calls and the total number of its calls, both at the same moment.
  func history(of method: String) -> (entries: [(order: Int, entry: CallEntry)], total: Int) {
    storage.withLock { ($0.entries(of: method), $0.total(of: method)) }
  }

  /// Removes all calls, and resets all counts to 0.
  public func reset() {
    storage.discard { storage in
      defer { storage.entries = [] }
      storage.last = 0
      storage.byteSize = 0
      storage.unkept = [:]
      storage.firstKept = 1
      storage.sent = [:]
      storage.epoch += 1
      for method in storage.methods {
        method.total = 0
        for response in method.prepared { response.uses = 0 }
      }
      return storage.entries
    }
  }

  /// Registers methods of a service, which have responses or are about to be called.
  ///
  /// An unnamed service is `nil`. If `passes` is true, the service passes calls without responses through.
  func register(
    _ methods: [MethodIdentity], of service: String?, replacing old: MethodIdentity? = nil,
    passes: Bool = false
  ) {
    storage.withLock { storage in
      storage.services.insert(service)
      if passes { storage.passing.insert(service) }
      for method in methods { method.redaction = redaction }
      storage.methods.append(contentsOf: methods)
      old?.isReplaced = true
    }
  }

  /// The services with at least one configured method, sorted.
  var configuredServices: [String] {
    let services = storage.withLock { storage in
      storage.methods.compactMap { $0.prepared.isEmpty ? nil : $0.service }
    }
    return Set(services).sorted()
  }

  /// The methods that have responses or have been called.
  var knownMethods: [String] {
    storage.withLock { storage in
      storage.methods.filter { !$0.prepared.isEmpty || $0.total > 0 }.map(\.description)
    }
  }

  /// Removes methods that can't be called anymore, so that their responses aren't reported as unused.
  func forget(_ methods: [MethodIdentity]) {
    let gone = Set(methods.map(ObjectIdentifier.init))
    storage.withLock { $0.methods.removeAll { gone.contains(ObjectIdentifier($0)) } }
  }

  /// If `notifies` is false, observers are notified when the call ends.
  @discardableResult func append(_ entry: CallEntry, notifies: Bool = true) -> LoggedCall {
    entry.response?.coverage?.count()
    var entry = entry
    let (call, isObserved) = storage.withLock { storage in
      storage.last += 1
      entry.method.total += 1
      entry.response?.uses += 1
      storage.put(&entry)
      return (LoggedCall(order: storage.last, epoch: storage.epoch), storage.isObserved)
    }
    // Freed without holding the lock, because the result of a stub or an argument may be one of the app's objects.
    withExtendedLifetime(entry) {}
    if isObserved, notifies { notifyObservers() }
    return call
  }

  /// Replaces the entry of a call that a stub has passed on, because the call now has a response.
  func replace(_ call: LoggedCall, with entry: CallEntry) -> LoggedCall {
    entry.response?.coverage?.count()
    update { storage in
      entry.response?.uses += 1
      if call.epoch == storage.epoch, let slot = storage.slot(call.order) {
        let (byteSize, isVerified) = (
          storage.entries[slot].byteSize, storage.entries[slot].isVerified
        )
        storage.entries[slot] = entry
        storage.entries[slot].byteSize = byteSize
        storage.entries[slot].isVerified = isVerified
      }
    }
    return call
  }

  /// Records the end of a call, unless the log has dropped the call.
  func complete(
    _ call: LoggedCall, _ outcome: MockCallOutcome, duration: Duration,
    state: [String: AnyCodableValue]?, isOfScript: Bool = false, result: LazyResult? = nil
  ) {
    let byteSize = isOfScript ? outcome.byteSize : 0
    update { storage in
      if call.epoch == storage.epoch, let slot = storage.slot(call.order),
        storage.entries[slot].isRunning
      {
        storage.entries[slot].end(
          outcome, duration: duration, state: state, result: result, after: storage.last)
        storage.addBytes(byteSize, at: slot)
      }
      // This also applies to a call that was dropped in the meantime.
      if call.epoch == storage.epoch { storage.sent[call.order] = nil }
    }
  }

  /// Adds the size of values that a script or another process has put into the shared state.
  ///
  /// The next call that begins or ends includes this size.
  package func addBytes(_ values: [String: AnyCodableValue]) {
    for (key, value) in values { addBytes(value.byteSize, of: key) }
  }

  /// Adds the size in bytes of a changed value of the shared state.
  package func addBytes(_ byteSize: Int, of key: String) {
    storage.withLock { $0.unkept[key] = byteSize > 0 ? byteSize : nil }
  }

  /// Returns advice on how to keep the log from dropping calls, for the end of a message.
  package func suggestionForDropped(limit name: String) -> String {
    storage.withLock { $0.isHeavy }
      ? "their values take more than \(Self.byteLimit >> 20) MiB; pass smaller values"
      : "raise \(name)"
  }

  /// Changes the log, and then notifies its observers.
  @inline(__always) func update(_ change: (inout Storage) -> Void) {
    let isObserved = storage.withLock { storage in
      change(&storage)
      return storage.isObserved
    }
    if isObserved { notifyObservers() }
  }

  func notifyObservers() {
    let observers = storage.withLock { $0.observers }
    for observer in observers.values { observer() }
  }
}

/// The position of a call in a log.
package struct LoggedCall: Sendable {
  package var order: Int
  var epoch: Int
}

/// The latest values that a running stream has sent.
struct SentValues {
  private static let most = 500

  private(set) var count = 0
  private(set) var values: [AnyCodableValue] = []

  mutating func add(_ value: AnyCodableValue) {
    count += 1
    // Many values are removed at once, because each removal moves the remaining ones.
    if values.count == 2 * Self.most { values.removeFirst(Self.most) }
    values.append(value)
  }
}

/// The entry refers to existing data, so that recording a call is cheap.
struct CallEntry {
  var method: MethodIdentity
  var arguments: MockArguments
  /// The number of the call among the method's calls, starting at 1.
  ///
  /// If it is 0, the log determines the number.
  var count = 0
  var step = 0
  var response: PreparedResponse?
  var key: AnyCodableValue?
  var lacksKey = false
  /// The number of the called mock, or 0 if the call wasn't made on a mock, for example because a script or another
  /// process made it.
  var mock = 0
  /// The app in another process that made the call, or `nil` for a call in this process.
  var origin: CallOrigin?
  /// The shared state at the end of the call.
  ///
  /// While the call is running, it is the state at its start.
  var state: [String: AnyCodableValue]?
  /// The time on a virtual clock when the call began, in nanoseconds.
  ///
  /// It is -1 if the time is unknown.
  var time: Int64 = -1
  /// Whether a stub's closure responds to the call.
  var isStubbed = false
  /// The location of that closure, if it belongs to a typed stub.
  var stub: StubPlace?
  /// Whether the call returns a sequence of values.
  var isStream = false
  var isVerified = false
  /// The size in bytes of the entry's data that comes from scripts and other processes.
  var byteSize = 0

  var outcome = MockCallOutcome.running
  /// The values that were pushed after the response had ended.
  var pushed: [AnyCodableValue] = []
  /// The value that a stub's closure returned.
  ///
  /// It replaces the value of the outcome.
  var result: LazyResult?
  var duration: Duration?
  /// The shared state when the call began.
  ///
  /// It is `nil` if it is the same as `state` or wasn't kept.
  var before: [String: AnyCodableValue]?
  /// The number of the latest call when this one ended.
  ///
  /// It is `nil` if this call ended in the step in which it began, or is still running.
  var lastAtEnd: Int?

  var isRunning: Bool { if case .running = outcome { true } else { false } }

  /// Ends the call in the same step in which it begins.
  mutating func end(with outcome: MockCallOutcome) {
    (self.outcome, duration) = (outcome, .zero)
  }

  mutating func end(
    _ outcome: MockCallOutcome, duration: Duration, state: [String: AnyCodableValue]?,
    result: LazyResult?, after last: Int
  ) {
    // While an immediate call of this process runs, only its own updates change the state.
    if duration > .zero || origin != nil || response?.isImmediate != true { before = self.state }
    (self.outcome, self.duration, self.state) = (outcome, duration, state)
    (self.result, lastAtEnd) = (result, last)
  }

  /// Releases the values of the call, so that the entry takes up little memory.
  mutating func evict() {
    // For a caller in this process, the arguments exist in the app anyway.
    if arguments.byteSize > 0 { arguments = .none }
    (state, before) = (nil, nil)
    // A value that a closure returned belongs to the app. It must not be freed here, because the log is locked.
    if !isStubbed { (key, outcome) = (nil, .cancelled) }
    pushed = []
    byteSize = 0
  }

  func record(order: Int, redaction: Redaction) -> MockCallRecord {
    MockCallRecord(
      order: order, service: method.service, method: method.name, arguments: arguments.value,
      count: count, step: step, key: key, lacksKey: lacksKey, responseIndex: response?.index,
      place: method.place(of: response?.index),
      outcome: (result.map { .returned($0.encoded) } ?? outcome).adding(pushed, isStream: isStream),
      duration: duration,
      state: state ?? [:], isStubbed: isStubbed, app: origin?.name, stateBefore: before,
      redaction: redaction, began: time < 0 ? nil : .nanoseconds(time),
      lastAtEnd: isRunning ? nil : lastAtEnd ?? order, isOfScript: arguments.isOfScript,
      isPassed: response?.response.result == .passthrough, isStream: isStream || !pushed.isEmpty)
  }
}
