internal import MockPlatform

/// The contracts of the mocks that a set of sequencers answers, by the names of their services.
public final class MockContracts: Sendable {
  private let contracts = Locked<[String: _MockContract]>([:])
  private let servicesOfApps = Locked<Set<String>>([])

  /// The contracts that are known.
  package var all: [String: _MockContract] { contracts.withLock { $0 } }

  /// Whether somebody asks what only a strict test wants to know: which properties show a default since nothing
  /// configured them, and which codes of errors the app's own errors lack.
  package var isWatched: Bool {
    get { watching.value != 0 }
    set { watching.value = newValue ? 1 : 0 }
  }

  private let watching = AtomicNumber()

  /// Whether there is no script on purpose, so that messages speak of stubs alone.
  package var isUnscripted: Bool {
    get { unscripted.value != 0 }
    set { unscripted.value = newValue ? 1 : 0 }
  }

  private let unscripted = AtomicNumber()

  /// What the app's types ignore of configured values.
  package let ignoredKeys = IgnoredKeys()

  /// Takes the contracts of mocks in other processes; the first of a service stays.
  package func join(_ others: [String: _MockContract]) {
    contracts.withLock { $0.merge(others) { first, _ in first } }
    servicesOfApps.withLock { $0.formUnion(others.keys) }
  }

  /// Whether a mock of the service is in another process, which tells of its calls but not of properties that are set.
  func isOfApp(_ service: String) -> Bool { servicesOfApps.withLock { $0.contains(service) } }

  /// Takes the contract of a mock; the first of a service stays.
  package func join(_ service: String, _ contract: @autoclosure () -> _MockContract) {
    guard contracts.withLock({ $0[service] == nil }) else { return }
    let made = contract()
    contracts.withLock { $0[service] = $0[service] ?? made }
  }
}
