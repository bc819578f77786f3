internal import MockPlatform

/// A stub of a mock, which can be taken away again.
public struct MockStubHandle: Sendable {
  private let core: _MockServiceCore
  private let entry: StubEntry

  private var table: StubTable { core.stubs }

  init(_ core: _MockServiceCore, _ entry: StubEntry) {
    (self.core, self.entry) = (core, entry)
  }

  /// Takes the stub away, with the failures that come before it: the script answers again, or an earlier stub.
  public func remove() { table.remove(entry) }

  /// Lets the next call that the stub would answer throw an error.
  ///
  /// ```swift
  /// mock.on.load { id in receipt }.fails(once: AppError.offline).fails(once: AppError.busy)
  /// ```
  ///
  /// - Parameter error: The error; one that the requirement cannot throw is reported.
  /// - Returns: The stub; what is said of it next comes after that.
  @discardableResult public func fails(once error: any Error) -> MockStubHandle {
    fails(1, with: error)
  }

  /// Lets the next calls that the stub would answer throw an error.
  ///
  /// - Parameters:
  ///   - count: How many calls.
  ///   - error: The error; one that the requirement cannot throw is reported.
  /// - Returns: The stub; what is said of it next comes after that.
  @discardableResult public func fails(_ count: Int, with error: any Error) -> MockStubHandle {
    check(count, "`.fails(\(count), with:)` fails no call")
    table.add(entry.failing(error), before: entry, times: count)
    return self
  }

  /// Lets the stub answer so many calls only; then the script answers again, or an earlier stub.
  ///
  /// - Parameter count: How many calls.
  /// - Returns: The stub.
  @discardableResult public func times(_ count: Int) -> MockStubHandle {
    check(count, "`.times(\(count))` lets the stub answer no call")
    table.limit(entry, to: count)
    return self
  }

  /// Fails the test at the stub's line if a number of calls isn't positive.
  private func check(_ count: Int, _ problem: String) {
    guard count < 1 else { return }
    core.sequencer.report(
      MockFailure(
        severity: .expectation, message: "\(problem); write at least 1, or remove it",
        sourceLocation: entry.place.location))
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

/// A stub in a table: a closure that answers a requirement in place of the script, with what it answers for.
///
/// The macro writes one type for each requirement, so that a closure keeps its type.
final class StubEntry: Sendable {
  let type: ObjectIdentifier
  let stub: any Sendable
  /// The error that the stub throws instead of calling its closure.
  let failure: (any Error)?
  /// The place where the test configures the stub.
  let place: StubPlace
  /// The stub before which it throws.
  private let base: StubEntry?

  init<Stub: Sendable>(_ stub: Stub, at location: MockSourceLocation?) {
    (type, self.stub, failure, base) = (ObjectIdentifier(Stub.self), stub, nil, nil)
    place = StubPlace(location)
  }

  private init(_ other: StubEntry, failing error: any Error) {
    (type, stub, failure, base) = (other.type, other.stub, error, other)
    place = other.place
  }

  /// A stub for the same calls, which throws.
  func failing(_ error: any Error) -> StubEntry { StubEntry(self, failing: error) }

  /// Whether it is a stub, or one of the failures that come before that.
  func belongs(to stub: StubEntry) -> Bool { self === stub || base === stub }
}

/// The typed stubs of one mock, or those of every mock of a service, by their types.
///
/// Each requirement has its own stub type. A mock's table also adds its stubs to the count in the service's table. If
/// the service has no stubs at all, a call therefore reads only that count.
final class StubTable: Sendable {
  private struct Entries {
    var lists: [ObjectIdentifier: [StubEntry]] = [:]
    /// How many more calls a stub answers that does not answer all.
    var left: [ObjectIdentifier: Int] = [:]
    /// The tables of the mocks that have had stubs.
    var mocks: [WeakTable] = []

    var count: Int { lists.values.reduce(0) { $0 + $1.count } }

    /// Counts a call that a stub would answer; false where it answers no more.
    mutating func take(_ entry: StubEntry) -> Bool {
      guard let count = left[ObjectIdentifier(entry)] else { return true }
      guard count > 0 else { return false }
      left[ObjectIdentifier(entry)] = count - 1
      return true
    }
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

  func add<Stub: Sendable>(_ stub: Stub, at location: MockSourceLocation? = nil) -> StubEntry {
    let entry = StubEntry(stub, at: location)
    service?.note(self)
    entries.withLock { entries in
      entries.lists[entry.type, default: []].append(entry)
      count.add(1)
    }
    return entry
  }

  /// Remembers the table of a mock, so that a reset reaches its stubs.
  private func note(_ mock: StubTable) {
    entries.withLock { entries in
      entries.mocks.removeAll { $0.table == nil || $0.table === mock }
      entries.mocks.append(WeakTable(table: mock))
    }
  }

  /// Adds a stub that answers so many of the calls of another, before that and after what was added so.
  func add(_ entry: StubEntry, before other: StubEntry, times: Int) {
    entries.withLock { entries in
      guard let index = entries.lists[other.type]?.firstIndex(where: { $0 === other }) else {
        return
      }
      entries.lists[other.type]?.insert(entry, at: index + 1)
      entries.left[ObjectIdentifier(entry)] = max(0, times)
      count.add(1)
    }
  }

  func limit(_ entry: StubEntry, to count: Int) {
    entries.withLock { entries in
      // One that was taken away is forgotten: another may lie where it lay.
      guard entries.lists[entry.type]?.contains(where: { $0 === entry }) == true else { return }
      entries.left[ObjectIdentifier(entry)] = max(0, count)
    }
  }

  func remove(_ entry: StubEntry) {
    let removed = entries.withLock { entries in
      let removed = entries.lists[entry.type]?.filter { $0.belongs(to: entry) } ?? []
      entries.lists[entry.type]?.removeAll { $0.belongs(to: entry) }
      for entry in removed { entries.left[ObjectIdentifier(entry)] = nil }
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
      if let stub = entry.stub as? Stub, accepts(stub), entries.withLock({ $0.take(entry) }) {
        return (stub, entry)
      }
    }
    return nil
  }
}
