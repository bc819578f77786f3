internal import MockServices

/// How a script is loaded.
public struct ScenarioOptions: Sendable {
  /// The named scenario to run on top of the script's top level.
  ///
  /// Default: none.
  public var scenario: String?
  /// What the script reads as `mode`.
  ///
  /// Default: none, which it reads as nil.
  public var mode: ScenarioMode?
  /// The seed of all that is random.
  ///
  /// Default: 0.
  public var seed: UInt64 = 0
  /// Folders to look for modules in, after the script's own.
  ///
  /// Default: none.
  public var searchPaths: [String] = []
  /// Where `print` and `log` write a line, without its end.
  ///
  /// Default: standard error.
  public var print: @Sendable (String) -> Void = { StandardError.write($0 + "\n") }
  /// When the scenario's clock starts, in milliseconds since 1970, UTC.
  ///
  /// Default: 2026-01-01T00:00:00Z.
  public var startMs: Int = 1_767_225_600_000

  /// The defaults.
  public init() {}
}
