public import MockServices
public import Observation

/// Lets a tester activate the developer mode: five taps within three seconds, then a code.
///
/// The activation is stored, and the next launch chooses its tier by it; so does every later one, until
/// it is revoked or a launch clears the stored state.
/// From iOS 17, macOS 14, tvOS 17 and watchOS 10 on, views observe it by `Observable`.
@MainActor
public final class DeveloperModeActivator {
  /// How many taps enable the entry of the code.
  public static let requiredTapCount = 5
  /// Within which time the taps have to come, in seconds, both ends included.
  public static let tapWindowSeconds = 3.0

  /// Whether the code may be entered now.
  public private(set) var isCodeEntryEnabled: Bool {
    get {
      noteReading(\.isCodeEntryEnabled)
      return isEnabled
    }
    set { noteChange(of: \.isCodeEntryEnabled) { isEnabled = newValue } }
  }
  /// Whether the developer mode is stored as active, which the next launch will see.
  public private(set) var isDeveloperModeActive: Bool {
    get {
      noteReading(\.isDeveloperModeActive)
      return isActive
    }
    set { noteChange(of: \.isDeveloperModeActive) { isActive = newValue } }
  }

  private var isEnabled = false
  private var isActive: Bool
  /// An `ObservationRegistrar`, where the system has such.
  private let registrar: (any Sendable)?
  private var tapTimes: [Duration] = []
  private let codeHash: CodeHash?
  private let store: DebugStore
  private let clock: MockClock

  /// Creates an activator.
  ///
  /// - Parameters:
  ///   - codeHash: The hash of the code; nil in a build without one, whose taps then do nothing.
  ///   - store: Where the activation is stored; the app's own user defaults by default.
  ///   - clock: The clock of the taps; the machine's by default.
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

  /// Counts a tap; the fifth one within three seconds enables the entry of the code.
  public func registerTap() {
    guard codeHash != nil, !isCodeEntryEnabled else { return }
    let now = clock.elapsed
    tapTimes.append(now)
    tapTimes.removeAll { now - $0 > .seconds(Self.tapWindowSeconds) }
    guard tapTimes.count >= Self.requiredTapCount else { return }
    tapTimes = []
    isCodeEntryEnabled = true
  }

  /// Activates the developer mode if the code is right; a wrong one may be followed by another.
  ///
  /// - Parameter code: The code.
  /// - Returns: Whether the developer mode was activated; false too while the entry is not enabled.
  @discardableResult
  public func submit(code: String) -> Bool {
    guard isCodeEntryEnabled, let codeHash, codeHash.accepts(code) else { return false }
    isCodeEntryEnabled = false
    store.setDeveloperMode(true)
    isDeveloperModeActive = true
    return true
  }

  /// Closes the entry of the code; it takes all taps to open it again.
  public func cancelCodeEntry() {
    isCodeEntryEnabled = false
    tapTimes = []
  }

  /// Takes the activation back, so that the next launch uses the real services.
  public func revoke() {
    store.setDeveloperMode(false)
    isDeveloperModeActive = false
  }
}

// What the macro `@Observable` would write, were it there for the oldest systems.
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
