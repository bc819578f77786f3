internal import MockPlatform

/// A stub of a requirement: the values that it returns and the errors that it throws, call by call.
///
/// ```swift
/// mock.on.load(id: 7).returns(first, second)
/// mock.on.save().throws(AppError.offline, times: 2).returns()
/// let cached = mock.on.cached { id in Member(id: id) }
/// ```
///
/// Each call gets the next response, in the order in which you write them, and the last response repeats. If you limit
/// how many times the last response is used, the stub accepts no calls after that, and an earlier stub or the script
/// responds instead.
///
/// `@unchecked Sendable`: `stub` captures only the matches of the arguments, which are `Sendable`.
public struct MockStub<Value, Failure: Error>: @unchecked Sendable {
  private let core: _MockServiceCore
  private let entry: StubEntry
  /// Creates the requirement's stub from a closure that has no parameters.
  private let stub: (@escaping @Sendable () throws -> Value) -> any Sendable

  init(
    _ core: _MockServiceCore, _ entry: StubEntry,
    stub: @escaping (@escaping @Sendable () throws -> Value) -> any Sendable
  ) {
    (self.core, self.entry, self.stub) = (core, entry, stub)
  }

  /// Removes the stub, so that an earlier stub or the script responds again.
  public func remove() { core.stubs.remove(entry) }

  // MARK: - Responses

  /// Makes calls return values, one for each call.
  ///
  /// - Parameters:
  ///   - value: The first value.
  ///   - others: The values for the following calls.
  /// - Returns: The stub.
  @discardableResult public func returns(_ value: Value, _ others: Value...) -> MockStub {
    for value in [value] + others { add(value, times: nil) }
    return self
  }

  /// Makes a number of calls return a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - count: The number of calls.
  /// - Returns: The stub.
  @discardableResult public func returns(_ value: Value, times count: Int) -> MockStub {
    add(value, times: count)
  }

  /// Makes calls throw an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - count: The number of calls. By default, it is 1, or all calls if this is the last response.
  /// - Returns: The stub.
  @discardableResult public func `throws`(_ error: Failure, times count: Int? = nil) -> MockStub {
    add(times: count) { throw error }
  }

  @discardableResult private func add(_ value: Value, times: Int?) -> MockStub {
    // The value moves from the test to the app, like a value that a handwritten mock returns.
    let value = MockDecoded(value: value)
    return add(times: times) { value.value }
  }

  private func add(
    times: Int?, _ response: @escaping @Sendable () throws -> Value
  ) -> MockStub {
    if let times, times < 1 {
      report("`times: \(times)` never uses the response; write at least 1, or remove it")
    }
    entry.add(stub(response), times: times)
    return self
  }

  /// Reports a wrong argument at the line of the stub.
  private func report(_ message: String) {
    core.sequencer.report(
      MockFailure(
        severity: .expectation, message: message, sourceLocation: entry.place.location))
  }

  /// Creates a stream for each call.
  func addStream(_ stream: @escaping @Sendable () -> Value) -> MockStub { add(times: nil, stream) }

  /// Leaves the stream of each call open for pushed values.
  func addOpenStream() -> MockStub { add(times: nil) { throw OpenStreamStub() } }

  // MARK: - Waiting

  /// Delays the response to each call, on the scenario's clock.
  ///
  /// For a requirement that isn't `async`, the delay is reported as an issue, because the requirement can't wait.
  ///
  /// - Parameter delay: The duration of the delay.
  /// - Returns: The stub.
  @discardableResult public func after(_ delay: Duration) -> MockStub {
    if delay < .zero {
      report("`.after(\(delay))` is not a valid delay; write 0 or more")
    }
    entry.update { $0.delay = max(.zero, delay) }
    return self
  }

  /// Makes each call wait at a gate before its delay begins.
  ///
  /// For a requirement that isn't `async`, the gate is reported as an issue, because the requirement can't wait.
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
  /// Makes calls return nothing.
  ///
  /// - Parameter count: The number of calls. By default, it is 1, or all calls if this is the last response.
  /// - Returns: The stub.
  @discardableResult public func returns(times count: Int? = nil) -> MockStub {
    add((), times: count)
  }
}

extension MockStub where Failure == Never {
  /// Unavailable, because a requirement that doesn't throw can't be stubbed with an error.
  @available(*, unavailable, message: "the requirement doesn't throw; write `.returns(...)`")
  @discardableResult public func `throws`(_ error: any Error, times count: Int? = nil) -> MockStub {
    self
  }
}

/// An error that a typed stub throws to pass the call on to the script.
///
/// ```swift
/// mock.on.fetch { id in
///   guard id == 7 else { throw MockFallThrough() }
///   return receipt
/// }
/// ```
public struct MockFallThrough: Error, Sendable {
  /// Creates the error.
  public init() {}
}

