public import MockCalls
public import MockConfiguration
internal import MockLua
public import Testing

extension Trait where Self == ScenarioTrait {
  /// Gives each test case a new scenario without a script, in which stubs respond to all calls.
  ///
  /// ```swift
  /// @Test(.mocked) func load() async throws {
  ///   let mock = MockService()
  ///   mock.on.load { id in Item(id: id) }
  ///   ...
  ///   mock.verify.load(id: 7).called(1)
  /// }
  /// ```
  public static var mocked: Self { .mocked() }

  /// Gives each test case a new scenario without a script, in which stubs respond to all calls.
  ///
  /// - Parameters:
  ///   - clock: Creates the clock of each test. The default is a virtual clock that runs at full speed.
  ///   - logLimit: The maximum number of calls in the log; 10,000 by default.
  ///   - strict: Whether to run the ``ScenarioCheck/strict`` checks; false by default.
  ///   - also: Additional checks to run; empty by default.
  ///   - except: Checks to leave out; empty by default.
  /// - Returns: The trait.
  public static func mocked(
    clock: @autoclosure @escaping @Sendable () -> MockClock = .virtual(), logLimit: Int = 10_000,
    strict: Bool = false, also: Set<ScenarioCheck> = [], except: Set<ScenarioCheck> = []
  ) -> Self {
    ScenarioTrait { exceptions, _ throws(ScenarioError) in
      try .mocked(
        clock: clock(), logLimit: logLimit, strict: strict, also: also,
        except: except.union(exceptions))
    }
  }

  /// Gives each test case a new scenario from a script file.
  ///
  /// If the environment variable `MOCKLUA_RECORD` is `missing` or `all`, the test also records responses of live
  /// services in the file, as with `.scenario(_:recording:)`.
  ///
  /// - Parameters:
  ///   - path: The path of the script: absolute, or relative to the folder of the test's source file, the working
  ///     directory, or the resources of the test bundle.
  ///   - variant: The variant to run in addition to the script's top level; nil by default.
  ///   - mode: The value of `mode` in the script; nil by default.
  ///   - seed: The seed of all random values; 0 by default.
  ///   - clock: Creates the clock of each test. The default is a virtual clock that runs at full speed.
  ///   - logLimit: The maximum number of calls in the log; 10,000 by default.
  ///   - strict: Whether to run the ``ScenarioCheck/strict`` checks; false by default.
  ///   - also: Additional checks to run; empty by default.
  ///   - except: Checks to leave out; empty by default.
  ///   - coverage: The folder for the script's coverage data. The default is the folder in the environment variable
  ///     `MOCKLUA_COVERAGE`.
  ///   - filePath: The source file of the test; the caller's by default.
  /// - Returns: The trait.
  public static func scenario(
    _ path: String, variant: String? = nil, mode: ScenarioMode? = nil, seed: UInt64 = 0,
    clock: @autoclosure @escaping @Sendable () -> MockClock = .virtual(), logLimit: Int = 10_000,
    strict: Bool = false,
    also: Set<ScenarioCheck> = [], except: Set<ScenarioCheck> = [], coverage: String? = nil,
    filePath: String = #filePath
  ) -> Self {
    let recording = Result { () throws(ScenarioError) in
      try RecordingMode.ofEnvironment().map {
        TestRecording($0, path: path, beside: filePath)
      }
    }
    return ScenarioTrait(recording: (try? recording.get()) ?? nil) {
      exceptions, _ throws(ScenarioError) in
      guard let recording = try recording.get() else {
        return try ScenarioSession(
          path: path, variant: variant, mode: mode, seed: seed, clock: clock(),
          logLimit: logLimit, strict: strict, also: also, except: except.union(exceptions),
          coverage: coverage, filePath: filePath)
      }
      return try ScenarioSession(
        source: recording.text, name: path, variant: variant, mode: mode, seed: seed,
        clock: clock(), logLimit: logLimit, strict: strict, also: also,
        except: except.union(exceptions), coverage: coverage, recording: recording.mode,
        filePath: recording.path)
    }
  }

  /// Gives each test case a new scenario from a script file, and records the responses of live services in the file.
  ///
  /// The mocks must be able to forward calls to live services: use `MockSearchService(passingTo: SearchClient())`, or a
  /// `URLSession` with `URLSessionConfiguration.mocked`. When the test has passed, the file is written. It contains
  /// rules for the arguments that distinguish the responses, sequences for repeated calls, and placeholders for
  /// secrets. If the test fails, or if the file has changed in the meantime, nothing is written.
  ///
  /// - Parameters:
  ///   - path: The path of the file: absolute, or relative to the folder of the test's source file. The file doesn't
  ///     have to exist yet.
  ///   - recording: The calls to record.
  ///   - errors: Whether to record errors from the live services too; false by default.
  ///   - delays: Whether to record each method's typical response time, in milliseconds with two significant digits;
  ///     false by default. A virtual clock can't measure it, so also pass `clock: .real()`.
  ///   - clock: Creates the clock of each test. The default is a virtual clock that runs at full speed.
  ///   - filePath: The source file of the test; the caller's by default.
  /// - Returns: The trait.
  public static func scenario(
    _ path: String, recording: RecordingMode, errors: Bool = false, delays: Bool = false,
    clock: @autoclosure @escaping @Sendable () -> MockClock = .virtual(),
    filePath: String = #filePath
  ) -> Self {
    let recording = TestRecording(
      recording, path: path, beside: filePath, keepsErrors: errors, keepsDelays: delays)
    return ScenarioTrait(recording: recording) { exceptions, _ throws(ScenarioError) in
      try ScenarioSession(
        source: recording.text, name: path, clock: clock(), except: exceptions,
        recording: recording.mode, filePath: recording.path)
    }
  }

