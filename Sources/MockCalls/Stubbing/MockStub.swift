internal import MockPlatform

/// A closure that answers a requirement in place of the script, with what it answers for.
///
/// The macro writes one type for each requirement, so that a closure is kept as what it is.
public protocol MockStub: Sendable {}

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
class StubEntry: @unchecked Sendable {
  // `@unchecked`: a class that is inherited from; all it and its heir hold is constant and `Sendable`.
  let type: ObjectIdentifier

  init(type: ObjectIdentifier) {
    self.type = type
  }
}

final class TypedStubEntry<Stub: MockStub>: StubEntry, @unchecked Sendable {
  let stub: Stub

  init(_ stub: Stub) {
    self.stub = stub
    super.init(type: ObjectIdentifier(Stub.self))
  }
}

/// The typed stubs of a service, by the keys of their requirements.
final class StubTable: Sendable {
  /// How many there are: a call of a service without any asks for nothing else.
  private let count = AtomicNumber()
  private let entries = Locked<[String: [StubEntry]]>([:])

  var isEmpty: Bool { count.value == 0 }

  func add<Stub: MockStub>(_ stub: Stub, for method: String) -> StubEntry {
    let entry = TypedStubEntry(stub)
    entries.withLock { entries in
      entries[method, default: []].append(entry)
      count.add(1)
    }
    return entry
  }

  func remove(_ entry: StubEntry) {
    let removed = entries.withLock { entries in
      for (method, list) in entries {
        guard let index = list.firstIndex(where: { $0 === entry }) else { continue }
        count.add(-1)
        return entries[method]?.remove(at: index)
      }
      return nil
    }
    // Freed without the lock: what its closure holds may run an app's code then.
    withExtendedLifetime(removed) {}
  }

  func removeAll() {
    let removed = entries.withLock { entries in
      count.value = 0
      defer { entries = [:] }
      return entries
    }
    withExtendedLifetime(removed) {}
  }

  /// The latest stub of a requirement that accepts a call; what it is asked runs without the lock.
  func first<Stub: MockStub>(
    _ type: Stub.Type, for method: String, where accepts: (Stub) -> Bool
  ) -> Stub? {
    guard let list = entries.withLock({ $0[method] }) else { return nil }
    for entry in list.reversed() where entry.type == ObjectIdentifier(type) {
      let stub = unsafeDowncast(entry, to: TypedStubEntry<Stub>.self).stub
      if accepts(stub) { return stub }
    }
    return nil
  }
}
