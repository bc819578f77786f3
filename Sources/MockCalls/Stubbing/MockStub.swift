internal import MockPlatform

/// A stub of a mock, which can be taken away again.
public struct MockStubHandle: Sendable {
  private let table: StubTable
  private let entry: StubEntry

  init(_ table: StubTable, _ entry: StubEntry) {
    (self.table, self.entry) = (table, entry)
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
    table.add(entry.failing(error), before: entry, times: count)
    return self
  }

  /// Lets the stub answer so many calls only; then the script answers again, or an earlier stub.
  ///
  /// - Parameter count: How many calls.
  /// - Returns: The stub.
  @discardableResult public func times(_ count: Int) -> MockStubHandle {
    table.limit(entry, to: count)
    return self
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
/// The macro writes one type for each requirement, so that a closure is kept as what it is.
final class StubEntry: Sendable {
  let type: ObjectIdentifier
  let stub: any Sendable
  /// The error that it throws in place of asking its closure.
  let failure: (any Error)?
  /// The stub before which it throws.
  private let base: StubEntry?

  init<Stub: Sendable>(_ stub: Stub) {
    (type, self.stub, failure, base) = (ObjectIdentifier(Stub.self), stub, nil, nil)
  }

  private init(_ other: StubEntry, failing error: any Error) {
    (type, stub, failure, base) = (other.type, other.stub, error, other)
  }

  /// A stub for the same calls, which throws.
  func failing(_ error: any Error) -> StubEntry { StubEntry(self, failing: error) }

  /// Whether it is a stub, or one of the failures that come before that.
  func belongs(to stub: StubEntry) -> Bool { self === stub || base === stub }
}

/// The typed stubs of a service, by their types: each requirement has one of its own.
final class StubTable: Sendable {
  private struct Entries {
    var lists: [ObjectIdentifier: [StubEntry]] = [:]
    /// How many more calls a stub answers that does not answer all.
    var left: [ObjectIdentifier: Int] = [:]

    /// Counts a call that a stub would answer; false where it answers no more.
    mutating func take(_ entry: StubEntry) -> Bool {
      guard let count = left[ObjectIdentifier(entry)] else { return true }
      guard count > 0 else { return false }
      left[ObjectIdentifier(entry)] = count - 1
      return true
    }
  }

  /// How many there are: a call of a service without any asks for nothing else.
  let count = AtomicNumber()
  private let entries = Locked(Entries(), isLeaf: true)

  func add<Stub: Sendable>(_ stub: Stub) -> StubEntry {
    let entry = StubEntry(stub)
    entries.withLock { entries in
      entries.lists[entry.type, default: []].append(entry)
      count.add(1)
    }
    return entry
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

  func removeAll() {
    let removed = entries.withLock { entries in
      count.value = 0
      defer { entries = Entries() }
      return entries
    }
    withExtendedLifetime(removed) {}
  }

  /// The latest stub of a type that accepts a call; what it is asked runs without the lock.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - failure: Becomes the error that the stub throws in place of asking its closure.
  ///   - accepts: Asks a stub.
  /// - Returns: The stub; nil where none accepts the call.
  func last<Stub: Sendable>(
    _ type: Stub.Type, failure: inout (any Error)?, where accepts: (Stub) -> Bool
  ) -> Stub? {
    let list = entries.withLock { $0.lists[ObjectIdentifier(type)] ?? [] }
    for entry in list.reversed() {
      if let stub = entry.stub as? Stub, accepts(stub), entries.withLock({ $0.take(entry) }) {
        failure = entry.failure
        return stub
      }
    }
    return nil
  }
}