  /// Gives each test case a new scenario from a script file, and compares the script's responses with live services.
  ///
  /// The mocks must be able to forward calls to live services: use `MockSearchService(passingTo: SearchClient())`, or a
  /// `URLSession` with `URLSessionConfiguration.mocked`. The script responds to each call, and the live service is
  /// called with the same arguments. If the live response has different fields, different kinds of values, other enum
  /// cases, or another status, the difference is reported at the line of the script. HTTP requests other than `GET` and
  /// `HEAD` aren't sent, because they may change data on the server.
  ///
  /// - Parameters:
  ///   - path: The path of the script: absolute, or relative to the folder of the test's source file, the working
  ///     directory, or the resources of the test bundle.
  ///   - drift: Whether a difference is a warning or an issue.
  ///   - variant: The variant to run in addition to the script's top level; nil by default.
  ///   - mode: The value of `mode` in the script; nil by default.
  ///   - seed: The seed of all random values; 0 by default.
  ///   - clock: Creates the clock of each test. The default is a virtual clock that runs at full speed.
  ///   - filePath: The source file of the test; the caller's by default.
  /// - Returns: The trait.
  public static func scenario(
    _ path: String, drift: DriftMode, variant: String? = nil, mode: ScenarioMode? = nil,
    seed: UInt64 = 0, clock: @autoclosure @escaping @Sendable () -> MockClock = .virtual(),
    filePath: String = #filePath
  ) -> Self {
    ScenarioTrait(drift: drift) { exceptions, _ throws(ScenarioError) in
      try ScenarioSession(
        path: path, variant: variant, mode: mode, seed: seed, clock: clock(),
        except: exceptions, filePath: filePath)
    }
  }

  /// Gives each test case a new scenario from a script in a string.
  ///
  /// The paths of modules and fixtures are relative to the source file of the test.
  ///
  /// - Parameters:
  ///   - source: The source code of the script.
  ///   - name: The script's name in messages. The default contains the name of the test, as in `script of
  ///     failsFirst()`.
  ///   - variant: The variant to run in addition to the script's top level; nil by default.
  ///   - mode: The value of `mode` in the script; nil by default.
  ///   - seed: The seed of all random values; 0 by default.
  ///   - clock: Creates the clock of each test. The default is a virtual clock that runs at full speed.
  ///   - logLimit: The maximum number of calls in the log; 10,000 by default.
  ///   - strict: Whether to run the ``ScenarioCheck/strict`` checks; false by default.
  ///   - also: Additional checks to run; empty by default.
  ///   - except: Checks to leave out; empty by default.
  ///   - coverage: The folder for the script's coverage data. The default is the folder in the environment variable
  ///     `MOCKLUA_COVERAGE`.
  ///   - filePath: The source file of the test; the caller's by default.
  /// - Returns: The trait.
  public static func scenario(
    source: String, name: String? = nil, variant: String? = nil,
    mode: ScenarioMode? = nil, seed: UInt64 = 0,
    clock: @autoclosure @escaping @Sendable () -> MockClock = .virtual(), logLimit: Int = 10_000,
    strict: Bool = false,
    also: Set<ScenarioCheck> = [], except: Set<ScenarioCheck> = [], coverage: String? = nil,
    filePath: String = #filePath
  ) -> Self {
    ScenarioTrait { exceptions, test throws(ScenarioError) in
      try ScenarioSession(
        source: source, name: name ?? "script of \(test)", variant: variant, mode: mode,
        seed: seed, clock: clock(),
        logLimit: logLimit, strict: strict, also: also, except: except.union(exceptions),
        coverage: coverage, filePath: filePath)
    }
  }
}

extension ScenarioSession {
  /// Creates a session without a script.
  static func mocked(
    clock: MockClock = .virtual(), logLimit: Int = 10_000, strict: Bool = false,
    also: Set<ScenarioCheck> = [], except: Set<ScenarioCheck> = []
  ) throws(ScenarioError) -> ScenarioSession {
    try ScenarioSession(
      source: "", name: "no script", clock: clock, logLimit: logLimit, strict: strict, also: also,
      except: except)
  }
}
