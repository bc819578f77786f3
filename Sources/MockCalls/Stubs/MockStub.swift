internal import MockPlatform

/// A stub of a requirement, with the values to return and the errors to throw, call by call.
///
/// ```swift
/// mock.on.load(id: 7).returns(first, second)
/// mock.on.save().throws(AppError.offline, times: 2).returns()
/// let cached = mock.on.cached { id in Member(id: id) }
/// ```
///
/// Each call gets the next response, in the order in which you write the responses. The last response repeats. If you
/// pass `times:` for the last response, the stub stops accepting calls after that many uses. An earlier stub or the
/// script then responds instead.
///
/// `@unchecked Sendable`: `stub` captures only the matches for the arguments, which are `Sendable`.
public struct MockStub<Value, Failure: Error>: @unchecked Sendable {
  private let core: _MockServiceCore
  private let entry: StubEntry
  /// Creates a stub of the requirement's own type from a closure without parameters.
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

  /// Makes the next calls return values.
  ///
  /// Each call returns the next value.
  ///
  /// - Parameters:
  ///   - value: The value that the first call returns.
  ///   - others: The values that the following calls return.
  /// - Returns: The stub.
  @discardableResult public func returns(_ value: Value, _ others: Value...) -> MockStub {
    for value in [value] + others { add(value, times: nil) }
    return self
  }

  /// Makes the next calls return the same value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - count: The number of calls that return the value, at least 1.
  /// - Returns: The stub.
  @discardableResult public func returns(_ value: Value, times count: Int) -> MockStub {
    add(value, times: count)
  }

  /// Makes the next calls throw an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - count: The number of calls that throw the error, at least 1. By default, that is one call, or all further
  ///     calls if this is the last response.
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
      report("`times: \(times)` never uses the response; write at least 1, or remove `times:`")
    }
    entry.add(stub(response), times: times)
    return self
  }

  /// Reports an invalid argument at the line of the stub.
  private func report(_ message: String) {
    core.sequencer.report(message, at: entry.place.location)
  }

  /// Makes each call return a new stream.
  func addStream(_ stream: @escaping @Sendable () -> Value) -> MockStub { add(times: nil, stream) }

  /// Leaves the stream of each call open for pushed values.
  func addOpenStream() -> MockStub { add(times: nil) { throw OpenStreamStub() } }

  // MARK: - Waiting

  /// Delays the response to each call, on the clock of the scenario.
  ///
  /// If the requirement isn't `async`, it can't wait, and the delay is reported as an issue.
  ///
  /// - Parameter delay: The delay, which must be zero or more.
  /// - Returns: The stub.
  @discardableResult public func after(_ delay: Duration) -> MockStub {
    if delay < .zero {
      report("`.after(\(delay))` is not a valid delay; write 0 or more")
    }
    entry.update { $0.delay = max(.zero, delay) }
    return self
  }

  /// Makes each call wait at a gate.
  ///
  /// The stub's delay begins when the gate opens.
  ///
  /// If the requirement isn't `async`, it can't wait, and the gate is reported as an issue.
  ///
  /// - Parameter name: The name of the gate, which the test opens.
  /// - Returns: The stub.
  @discardableResult public func gate(_ name: String) -> MockStub {
    core.sequencer.context.gates.declare(CollectionOfOne(name))
    entry.update { $0.gate = name }
    return self
  }
}

extension MockStub where Value == Void {
  /// Makes the next calls return without a value.
  ///
  /// - Parameter count: The number of calls, at least 1. By default, that is one call, or all further calls if this is
  ///   the last response.
  /// - Returns: The stub.
  @discardableResult public func returns(times count: Int? = nil) -> MockStub {
    add((), times: count)
  }
}

extension MockStub where Failure == Never {
  /// Unavailable, because a requirement that can't throw has no error to stub.
  @available(*, unavailable, message: "the requirement doesn't throw; write `.returns(...)`")
  @discardableResult public func `throws`(_ error: any Error, times count: Int? = nil) -> MockStub {
    self
  }
}

/// An error that a stub's closure throws to pass the call on to the script.
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
/// The macro generates a separate stub type for each requirement, so that closures keep their types.
final class StubEntry: Sendable {
  /// The gate at which calls wait, and the delay that follows.
  struct Wait: Sendable {
    var delay = Duration.zero
    var gate: String?
  }

  /// One response of a stub, as a closure.
  private struct Response {
    var stub: any AnyObject & Sendable
    /// The number of calls.
    ///
    /// If it is `nil`, that is one call, or all further calls if this is the last response.
    var times: Int?
    var used = 0
  }

