internal import MockPlatform

/// A stub of a requirement: what it returns and throws, call after call.
///
/// ```swift
/// mock.on.load(id: 7).returns(first, second)
/// mock.on.save().throws(AppError.offline, times: 2).returns()
/// let cached = mock.on.cached { id in Member(id: id) }
/// ```
///
/// The calls get the responses in the order in which you write them, each once, and the last one again and again. If the
/// last one has a number of times, the stub accepts no more calls after that: an earlier stub answers, or the script.
///
/// `@unchecked Sendable`: `stub` captures only the matches of the arguments, which are `Sendable`.
public struct MockStub<Value, Failure: Error>: @unchecked Sendable {
  private let core: _MockServiceCore
  private let entry: StubEntry
  /// Makes the requirement's stub from a closure without arguments.
  private let stub: (@escaping @Sendable () throws -> Value) -> any Sendable

  init(
    _ core: _MockServiceCore, _ entry: StubEntry,
    stub: @escaping (@escaping @Sendable () throws -> Value) -> any Sendable
  ) {
    (self.core, self.entry, self.stub) = (core, entry, stub)
  }

  /// Removes the stub, so that an earlier stub or the script answers again.
  public func remove() { core.stubs.remove(entry) }

  // MARK: - Responses

  /// Returns values, one for each call.
  ///
  /// - Parameters:
  ///   - value: The first value.
  ///   - others: The values of the calls after it.
  /// - Returns: The stub.
  @discardableResult public func returns(_ value: Value, _ others: Value...) -> MockStub {
    for value in [value] + others { add(value, times: nil) }
    return self
  }

  /// Returns a value for a number of calls.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - count: The number of calls.
  /// - Returns: The stub.
  @discardableResult public func returns(_ value: Value, times count: Int) -> MockStub {
    add(value, times: count)
  }

  /// Throws an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - count: The number of calls; by default one, or all if nothing comes after it.
  /// - Returns: The stub.
  @discardableResult public func `throws`(_ error: Failure, times count: Int? = nil) -> MockStub {
    add(times: count) { throw error }
  }

  @discardableResult private func add(_ value: Value, times: Int?) -> MockStub {
    // The value goes from the test to the app, as one that a hand-written mock returns.
    let value = MockDecoded(value: value)
    return add(times: times) { value.value }
  }

  private func add(
    times: Int?, _ response: @escaping @Sendable () throws -> Value
  ) -> MockStub {
    if let times, times < 1 {
      core.sequencer.report(
        MockFailure(
          severity: .expectation,
          message: "`times: \(times)` uses the response for no call; write at least 1, or"
            + " remove it",
          sourceLocation: entry.place.location))
    }
    entry.add(stub(response), times: times)
    return self
  }

  // MARK: - Waiting

  /// Lets each call of the stub wait, on the scenario's clock, before it's answered.
  ///
  /// A requirement that isn't `async` can't wait, which is an issue.
  ///
  /// - Parameter delay: The time.
  /// - Returns: The stub.
  @discardableResult public func after(_ delay: Duration) -> MockStub {
    entry.update { $0.delay = delay }
    return self
  }

  /// Lets each call of the stub wait at a gate before it's answered, and before a delay begins.
  ///
  /// A requirement that isn't `async` can't wait, which is an issue.
  ///
  /// - Parameter name: The gate, which a test opens.
  /// - Returns: The stub.
  @discardableResult public func gate(_ name: String) -> MockStub {
    core.sequencer.context.gates.declare(CollectionOfOne(name))
    entry.update { $0.gate = name }
    return self
  }
}

extension MockStub where Value == Void {
  /// Returns.
  ///
  /// - Parameter count: The number of calls; by default one, or all if nothing comes after it.
  /// - Returns: The stub.
  @discardableResult public func returns(times count: Int? = nil) -> MockStub {
    add((), times: count)
  }
}

extension MockStub where Failure == Never {
  /// A requirement that doesn't throw can't be stubbed with an error.
  @available(*, unavailable, message: "the requirement doesn't throw; write `.returns(...)`")
  @discardableResult public func `throws`(_ error: any Error, times count: Int? = nil) -> MockStub {
    self
  }
}

/// The error by which a typed stub hands a call on to the script, which answers in its place.
///
/// ```swift
/// mock.on.fetch { id in
///   guard id == 7 else { throw MockPassOn() }
///   return receipt
/// }
/// ```
public struct MockPassOn: Error, Sendable {
  /// Creates the error.
  public init() {}
}

/// A stub in a table, with its responses.
///
/// The macro writes one type for each requirement, so that a closure keeps its type.
final class StubEntry: Sendable {
  /// The gate at which calls wait, and the delay after it.
  struct Wait: Sendable {
    var delay = Duration.zero
    var gate: String?
  }

