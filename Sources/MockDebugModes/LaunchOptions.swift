/// What the arguments of a launch ask for.
///
/// The flags are `--uitesting`, `--pro-debug`, `--skip-onboarding` and `--show-onboarding`; everything
/// else is left to the app.
public struct LaunchOptions: Sendable, Hashable {
  /// Whether the app shows its introduction.
  public enum Onboarding: Sendable, Hashable {
    /// When the app itself thinks so.
    case automatic
    /// Never.
    case skipped
    /// In any case.
    case shown
  }

  /// Whether mocks with fixed data answer, as a UI test wants them.
  public var isUITesting: Bool
  /// Whether mocks with realistic data answer, and everything that costs money is unlocked.
  public var isProDebug: Bool
  /// Whether `--skip-onboarding` was given.
  public var skipOnboarding: Bool
  /// Whether `--show-onboarding` was given.
  public var showOnboarding: Bool

  /// Creates options; nothing is asked for by default.
  public init(
    isUITesting: Bool = false, isProDebug: Bool = false, skipOnboarding: Bool = false,
    showOnboarding: Bool = false
  ) {
    self.isUITesting = isUITesting
    self.isProDebug = isProDebug
    self.skipOnboarding = skipOnboarding
    self.showOnboarding = showOnboarding
  }

  /// Reads the flags among the arguments of a launch.
  ///
  /// - Parameter arguments: The arguments, such as `CommandLine.arguments`.
  public init(arguments: [String]) {
    self.init(
      isUITesting: arguments.contains(Flag.uiTesting.rawValue),
      isProDebug: arguments.contains(Flag.proDebug.rawValue),
      skipOnboarding: arguments.contains(Flag.skipOnboarding.rawValue),
      showOnboarding: arguments.contains(Flag.showOnboarding.rawValue))
  }

  /// The options of this process.
  public static var current: LaunchOptions { LaunchOptions(arguments: CommandLine.arguments) }

  /// Whether the app shows its introduction.
  ///
  /// Both flags together show it: a test that adds `--show-onboarding` to its usual arguments means it.
  public var onboarding: Onboarding {
    if showOnboarding { return .shown }
    return skipOnboarding ? .skipped : .automatic
  }

  /// Whether a launch begins with no state of an earlier one: with `--uitesting` and `--pro-debug`.
  public var clearsState: Bool { isUITesting || isProDebug }

  /// The flags that ask for these options, in the order of their declaration.
  public var arguments: [String] {
    var flags: [Flag] = []
    if isUITesting { flags.append(.uiTesting) }
    if isProDebug { flags.append(.proDebug) }
    if skipOnboarding { flags.append(.skipOnboarding) }
    if showOnboarding { flags.append(.showOnboarding) }
    return flags.map(\.rawValue)
  }

  private enum Flag: String {
    case uiTesting = "--uitesting"
    case proDebug = "--pro-debug"
    case skipOnboarding = "--skip-onboarding"
    case showOnboarding = "--show-onboarding"
  }
}
