/// The begin of a launch: stored state is cleared where a test asks for it, then the tier is chosen.
///
/// It comes first in the app, before anything reads the user defaults:
///
/// ```swift
/// let launch = DebugLaunch()
/// registerServices(tier: launch.tier)
/// ```
public struct DebugLaunch: Sendable {
  /// The flags of the launch.
  public let options: LaunchOptions
  /// Which services answer.
  public let tier: DebugTier
  /// The user defaults of the app.
  public let store: DebugStore

  /// Clears the stored state where `--uitesting` or `--pro-debug` asks for it, and chooses the tier.
  ///
  /// An activated developer mode is part of that state, so that such a launch does not depend on it.
  ///
  /// - Parameters:
  ///   - options: The flags of the launch; those of this process by default.
  ///   - store: The user defaults of the app; its own by default.
  public init(options: LaunchOptions = .current, store: DebugStore = DebugStore()) {
    if options.clearsState { store.clear() }
    self.options = options
    self.store = store
    tier = DebugTier(options: options, isDeveloperModeActive: store.isDeveloperModeActive)
  }
}
