package import Foundation

/// The user defaults in which the app keeps its state, the activated developer mode among it.
public struct DebugStore: Sendable, Hashable {
  /// The suite's name; nil for the app's own defaults.
  public let suiteName: String?

  /// Names the user defaults.
  ///
  /// - Parameter suiteName: The suite's name; the app's own defaults by default.
  public init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  /// The user defaults themselves.
  package var userDefaults: UserDefaults {
    suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard
  }

  /// Removes everything that the app has stored here, the activated developer mode too.
  public func clear() {
    let defaults = userDefaults
    defaults.removePersistentDomain(forName: domain)
    defaults.synchronize()
  }

  /// Whether the developer mode was activated, and not revoked since.
  public var isDeveloperModeActive: Bool { userDefaults.bool(forKey: Self.activationKey) }

  /// Stores whether the developer mode is active.
  func setDeveloperMode(_ isActive: Bool) {
    let defaults = userDefaults
    if isActive {
      defaults.set(true, forKey: Self.activationKey)
    } else {
      defaults.removeObject(forKey: Self.activationKey)
    }
    // A tester who restarts the app kills it, so that nothing may wait to be written.
    defaults.synchronize()
  }

  /// A plain executable has no bundle identifier; its own defaults have its name.
  private var domain: String {
    suiteName ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  private static let activationKey = "MockDebugModes.isDeveloperModeActive"
}
