/// The options set by the launch arguments.
///
/// The flags are `--uitesting`, `--pro-debug`, `--skip-onboarding`, and `--show-onboarding`. All other arguments are
/// ignored and left to the app.
public struct LaunchOptions: Sendable, Hashable {
  /// Whether the app shows its onboarding.
  public enum Onboarding: Sendable, Hashable {
    /// The app decides whether to show its onboarding.
    case automatic
    /// The app never shows its onboarding.
    case skipped
    /// The app always shows its onboarding.
    case shown
  }

  /// Whether to use mocks with fixed data, for UI tests.
  public var isUITesting: Bool
  /// Whether to use mocks with realistic data and unlock all paid features.
  public var isProDebug: Bool
  /// Whether `--skip-onboarding` was given.
  public var skipOnboarding: Bool
  /// Whether `--show-onboarding` was given.
  public var showOnboarding: Bool

  /// Creates options, all of which are false by default.
  public init(
    isUITesting: Bool = false, isProDebug: Bool = false, skipOnboarding: Bool = false,
    showOnboarding: Bool = false
  ) {
    self.isUITesting = isUITesting
    self.isProDebug = isProDebug
    self.skipOnboarding = skipOnboarding
    self.showOnboarding = showOnboarding
  }

  /// Reads the flags from the launch arguments.
  ///
  /// - Parameter arguments: The arguments, such as `CommandLine.arguments`.
  public init(arguments: [String]) {
    self.init()
    for (flag, option) in Self.flags where arguments.contains(flag) { self[keyPath: option] = true }
  }

  /// The options of this process.
  public static var current: LaunchOptions { LaunchOptions(arguments: CommandLine.arguments) }

  /// Whether the app shows its onboarding.
  ///
  /// If both ``skipOnboarding`` and ``showOnboarding`` are true, the app shows it, so that a test can add
  /// `--show-onboarding` to its usual arguments.
  public var onboarding: Onboarding {
    if showOnboarding { return .shown }
    return skipOnboarding ? .skipped : .automatic
  }

  /// Whether the launch clears earlier state.
  ///
  /// This is the case if `--uitesting` or `--pro-debug` is set.
  public var clearsState: Bool { isUITesting || isProDebug }

  /// The flags for these options, in the order of their declaration.
  public var arguments: [String] {
    Self.flags.filter { self[keyPath: $0.option] }.map(\.flag)
  }

  private static var flags: [(flag: String, option: WritableKeyPath<LaunchOptions, Bool>)] {
    [
      ("--uitesting", \.isUITesting), ("--pro-debug", \.isProDebug),
      ("--skip-onboarding", \.skipOnboarding), ("--show-onboarding", \.showOnboarding),
    ]
  }
}

/// The first step of an app's launch, which clears stored state if a flag requests it, and selects the tier.
///
/// Create a `DebugLaunch` before anything in the app reads the user defaults:
///
/// ```swift
/// let launch = DebugLaunch()
/// registerServices(tier: launch.tier)
/// ```
public struct DebugLaunch: Sendable {
  /// The flags of the launch.
  public let options: LaunchOptions
  /// The tier, which determines the services to use.
  public let tier: DebugTier
  /// The user defaults of the app.
  public let store: DebugStore

  /// Clears the stored state if `--uitesting` or `--pro-debug` is set, and selects the tier.
  ///
  /// The stored state includes the activation of developer mode, so a launch that clears the state ignores the
  /// activation.
  ///
  /// - Parameters:
  ///   - options: The flags of the launch (default: the flags of this process).
  ///   - store: The user defaults of the app (default: the app's own defaults).
  public init(options: LaunchOptions = .current, store: DebugStore = DebugStore()) {
    if options.clearsState { store.clear() }
    self.options = options
    self.store = store
    tier = DebugTier(options: options, isDeveloperModeActive: store.isDeveloperModeActive)
  }
}
