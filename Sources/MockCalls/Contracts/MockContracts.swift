internal import MockPlatform

/// The contracts of all mocks that use the same set of sequencers, by service name.
public final class MockContracts: Sendable {
  private let contracts = Locked<[String: _MockContract]>([:])
  private let servicesOfApps = Locked<Set<String>>([])
  /// The type of each service's first mock, and whether another protocol's mock has the same service.
  private let types = Locked<[String: (type: any Any.Type, isShared: Bool)]>([:], isLeaf: true)

  package var all: [String: _MockContract] { contracts.withLock { $0 } }

  /// Whether a strict test requests two more checks.
  ///
  /// The first check reports properties that return a default because they aren't configured. The second reports error
  /// codes that the app's own error type doesn't define.
  package var isStrict: Bool {
    get { watching.value != 0 }
    set { watching.value = newValue ? 1 : 0 }
  }

  private let watching = AtomicNumber()

  /// Whether the test deliberately has no script.
  ///
  /// Messages then mention only stubs.
  package var isUnscripted: Bool {
    get { unscripted.value != 0 }
    set { unscripted.value = newValue ? 1 : 0 }
  }

  private let unscripted = AtomicNumber()

  /// Whether calls without a response return a default instead of failing the test.
  package var isRelaxed: Bool {
    get { relaxed.value != 0 }
    set { relaxed.value = newValue ? 1 : 0 }
  }

  private let relaxed = AtomicNumber()

  package let ignoredKeys = IgnoredKeys()

  /// Adds the contracts of mocks in other processes.
  ///
  /// If a service already has a contract, that contract is kept.
  package func join(_ others: [String: _MockContract]) {
    contracts.withLock { $0.merge(others) { first, _ in first } }
    servicesOfApps.withLock { $0.formUnion(others.keys) }
  }

  /// Returns whether a mock of the service is in another process.
  ///
  /// Such a mock reports its calls, but not the properties that the app sets.
  func isOfApp(_ service: String) -> Bool { servicesOfApps.withLock { $0.contains(service) } }

  /// Returns whether mocks of several protocols have the same service, because the protocols have the same name.
  func isShared(_ service: String) -> Bool { types.withLock { $0[service]?.isShared ?? false } }

  /// Adds the contract of a mock, unless its service already has one.
  package func join(
    _ service: String, of type: (any Any.Type)? = nil, _ contract: @autoclosure () -> _MockContract
  ) {
    if let type { note(type, of: service) }
    guard contracts.withLock({ $0[service] == nil }) else { return }
    let made = contract()
    contracts.withLock { $0[service] = $0[service] ?? made }
  }

  private func note(_ type: any Any.Type, of service: String) {
    types.withLock { types in
      guard let known = types[service] else {
        types[service] = (type, false)
        return
      }
      // A generic mock can have several types.
      func name(_ type: any Any.Type) -> Substring { String(reflecting: type).prefix { $0 != "<" } }
      guard known.type != type, !known.isShared, name(known.type) != name(type) else { return }
      types[service]?.isShared = true
    }
  }
}
