public import MockConfiguration
package import MockData
internal import MockPlatform

/// Every call of a set of sequencers, in the order in which their responses were chosen.
///
/// Everything is synchronous. The log keeps the last 10,000 calls, or as many as it is told to, and fewer of them
/// where what scripts, and apps in other processes, have made of arguments, results and state takes more than 32 MiB;
/// counts stay exact beyond that, and a verification that needs a dropped call fails and says so.
public final class MockCallLog: Sendable {
  struct Storage {
    var limit: Int
    /// A ring buffer: once it is full, call `order` stands at `(order - 1) % limit`.
    var entries: [CallEntry] = []
    /// The number of the latest call.
    var last = 0
    /// Counts the resets, so that a call that began before one does not end another.
    var epoch = 0
    var methods: [MethodIdentity] = []
    /// The most calls that the latest verification of each method permits, by method.
    var bounds: [String: VerifiedBound] = [:]
    /// The services that have sequencers or methods; nil for one without a name.
    var services: Set<String?> = []
    /// The services whose methods without responses pass their calls, so that any name may be one of theirs.
    var passing: Set<String?> = []
    var lastObserver = 0
    var observers: [Int: @Sendable () -> Void] = [:] { didSet { isObserved = !observers.isEmpty } }
    var isObserved = false

    /// Bytes that the entries keep of what scripts and apps have made.
    var byteSize = 0
    /// The bytes of the values of the shared state that no entry keeps yet, by key.
    var unkept: [String: Int] = [:]
    /// Earlier calls were dropped since they were too large; their entries are empty.
    var firstKept = 1

    /// Whether calls were dropped for what they held, and not for their number.
    var isHeavy: Bool { firstKept > max(last - entries.count + 1, 1) }

    /// The number of the earliest call that is kept.
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

    /// Puts an entry where the latest call stands, and gives what stood there.
    mutating func put(_ entry: CallEntry) -> CallEntry? {
      let slot = (last - 1) % limit
      var replaced: CallEntry?
      if slot == entries.count {
        entries.append(entry)
      } else {
        byteSize -= entries[slot].byteSize
        var other = entry
        swap(&entries[slot], &other)
        replaced = other
      }
      if entry.count == 0 { entries[slot].count = entry.method.total }
      if entry.arguments.load != 0 || !unkept.isEmpty {
        addBytes(entry.arguments.byteSize, at: slot)
      }
      return replaced
    }

    /// Makes an entry heavier, and drops the earliest ones where all of them are too heavy then; the last stays.
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
  /// What the mocks whose calls are recorded require.
  package let contracts = MockContracts()
  /// How messages about its calls hide secrets.
  package let redaction = Redaction()

  /// The most bytes of what scripts and apps have made that a log keeps; the latest call stays, however large it is.
  static let byteLimit = 32 << 20

  /// Creates a log that keeps so many calls, 10,000 by default and 1 at least.
  public init(limit: Int = 10_000) {
    storage = Locked(Storage(limit: max(1, limit)), isLeaf: true)
  }

  /// How many calls were made in all.
  public var count: Int { storage.withLock { $0.last } }

  /// How many of those that are kept have not ended.
  var runningCount: Int { storage.withLock { $0.entries.count { $0.isRunning } } }

  /// How many of them are no longer kept.
  package var droppedCount: Int { storage.withLock { $0.first - 1 } }

  /// How often the log was reset.
  package var epoch: Int { storage.withLock { $0.epoch } }

  /// How often a method was called, such as `OTP.verify`; exact, whatever the log still keeps.
  ///
  /// A name that nobody knows was never called; `verify` tells of it.
  public func count(of method: String) -> Int {
    storage.withLock { $0.total(of: method) }
  }

  /// The calls that the log keeps, in order.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `OTP.verify`; nil, the default, for all.
  ///   - pattern: What the arguments must match; nil, the default, for any.
  /// - Returns: The calls in order of choosing; none of a method that nobody knows, of which `verify` tells.
  public func calls(
    _ method: String? = nil, matching pattern: MatchPattern? = nil
  ) -> [MockCallRecord] {
    // Without the lock: the result of a stub is encoded now, by an app's code.
    let all = entries(of: method).map { $1.record(order: $0, redaction: redaction) }
    guard let pattern else { return all }
    return all.filter { (try? pattern.matches($0.arguments)) ?? false }
  }

  /// The calls as they are kept, with their numbers; nil for those of all methods.
  func entries(of method: String?) -> [(order: Int, entry: CallEntry)] {
    storage.withLock { $0.entries(of: method) }
  }

  /// The calls of a method as they are kept, and how many there were in all at that moment.
  func history(of method: String) -> (entries: [(order: Int, entry: CallEntry)], total: Int) {
    storage.withLock { ($0.entries(of: method), $0.total(of: method)) }
  }

