package import LuaRuntime
internal import MockConfiguration
internal import MockData
internal import MockPlatform

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
  /// It is called while the script has its turn: it must not call mocks.
  ///
  /// Default: standard error, with escapes for characters that a terminal obeys, such as `\u{1B}`.
  public var print: @Sendable (String) -> Void = {
    $0.writeEscapedLines { StandardError.write($0) }
  }
  /// When the scenario's clock starts, in milliseconds since 1970, UTC.
  ///
  /// Default: 2026-01-01T00:00:00Z.
  public var startMs: Int = 1_767_225_600_000
  /// How often the functions of one chain of calls may wake up on a virtual clock, by `sleep` and `emit`.
  ///
  /// Waiting takes no real time there, so that no other limit ends `while true do sleep(1) end`. A limit that is
  /// nil does not hold. Default: 100,000.
  public var wakeUpLimit: Int? = 100_000

  /// The folder to which what is used of the script is appended, for `mocklua coverage`.
  ///
  /// Default: nil, which means the one that `MOCKLUA_COVERAGE` names; where that is not set either, nothing is kept.
  public var coverage: String?

  /// Whether what is used of the script is kept at all: not where it is only looked at.
  package var keepsCoverage = true

  /// Who keeps what is used; nil for nobody.
  var recorder: CoverageRecorder? {
    keepsCoverage ? coverage.map { CoverageRecorder.in($0) } ?? .shared : nil
  }

  /// What the script's state may spend; its seed and its `print` are those of the scenario.
  package var limits = LuaRuntime.Options()

  /// Creates options; what is not given has its default.
  ///
  /// - Parameters:
  ///   - scenario: The named scenario; none by default.
  ///   - mode: What the script reads as `mode`, such as that of an app's tier; none by default.
  ///   - seed: The seed of all that is random; 0 by default.
  ///   - coverage: The folder to which what is used of the script is appended; by default the one that
  ///     `MOCKLUA_COVERAGE` names.
  public init(
    scenario: String? = nil, mode: ScenarioMode? = nil, seed: UInt64 = 0, coverage: String? = nil
  ) {
    (self.scenario, self.mode, self.seed, self.coverage) = (scenario, mode, seed, coverage)
  }
}
