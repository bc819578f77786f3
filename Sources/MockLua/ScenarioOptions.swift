package import LuaRuntime
internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Options for loading a script.
public struct ScenarioOptions: Sendable {
  /// The variant to run in addition to the script's top level; nil by default.
  public var variant: String?
  /// The value of `mode` in the script; nil by default.
  public var mode: ScenarioMode?
  /// The seed of all random numbers; 0 by default.
  public var seed: UInt64 = 0
  /// The folders in which to look for modules after the script's own folder; none by default.
  public var searchPaths: [String] = []
  /// Receives the lines that `print` and `log` write, without line endings.
  ///
  /// It is called while the script's lock is held, so it must not call mocks. By default, it writes to standard error,
  /// with control characters such as `\u{1B}` escaped.
  public var print: @Sendable (String) -> Void = {
    $0.writeEscapedLines { StandardError.write($0) }
  }
  /// The start time of the scenario's clock, in milliseconds since 1970; 2026-01-01T00:00:00Z by default.
  public var startMs: Int = 1_767_225_600_000
  /// The maximum number of times that `sleep` and `emit` may wake one chain of calls on a virtual clock.
  ///
  /// On a virtual clock, waiting takes no real time, so no other limit would end `while true do sleep(1) end`. Nil
  /// means that there is no limit. The default is 100,000.
  public var wakeUpLimit: Int? = 100_000

  /// The folder to which coverage data is appended, for `mocklua coverage`.
  ///
  /// If it is nil (the default), the folder in `MOCKLUA_COVERAGE` is used. If that isn't set either, coverage isn't
  /// recorded.
  public var coverage: String?

  /// Whether to record coverage; false for checks that don't make calls.
  package var keepsCoverage = true

  /// The recorder of coverage; nil if coverage isn't recorded.
  var recorder: CoverageRecorder? {
    keepsCoverage ? coverage.map { CoverageRecorder.in($0) } ?? .shared : nil
  }

  /// The limits of the script's Lua state.
  ///
  /// The seed and `print` come from these options instead.
  package var limits = LuaRuntime.Options()

  /// Creates options.
  ///
  /// Arguments that are omitted have their defaults.
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
