public import MockServices

/// The services that an app uses: the real ones, or one of two sets of mocks.
public enum DebugTier: String, CaseIterable, Sendable {
  /// The real services.
  case production
  /// Minimal mocks that return fixed data immediately: `--uitesting`.
  case uiTesting
  /// Rich mocks with realistic data and all features unlocked: `--pro-debug`.
  case richDebug
  /// Rich mocks for a tester who has activated developer mode.
  case developer

  /// Selects the tier of a launch.
  ///
  /// If several tiers apply, the one with the richer mocks is used.
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

  /// The `mode` that a script sees in this tier, or `nil` for production.
  public var scenarioMode: ScenarioMode? {
    switch self {
    case .production: nil
    case .uiTesting: .uitest
    case .richDebug: .debug
    case .developer: .developer
    }
  }
}
