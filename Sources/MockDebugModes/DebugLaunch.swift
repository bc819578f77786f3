/// The start of a launch: clears stored state if a test requests it, and then selects the tier.
///
/// Create it first in the app, before anything reads the user defaults:
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
  /// An activated developer mode is part of the stored state, so it doesn't affect such a launch.
  ///
  /// - Parameters:
  ///   - options: The flags of the launch (default: those of this process).
  ///   - store: The user defaults of the app (default: its own).
  public init(options: LaunchOptions = .current, store: DebugStore = DebugStore()) {
    if options.clearsState { store.clear() }
    self.options = options
    self.store = store
    tier = DebugTier(options: options, isDeveloperModeActive: store.isDeveloperModeActive)
  }
}
