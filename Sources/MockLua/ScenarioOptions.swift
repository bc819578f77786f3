package import LuaRuntime
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Options for loading a script.
public struct ScenarioOptions: Sendable {
  /// The variant to run in addition to the script's top level.
  ///
  /// Default: nil.
  public var variant: String?
  /// The value of `mode` in the script.
  ///
  /// Default: nil, which the script reads as nil.
  public var mode: ScenarioMode?
  /// The seed of all random numbers.
  ///
  /// Default: 0.
  public var seed: UInt64 = 0
  /// The folders in which to look for modules, after the script's own folder.
  ///
  /// Default: empty.
  public var searchPaths: [String] = []
  /// Receives the lines that `print` and `log` write, without line endings.
  ///
  /// It is called while the script holds its lock, so it must not call mocks. Default: writes to standard error, with
  /// control characters such as `\u{1B}` escaped.
  public var print: @Sendable (String) -> Void = {
    $0.writeEscapedLines { StandardError.write($0) }
  }
  /// The start time of the scenario's clock, in milliseconds since 1970, UTC.
  ///
  /// Default: 2026-01-01T00:00:00Z.
  public var startMs: Int = 1_767_225_600_000
  /// The maximum number of times that `sleep` and `emit` may wake one chain of calls on a virtual clock.
  ///
  /// Waiting takes no real time on such a clock, so no other limit ends `while true do sleep(1) end`. Nil means no
  /// limit. Default: 100,000.
  public var wakeUpLimit: Int? = 100_000

  /// The folder to which coverage data is appended, for `mocklua coverage`.
  ///
  /// Default: nil, which means the folder in `MOCKLUA_COVERAGE`. If that isn't set either, no coverage is recorded.
  public var coverage: String?

  /// Whether to record coverage; false for checks that don't run any calls.
  package var keepsCoverage = true

  /// The recorder of coverage; nil if coverage isn't recorded.
  var recorder: CoverageRecorder? {
    keepsCoverage ? coverage.map { CoverageRecorder.in($0) } ?? .shared : nil
  }

  /// The limits of the script's state, except for the seed and `print`, which come from these options.
  package var limits = LuaRuntime.Options()

  /// Creates options, with defaults for omitted arguments.
  ///
  /// - Parameters:
  ///   - variant: The variant; nil by default.
  ///   - mode: The value of `mode` in the script, such as the mode of an app's tier; nil by default.
  ///   - seed: The seed of all random numbers; 0 by default.
  ///   - coverage: The folder to which coverage data is appended; by default, the folder in `MOCKLUA_COVERAGE`.
  public init(
    variant: String? = nil, mode: ScenarioMode? = nil, seed: UInt64 = 0, coverage: String? = nil
  ) {
    (self.variant, self.mode, self.seed, self.coverage) = (variant, mode, seed, coverage)
  }
}
