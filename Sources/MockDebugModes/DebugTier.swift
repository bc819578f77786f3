public import MockServices

/// Which services answer: the real ones, or one of two sets of mocks.
public enum DebugTier: String, CaseIterable, Sendable {
  /// The real services.
  case production
  /// Minimal mocks, with fixed data at once: `--uitesting`.
  case uiTesting
  /// Rich mocks, with realistic data and everything unlocked: `--pro-debug`.
  case richDebug
  /// Rich mocks for a tester who has activated the developer mode.
  case developer

  /// Chooses the tier of a launch; with several reasons the richer mocks win.
  ///
  /// - Parameters:
  ///   - options: The flags of the launch.
  ///   - isDeveloperModeActive: Whether the developer mode was activated before this launch.
  public init(options: LaunchOptions, isDeveloperModeActive: Bool) {
    if options.isProDebug {
      self = .richDebug
    } else if isDeveloperModeActive {
      self = .developer
    } else {
      self = options.isUITesting ? .uiTesting : .production
    }
  }

  /// Whether mocks answer at all.
  public var usesMocks: Bool { self != .production }

  /// Whether it is the rich mocks that answer.
  public var usesRichMocks: Bool { self == .richDebug || self == .developer }

  /// What a script reads as `mode` in this tier; nil for production.
  public var scenarioMode: ScenarioMode? {
    switch self {
    case .production: nil
    case .uiTesting: .uitest
    case .richDebug: .debug
    case .developer: .developer
    }
  }
}