  /// The macro's stub with one closure, and the calls that it answers.
  private struct Response {
    var stub: any Sendable
    /// Nil for one call, or for all if it's the last response.
    var times: Int?
    var used = 0
  }

  private struct State {
    var responses: [Response] = []
    /// The response that answers next.
    var index = 0
    var wait: Wait?

    /// Counts a call; nil if the stub answers no more.
    mutating func take() -> (any Sendable)? {
      while index < responses.count {
        let response = responses[index]
        let isLast = index == responses.count - 1
        if response.used < response.times ?? (isLast ? .max : 1) {
          responses[index].used += 1
          return response.stub
        }
        guard !isLast else { return nil }
        index += 1
      }
      return nil
    }
  }

  let type: ObjectIdentifier
  /// The place where the test configures the stub.
  let place: StubPlace
  private let state = Locked(State(), isLeaf: true)

  /// Creates an entry, with its first response if there is one.
  init<Stub: Sendable>(_ type: Stub.Type, _ first: Stub?, at location: MockSourceLocation) {
    (self.type, place) = (ObjectIdentifier(type), StubPlace(location))
    if let first { add(first, times: nil) }
  }

  /// The wait of each call; nil for none.
  var wait: Wait? { state.withLock(\.wait) }

  func add(_ stub: any Sendable, times: Int?) {
    state.withLock { state in
      state.responses.append(Response(stub: stub, times: times.map { max(0, $0) }))
    }
  }

  func update(_ change: (inout Wait) -> Void) {
    state.withLock { state in
      var wait = state.wait ?? Wait()
      change(&wait)
      state.wait = wait
    }
  }

  /// Returns the stub that answers a call; nil if it doesn't accept the call, or has no response left.
  ///
  /// `accepts` runs without the lock.
  func next<Stub: Sendable>(where accepts: (Stub) -> Bool) -> Stub? {
    // All responses of an entry answer for the same arguments.
    guard let first = state.withLock({ $0.responses.first?.stub }) as? Stub, accepts(first) else {
      return nil
    }
    return state.withLock { $0.take() } as? Stub
  }
}

/// The typed stubs of one mock, or those of every mock of a service, by their types.
///
/// Each requirement has its own stub type. A mock's table also adds its stubs to the count in the service's table. If
/// the service has no stubs at all, a call therefore reads only that count.
final class StubTable: Sendable {
  private struct Entries {
    var lists: [ObjectIdentifier: [StubEntry]] = [:]
    /// The tables of the mocks that have had stubs.
    var mocks: [WeakTable] = []

    var count: Int { lists.values.reduce(0) { $0 + $1.count } }
  }

  private struct WeakTable {
    weak var table: StubTable?
  }

  /// The number of stubs of the service, in all its tables.
  let count: AtomicNumber
  /// The table of the service; nil for that table itself.
  private let service: StubTable?
  private let entries = Locked(Entries(), isLeaf: true)

  /// Creates the table of a service.
  init() { (count, service) = (AtomicNumber(), nil) }

  /// Creates the table of one mock of a service.
  init(of service: StubTable) { (count, self.service) = (service.count, service) }

  deinit { count.add(-entries.withLock(\.count)) }

  func add(_ entry: StubEntry) {
    service?.note(self)
    entries.withLock { entries in
      entries.lists[entry.type, default: []].append(entry)
      count.add(1)
    }
  }

  /// Remembers the table of a mock, so that a reset reaches its stubs.
  private func note(_ mock: StubTable) {
    entries.withLock { entries in
      entries.mocks.removeAll { $0.table == nil || $0.table === mock }
      entries.mocks.append(WeakTable(table: mock))
    }
  }

  func remove(_ entry: StubEntry) {
    let removed = entries.withLock { entries in
      let removed = entries.lists[entry.type]?.filter { $0 === entry } ?? []
      entries.lists[entry.type]?.removeAll { $0 === entry }
      count.add(-removed.count)
      return removed
    }
    // Freed without the lock: what its closure holds may run an app's code then.
    withExtendedLifetime(removed) {}
  }

  /// Removes all stubs; those of a service include the stubs of its mocks.
  func removeAll() {
    let removed = entries.withLock { entries in
      count.add(-entries.count)
      defer { entries = Entries() }
      return entries
    }
    for mock in removed.mocks { mock.table?.removeAll() }
    withExtendedLifetime(removed) {}
  }

  /// Returns the latest stub of a type that accepts a call; `accepts` runs without the lock.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - accepts: Whether a stub answers the call.
  /// - Returns: The stub with its entry; nil if none accepts the call.
  func last<Stub: Sendable>(
    _ type: Stub.Type, where accepts: (Stub) -> Bool
  ) -> (stub: Stub, entry: StubEntry)? {
    let list = entries.withLock { $0.lists[ObjectIdentifier(type)] ?? [] }
    for entry in list.reversed() {
      if let stub = entry.next(where: accepts) { return (stub, entry) }
    }
    return nil
  }
}
