internal import MockPlatform

/// A closure that answers a requirement in place of the script, with what it answers for.
///
/// The macro writes one type for each requirement, so that a closure is kept as what it is.
public protocol _MockStub: Sendable {}

/// A stub of a mock, which can be taken away again.
public struct MockStubHandle: Sendable {
  private let table: StubTable
  private let entry: StubEntry

  init(_ table: StubTable, _ entry: StubEntry) {
    (self.table, self.entry) = (table, entry)
  }

  /// Takes the stub away: the script answers again, or an earlier stub.
  public func remove() { table.remove(entry) }
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

/// A stub in a table, without the types of its requirement.
@usableFromInline class StubEntry: @unchecked Sendable {
  // `@unchecked`: a class that is inherited from; all it and its heir hold is constant and `Sendable`.
  let type: ObjectIdentifier

  init(type: ObjectIdentifier) {
    self.type = type
  }
}

@usableFromInline final class TypedStubEntry<Stub: _MockStub>: StubEntry, @unchecked Sendable {
  @usableFromInline let stub: Stub

  init(_ stub: Stub) {
    self.stub = stub
    super.init(type: ObjectIdentifier(Stub.self))
  }
}

/// The typed stubs of a service, by their types: each requirement has one of its own.
final class StubTable: Sendable {
  private struct Entries {
    var lists: [ObjectIdentifier: [StubEntry]] = [:] { didSet { latest = nil } }
    /// What was asked for last: most calls are of the method that was called before.
    private var latest: (type: ObjectIdentifier, found: Found)?

    mutating func find(_ type: ObjectIdentifier) -> Found {
      if let latest, latest.type == type { return latest.found }
      let list = lists[type] ?? []
      let found = list.count == 1 ? Found.one(list[0]) : .several(list)
      latest = (type, found)
      return found
    }
  }

  /// The stubs of a requirement; one alone, as most have, is found without a list.
  private enum Found {
    case one(StubEntry)
    case several([StubEntry])
  }

  /// How many there are: a call of a service without any asks for nothing else.
  let count = AtomicNumber()
  private let entries = Locked(Entries(), isLeaf: true)

  func add<Stub: _MockStub>(_ stub: Stub) -> StubEntry {
    let entry = TypedStubEntry(stub)
    entries.withLock { entries in
      entries.lists[entry.type, default: []].append(entry)
      count.add(1)
    }
    return entry
  }

  func remove(_ entry: StubEntry) {
    let removed = entries.withLock { entries -> StubEntry? in
      guard let index = entries.lists[entry.type]?.firstIndex(where: { $0 === entry }) else {
        return nil
      }
      count.add(-1)
      return entries.lists[entry.type]?.remove(at: index)
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
  func last(_ type: ObjectIdentifier, where accepts: (StubEntry) -> Bool) -> StubEntry? {
    switch entries.withLockInlined({ $0.find(type) }) {
    case .one(let entry): return accepts(entry) ? entry : nil
    case .several(let list): return list.last(where: accepts)
    }
  }
}