  /// Forgets all calls and counts.
  public func reset() {
    let entries = storage.withLock { storage in
      defer { storage.entries = [] }
      storage.last = 0
      storage.byteSize = 0
      storage.unkept = [:]
      storage.firstKept = 1
      storage.epoch += 1
      for method in storage.methods {
        method.total = 0
        for response in method.prepared { response.uses = 0 }
      }
      return storage.entries
    }
    // Freed without the lock: the results of stubs may be an app's objects.
    withExtendedLifetime(entries) {}
  }

  /// Takes the methods of a service.
  ///
  /// - Parameters:
  ///   - methods: Methods that have responses, or are about to be called.
  ///   - service: The service; nil for one without a name.
  ///   - old: The method whose place one of them takes; nil, the default, for none.
  ///   - passes: Whether methods without responses pass their calls; false by default.
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

  /// The services of which a method has responses, sorted.
  var configuredServices: [String] {
    let services = storage.withLock { storage in
      storage.methods.compactMap { $0.prepared.isEmpty ? nil : $0.service }
    }
    return Set(services).sorted()
  }

  /// The methods that have responses or were called.
  var knownMethods: [String] {
    storage.withLock { storage in
      storage.methods.filter { !$0.prepared.isEmpty || $0.total > 0 }.map(\.description)
    }
  }

  /// Takes methods out that no call can reach any more, so that nobody misses their responses.
  func forget(_ methods: [MethodIdentity]) {
    let gone = Set(methods.map(ObjectIdentifier.init))
    storage.withLock { $0.methods.removeAll { gone.contains(ObjectIdentifier($0)) } }
  }

  /// Adds a call and gives its place; observers hear of one that is about to end when it does.
  @discardableResult func append(_ entry: CallEntry, notifies: Bool = true) -> LoggedCall {
    entry.response?.coverage?.count()
    let (call, replaced, isObserved) = storage.withLock { storage in
      storage.last += 1
      entry.method.total += 1
      entry.response?.uses += 1
      let replaced = storage.put(entry)
      return (
        LoggedCall(order: storage.last, epoch: storage.epoch), replaced, storage.isObserved
      )
    }
    // Freed without the lock: the result of a stub may be an app's object, and an argument may hold one.
    withExtendedLifetime(replaced) {}
    if isObserved, notifies { notifyObservers() }
    return call
  }

  /// Puts a call with a response in the place of one that a stub had, and gives that place.
  func replace(_ call: LoggedCall, with entry: CallEntry) -> LoggedCall {
    entry.response?.coverage?.count()
    let isObserved = storage.withLock { storage in
      entry.response?.uses += 1
      if call.epoch == storage.epoch, let slot = storage.slot(call.order) {
        let (byteSize, isVerified) = (
          storage.entries[slot].byteSize, storage.entries[slot].isVerified
        )
        storage.entries[slot] = entry
        storage.entries[slot].byteSize = byteSize
        storage.entries[slot].isVerified = isVerified
      }
      return storage.isObserved
    }
    if isObserved { notifyObservers() }
    return call
  }

  /// Records how a call ended; one that was dropped meanwhile stays so.
  func complete(
    _ call: LoggedCall, _ outcome: MockCallOutcome, duration: Duration,
    state: [String: AnyCodableValue]?, isOfScript: Bool = false, result: LazyResult? = nil
  ) {
    let byteSize = isOfScript ? outcome.byteSize : 0
    let isObserved = storage.withLock { storage in
      if call.epoch == storage.epoch, let slot = storage.slot(call.order),
        storage.entries[slot].isRunning
      {
        storage.entries[slot].end(
          outcome, duration: duration, state: state, result: result, after: storage.last)
        storage.addBytes(byteSize, at: slot)
      }
      return storage.isObserved
    }
    if isObserved { notifyObservers() }
  }

  /// Counts values that a script or an app has put into the shared state: the next call that begins or ends shows them.
  package func addBytes(_ values: [String: AnyCodableValue]) {
    for (key, value) in values { addBytes(value.byteSize, of: key) }
  }

  /// Counts the bytes of a value of the shared state, which was changed.
  package func addBytes(_ byteSize: Int, of key: String) {
    storage.withLock { $0.unkept[key] = byteSize > 0 ? byteSize : nil }
  }

  /// What to do where calls were dropped, as the end of a sentence.
  package func remedyForDropped(limit name: String) -> String {
    storage.withLock { $0.isHeavy }
      ? "what they hold takes more than \(Self.byteLimit >> 20) MiB: pass smaller values"
      : "raise \(name)"
  }

  func notifyObservers() {
    let observers = storage.withLock { $0.observers }
    for observer in observers.values { observer() }
  }
}

/// The place of a call in a log.
package struct LoggedCall: Sendable {
  package var order: Int
  var epoch: Int
}