  private struct State {
    var responses: [Response] = []
    /// The index of the next response.
    var index = 0
    var wait: Wait?
    /// Whether it has been reported that the stub has no response.
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
  /// The location at which the test configures the stub.
  let place: StubPlace
  private let state = Locked(State(), isLeaf: true)

  init<Stub: Sendable>(_ type: Stub.Type, _ first: Stub?, at location: MockSourceLocation) {
    (self.type, place) = (ObjectIdentifier(type), StubPlace(location))
    if let first { add(first, times: nil) }
  }

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

  /// Returns whether the stub has a gate or a delay but no response.
  ///
  /// It returns true only once.
  func noteMissingResponse() -> Bool {
    state.withLock { state in
      guard state.wait != nil, state.responses.isEmpty, !state.isReported else { return false }
      state.isReported = true
      return true
    }
  }

  /// Returns the response to a call, or `nil` if the stub doesn't accept the call or has no responses left.
  ///
  /// No lock is held while `accepts` runs.
  @inline(__always) func next<Stub: Sendable>(where accepts: (Stub) -> Bool) -> Stub? {
    // All responses of an entry accept the same arguments.
    guard let first = state.withLock({ $0.responses.first?.stub }), accepts(typed(first, Stub.self))
    else {
      return nil
    }
    guard let stub = state.withLock({ $0.take() }) else { return nil }
    return typed(stub, Stub.self)
  }

  /// Returns a stub as its own type, which is the type of the entry.
  private func typed<Stub: Sendable>(_ stub: AnyObject, _: Stub.Type) -> Stub {
    assert(type == ObjectIdentifier(Stub.self))
    return unsafeDowncast(stub, to: TypedStub<Stub>.self).stub
  }
}

/// The typed stubs of one mock, or of all mocks of a service, by the type of the stub.
///
/// Each requirement has its own type of stub. A mock's stubs are also counted in the table of its service. If the
/// service has no stubs at all, a call therefore reads only that count.
final class StubTable: Sendable {
  private struct Entries {
    var lists: [ObjectIdentifier: [StubEntry]] = [:]
    /// A mock is added when it gets its first stub.
    var mocks: [WeakTable] = []

    var count: Int { lists.values.reduce(0) { $0 + $1.count } }
  }

  private struct WeakTable {
    weak var table: StubTable?
  }

  /// The number of stubs in all tables of the service.
  let count: AtomicNumber
  /// The table of the service, or `nil` if this is the service's table.
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

  /// Remembers the table of a mock, so that a reset also removes the mock's stubs.
  private func note(_ mock: StubTable) {
    entries.withLock { entries in
      entries.mocks.removeAll { $0.table == nil || $0.table === mock }
      entries.mocks.append(WeakTable(table: mock))
    }
  }

  func remove(_ entry: StubEntry) {
    entries.discard { entries in
      let removed = entries.lists[entry.type]?.filter { $0 === entry } ?? []
      entries.lists[entry.type]?.removeAll { $0 === entry }
      count.add(-removed.count)
      return removed
    }
  }

  /// If this is the service's table, this also removes the stubs of its mocks.
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

/// Streams of plain values.
extension MockStub {
  /// Makes calls return a stream that yields some values and then finishes.
  ///
  /// Each call gets its own stream. For a stream that stays open, write `staysOpen()`, and send values with
  /// `mock.push`.
  ///
  /// - Parameter elements: The values, which can be read without waiting.
  /// - Returns: The stub.
  @discardableResult public func yields<Element>(_ elements: Element...) -> MockStub
  where Value == AsyncStream<Element> {
    // The values move from the test to the app, like the values of a handwritten mock.
    let elements = MockDecoded(value: elements)
    return addStream {
      AsyncStream { stream in
        for element in elements.value { stream.yield(Box.passing(element)) }
        stream.finish()
      }
    }
  }

  /// Makes calls return a stream that yields some values, and then finishes or throws an error.
  ///
  /// Each call gets its own stream. For a stream that stays open, write `staysOpen()` and send values with `mock.push`.
  ///
  /// - Parameters:
  ///   - elements: The values, which can be read without waiting.
  ///   - error: The error that the stream throws after the values. If it is `nil`, the default, the stream finishes.
  /// - Returns: The stub.
  @discardableResult public func yields<Element>(
    _ elements: Element..., throwing error: (any Error)? = nil
  ) -> MockStub where Value == AsyncThrowingStream<Element, any Error> {
    let elements = MockDecoded(value: elements)
    return addStream {
      AsyncThrowingStream { stream in
        for element in elements.value { stream.yield(Box.passing(element)) }
        stream.finish(throwing: error)
      }
    }
  }
}
