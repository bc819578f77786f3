public import MockServices
public import Observation

/// Lets a tester activate developer mode with five taps within three seconds, followed by a code.
///
/// The activation is stored. It determines the tier of all later launches, until it is revoked or a launch clears the
/// stored state. On iOS 17, macOS 14, tvOS 17, and watchOS 10 or later, views can observe the activator through
/// `Observable`.
@MainActor
public final class DeveloperModeActivator {
  /// The number of taps that enable code entry.
  public static let requiredTapCount = 5
  /// The maximum time between the first and last tap, in seconds, inclusive.
  public static let tapWindowSeconds = 3.0

  /// Whether the tester can enter the code now.
  public private(set) var isCodeEntryEnabled: Bool {
    get {
      noteReading(\.isCodeEntryEnabled)
      return isEnabled
    }
    set { noteChange(of: \.isCodeEntryEnabled) { isEnabled = newValue } }
  }
  /// Whether developer mode is stored as active.
  ///
  /// A change takes effect at the next launch.
  public private(set) var isDeveloperModeActive: Bool {
    get {
      noteReading(\.isDeveloperModeActive)
      return isActive
    }
    set { noteChange(of: \.isDeveloperModeActive) { isActive = newValue } }
  }

  private var isEnabled = false
  private var isActive: Bool
  /// An `ObservationRegistrar`, if the system has one.
  private let registrar: (any Sendable)?
  private var tapTimes: [Duration] = []
  private let codeHash: CodeHash?
  private let store: DebugStore
  private let clock: MockClock

  /// Creates an activator.
  ///
  /// - Parameters:
  ///   - codeHash: The hash of the code, or `nil` in a build without one. Without a hash, taps do nothing.
  ///   - store: The store for the activation (default: the app's own user defaults).
  ///   - clock: The clock for the taps (default: the system clock).
  public init(codeHash: CodeHash?, store: DebugStore = DebugStore(), clock: MockClock = .system) {
    self.codeHash = codeHash
    self.store = store
    self.clock = clock
    isActive = store.isDeveloperModeActive
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
      registrar = ObservationRegistrar()
    } else {
      registrar = nil
    }
  }

  /// Counts a tap, and enables code entry at the fifth tap within three seconds.
  public func registerTap() {
    guard codeHash != nil, !isCodeEntryEnabled else { return }
    let now = clock.elapsed
    tapTimes.append(now)
    tapTimes.removeAll { now - $0 > .seconds(Self.tapWindowSeconds) }
    guard tapTimes.count >= Self.requiredTapCount else { return }
    tapTimes = []
    isCodeEntryEnabled = true
  }

  /// Activates developer mode if the code is correct.
  ///
  /// After a wrong code, the tester can enter another code.
  ///
  /// - Parameter code: The code.
  /// - Returns: Whether developer mode was activated. It is false if code entry isn't enabled.
  @discardableResult
  public func submit(code: String) -> Bool {
    guard isCodeEntryEnabled, let codeHash, codeHash.accepts(code) else { return false }
    isCodeEntryEnabled = false
    store.setDeveloperMode(true)
    isDeveloperModeActive = true
    return true
  }

  /// Closes code entry.
  ///
  /// To open it again, the tester must repeat all taps.
  public func cancelCodeEntry() {
    isCodeEntryEnabled = false
    tapTimes = []
  }

  /// Revokes the activation, so that the next launch uses the real services.
  public func revoke() {
    store.setDeveloperMode(false)
    isDeveloperModeActive = false
  }
}

// The `@Observable` macro would generate this code if it supported the oldest systems.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension DeveloperModeActivator: Observable {}

extension DeveloperModeActivator {
  private func noteReading(_ property: KeyPath<DeveloperModeActivator, Bool>) {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
      (registrar as? ObservationRegistrar)?.access(self, keyPath: property)
    }
  }

  private func noteChange(of property: KeyPath<DeveloperModeActivator, Bool>, _ change: () -> Void)
  {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *),
      let registrar = registrar as? ObservationRegistrar
    else { return change() }
    registrar.withMutation(of: self, keyPath: property, change)
  }
}