/// A stub of the type that the macro generates for its requirement.
private final class TypedStub<Stub: Sendable>: Sendable {
  let stub: Stub

  init(_ stub: Stub) { self.stub = stub }
}

/// A stub in a table, with its responses.
///
/// The macro generates a stub type for each requirement, so that closures keep their types.
final class StubEntry: Sendable {
  /// The gate at which calls wait, and the delay after it.
  struct Wait: Sendable {
    var delay = Duration.zero
    var gate: String?
  }

  /// A stub with one closure, and the number of calls that it responds to.
  private struct Response {
    var stub: any AnyObject & Sendable
    /// The number of calls.
    ///
    /// If it is `nil`, the response is for one call, or for all further calls if it is the last one.
    var times: Int?
    var used = 0
  }

  private struct State {
    var responses: [Response] = []
    /// The index of the next response.
    var index = 0
    var wait: Wait?
    /// Whether a missing response was reported.
    var isReported = false

    /// Counts a call and returns its stub, or `nil` if no responses are left.
    mutating func take() -> (any AnyObject & Sendable)? {
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
  /// The location where the test configures the stub.
  let place: StubPlace
  private let state = Locked(State(), isLeaf: true)

  /// Creates an entry with its first response, if any.
  init<Stub: Sendable>(_ type: Stub.Type, _ first: Stub?, at location: MockSourceLocation) {
    (self.type, place) = (ObjectIdentifier(type), StubPlace(location))
    if let first { add(first, times: nil) }
  }

  /// The wait of each call, if any.
  var wait: Wait? { state.withLock { $0.wait } }

  func add<Stub: Sendable>(_ stub: Stub, times: Int?) {
    precondition(type == ObjectIdentifier(Stub.self))
    state.withLock { state in
      state.responses.append(Response(stub: TypedStub(stub), times: times.map { max(0, $0) }))
    }
  }

  func update(_ change: (inout Wait) -> Void) {
    state.withLock { state in
      var wait = state.wait ?? Wait()
      change(&wait)
      state.wait = wait
    }
  }

  /// Returns whether the stub has a gate or a delay but no response, and this wasn't reported before.
  func noteMissingResponse() -> Bool {
    state.withLock { state in
      guard state.wait != nil, state.responses.isEmpty, !state.isReported else { return false }
      state.isReported = true
      return true
    }
  }

  /// Returns the stub for a call, or `nil` if it doesn't accept the call or has no responses left.
  ///
  /// `accepts` runs without holding the lock.
  @inline(__always) func next<Stub: Sendable>(where accepts: (Stub) -> Bool) -> Stub? {
    // All responses of an entry accept the same arguments.
    guard let first = state.withLock({ $0.responses.first?.stub }), accepts(typed(first)) else {
      return nil
    }
    guard let stub = state.withLock({ $0.take() }) else { return nil }
    return typed(stub)
  }

  /// Returns a stub as its own type, which is the type of the entry.
  private func typed<Stub: Sendable>(_ stub: AnyObject) -> Stub {
    assert(type == ObjectIdentifier(Stub.self))
    return unsafeDowncast(stub, to: TypedStub<Stub>.self).stub
  }
}

/// The typed stubs of one mock, or of all mocks of a service, by type.
///
/// Each requirement has its own type of stub. A mock's table also counts its stubs in the service's table, so a call to
/// a service without any stubs reads only that count.
final class StubTable: Sendable {
  private struct Entries {
    var lists: [ObjectIdentifier: [StubEntry]] = [:]
    /// The tables of the service's mocks that have had stubs.
    var mocks: [WeakTable] = []

    var count: Int { lists.values.reduce(0) { $0 + $1.count } }
  }

  private struct WeakTable {
    weak var table: StubTable?
  }

  /// The number of stubs of the service, in all its tables.
  let count: AtomicNumber
  /// The table of the service, or `nil` if this is that table.
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

  /// Remembers the table of a mock, so that a reset removes its stubs as well.
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
    // Freed without holding the lock, because freeing the closure may run the app's code.
    withExtendedLifetime(removed) {}
  }

  /// Removes all stubs, including the stubs of the service's mocks if this is the service's table.
  func removeAll() {
    let removed = entries.withLock { entries in
      count.add(-entries.count)
      defer { entries = Entries() }
      return entries
    }
    for mock in removed.mocks { mock.table?.removeAll() }
    withExtendedLifetime(removed) {}
  }

  /// Returns the stubs of a type, in the order in which they were added.
  func entries(of type: ObjectIdentifier) -> [StubEntry] {
    entries.withLock { $0.lists[type] ?? [] }
  }
}
