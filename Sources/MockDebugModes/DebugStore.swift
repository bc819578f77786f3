package import Foundation

/// The user defaults in which the app stores its state, including the activated developer mode.
public struct DebugStore: Sendable, Hashable {
  /// The name of the suite, or `nil` for the app's own defaults.
  public let suiteName: String?

  /// Creates a store for user defaults.
  ///
  /// - Parameter suiteName: The name of the suite (default: the app's own defaults).
  public init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  /// The user defaults themselves.
  package var userDefaults: UserDefaults {
    suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard
  }

  /// Removes everything that the app has stored here, including the activated developer mode.
  public func clear() {
    let defaults = userDefaults
    defaults.removePersistentDomain(forName: domain)
    defaults.synchronize()
  }

  /// Whether developer mode was activated and has not been revoked.
  public var isDeveloperModeActive: Bool { userDefaults.bool(forKey: Self.activationKey) }

  /// Stores whether developer mode is active.
  func setDeveloperMode(_ isActive: Bool) {
    let defaults = userDefaults
    if isActive {
      defaults.set(true, forKey: Self.activationKey)
    } else {
      defaults.removeObject(forKey: Self.activationKey)
    }
    // A tester restarts the app by killing it, so write immediately.
    defaults.synchronize()
  }

  /// A plain executable has no bundle identifier, so its defaults use the process name.
  private var domain: String {
    suiteName ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  private static let activationKey = "MockDebugModes.isDeveloperModeActive"
}
