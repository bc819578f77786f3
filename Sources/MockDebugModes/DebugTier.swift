package import Foundation
public import MockServices

/// The services that an app uses: the real ones, or one of two sets of mocks.
public enum DebugTier: String, CaseIterable, Sendable {
  /// The real services.
  case production
  /// Minimal mocks that return fixed data immediately.
  ///
  /// The flag `--uitesting` selects this tier.
  case uiTesting
  /// Rich mocks with realistic data and all features unlocked.
  ///
  /// The flag `--pro-debug` selects this tier.
  case richDebug
  /// Rich mocks for a tester who has activated developer mode.
  case developer

  /// Selects the tier of a launch.
  ///
  /// `--pro-debug` takes precedence over developer mode, and developer mode takes precedence over `--uitesting`.
  ///
  /// - Parameters:
  ///   - options: The flags of the launch.
  ///   - isDeveloperModeActive: Whether developer mode was activated before this launch.
  public init(options: LaunchOptions, isDeveloperModeActive: Bool) {
    if options.isProDebug {
      self = .richDebug
    } else if isDeveloperModeActive {
      self = .developer
    } else {
      self = options.isUITesting ? .uiTesting : .production
    }
  }

  /// Whether the app uses mocks.
  public var usesMocks: Bool { self != .production }

  /// Whether the app uses the rich mocks.
  public var usesRichMocks: Bool { self == .richDebug || self == .developer }

  /// The value that `mode` has in scripts, or `nil` for production.
  public var scenarioMode: ScenarioMode? {
    switch self {
    case .production: nil
    case .uiTesting: .uitest
    case .richDebug: .debug
    case .developer: .developer
    }
  }
}

/// The user defaults in which the app stores its state, including whether developer mode is active.
public struct DebugStore: Sendable, Hashable {
  /// The name of the suite, or `nil` for the app's own defaults.
  public let suiteName: String?

  /// Creates a store that uses a suite of user defaults.
  ///
  /// - Parameter suiteName: The name of the suite (default: the app's own defaults).
  public init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  package var userDefaults: UserDefaults {
    suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard
  }

  /// Removes everything that the app has stored in these defaults, including the activation of developer mode.
  public func clear() {
    let defaults = userDefaults
    defaults.removePersistentDomain(forName: domain)
    defaults.synchronize()
  }

  /// Whether developer mode was activated and hasn't been revoked.
  public var isDeveloperModeActive: Bool { userDefaults.bool(forKey: Self.activationKey) }

  func setDeveloperMode(_ isActive: Bool) {
    let defaults = userDefaults
    if isActive {
      defaults.set(true, forKey: Self.activationKey)
    } else {
      defaults.removeObject(forKey: Self.activationKey)
    }
    // Written immediately, because a tester restarts the app by killing it.
    defaults.synchronize()
  }

  /// The name of the domain that contains the defaults.
  ///
  /// Without a suite, it is the bundle identifier. An executable without a bundle uses the process name instead.
  private var domain: String {
    suiteName ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }

  private static let activationKey = "MockDebugModes.isDeveloperModeActive"
}
