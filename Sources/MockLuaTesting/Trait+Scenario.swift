public import MockCalls
public import MockConfiguration
internal import MockLua
public import Testing

extension Trait where Self == ScenarioTrait {
  /// Gives each test, and each of its arguments, a fresh scenario without a script: stubs answer all calls.
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

  /// Gives each test, and each of its arguments, a fresh scenario without a script: stubs answer all calls.
  ///
  /// - Parameters:
  ///   - clock: Makes the clock of each test; by default a virtual one that runs at full speed.
  ///   - logLimit: How many calls the log keeps; 10,000 by default.
  ///   - strict: Whether what ``ScenarioCheck/strict`` adds becomes an issue; false by default.
  ///   - also: What else becomes an issue.
  ///   - except: What does not become an issue.
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

  /// Gives each test, and each of its arguments, a fresh scenario from a script's file.
  ///
  /// Where the environment has `MOCKLUA_RECORD=missing` or `all`, what live services answer is recorded in the file, as
  /// the trait with `recording:` does.
  ///
  /// - Parameters:
  ///   - path: The file: absolute, beside the source file of the test, or in the working directory.
  ///   - scenario: The named scenario to run on top of the script's top level; none by default.
  ///   - mode: What the script reads as `mode`; none by default.
  ///   - seed: The seed of all that is random; 0 by default.
  ///   - clock: Makes the clock of each test; by default a virtual one that runs at full speed.
  ///   - logLimit: How many calls the log keeps; 10,000 by default.
  ///   - strict: Whether what ``ScenarioCheck/strict`` adds becomes an issue; false by default.
  ///   - also: What else becomes an issue.
  ///   - except: What does not become an issue.
  ///   - coverage: The folder to which what is used of the script is appended; by default the one that
  ///     `MOCKLUA_COVERAGE` names.
  ///   - filePath: The source file of the test.
  /// - Returns: The trait.
  public static func scenario(
    _ path: String, scenario: String? = nil, mode: ScenarioMode? = nil, seed: UInt64 = 0,
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
          path: path, scenario: scenario, mode: mode, seed: seed, clock: clock(),
          logLimit: logLimit, strict: strict, also: also, except: except.union(exceptions),
          coverage: coverage, filePath: filePath)
      }
      return try ScenarioSession(
        source: recording.text, name: path, scenario: scenario, mode: mode, seed: seed,
        clock: clock(), logLimit: logLimit, strict: strict, also: also,
        except: except.union(exceptions), coverage: coverage, recording: recording.mode,
        filePath: recording.path)
    }
  }

  /// Gives each test a fresh scenario from a script's file, and records what live services answer beyond it.
  ///
  /// Mocks stand before the live services: `MockSearchService(passingTo: SearchClient())`, or a `URLSession` of
  /// `URLSessionConfiguration.mocked`. When the test has passed, the file is written: rules by the arguments that tell
  /// the answers apart, sequences for what was asked several times, secrets as placeholders. A test that fails writes
  /// nothing, and nothing is written over a file that has changed meanwhile.
  ///
  /// - Parameters:
  ///   - path: The file: absolute, or beside the source file of the test. It need not be there yet.
  ///   - recording: What is recorded.
  ///   - errors: Whether errors of the live services are recorded as well; false by default.
  ///   - delays: Whether each method gets the time that its live service usually took, in milliseconds of two digits;
  ///     false by default. A virtual clock knows no such time: give `clock: .real()` with it.
  ///   - clock: Makes the clock of each test; by default a virtual one that runs at full speed.
  ///   - filePath: The source file of the test.
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

  /// Gives each test a fresh scenario from a script's file, and compares its answers with those of live services.
  ///
  /// Mocks stand before the live services: `MockSearchService(passingTo: SearchClient())`, or a `URLSession` of
  /// `URLSessionConfiguration.mocked`. The script answers; the live service is asked as well, with the same arguments,
  /// and where its answer has other fields, kinds, cases or another status, the test is told at the line of the script.
  /// Of requests only `GET` and `HEAD` are sent, since others may change what the server has.
  ///
  /// - Parameters:
  ///   - path: The file: absolute, beside the source file of the test, or in the working directory.
  ///   - drift: Whether a difference is a warning or an issue.
  ///   - scenario: The named scenario to run on top of the script's top level; none by default.
  ///   - mode: What the script reads as `mode`; none by default.
  ///   - seed: The seed of all that is random; 0 by default.
  ///   - clock: Makes the clock of each test; by default a virtual one that runs at full speed.
  ///   - filePath: The source file of the test.
  /// - Returns: The trait.
  public static func scenario(
    _ path: String, drift: DriftMode, scenario: String? = nil, mode: ScenarioMode? = nil,
    seed: UInt64 = 0, clock: @autoclosure @escaping @Sendable () -> MockClock = .virtual(),
    filePath: String = #filePath
  ) -> Self {
    ScenarioTrait(drift: drift) { exceptions, _ throws(ScenarioError) in
      try ScenarioSession(
        path: path, scenario: scenario, mode: mode, seed: seed, clock: clock(),
        except: exceptions, filePath: filePath)
    }
  }

  /// Gives each test, and each of its arguments, a fresh scenario from a script's text.
  ///
  /// Modules and fixtures lie beside the source file of the test.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - name: The name in messages; that of the test by default, such as `script of failsFirst()`.
  ///   - scenario: The named scenario to run on top of the script's top level; none by default.
  ///   - mode: What the script reads as `mode`; none by default.
  ///   - seed: The seed of all that is random; 0 by default.
  ///   - clock: Makes the clock of each test; by default a virtual one that runs at full speed.
  ///   - logLimit: How many calls the log keeps; 10,000 by default.
  ///   - strict: Whether what ``ScenarioCheck/strict`` adds becomes an issue; false by default.
  ///   - also: What else becomes an issue.
  ///   - except: What does not become an issue.
  ///   - coverage: The folder to which what is used of the script is appended; by default the one that
  ///     `MOCKLUA_COVERAGE` names.
  ///   - filePath: The source file of the test.
  /// - Returns: The trait.
  public static func scenario(
    source: String, name: String? = nil, scenario: String? = nil,
    mode: ScenarioMode? = nil, seed: UInt64 = 0,
    clock: @autoclosure @escaping @Sendable () -> MockClock = .virtual(), logLimit: Int = 10_000,
    strict: Bool = false,
    also: Set<ScenarioCheck> = [], except: Set<ScenarioCheck> = [], coverage: String? = nil,
    filePath: String = #filePath
  ) -> Self {
    ScenarioTrait { exceptions, test throws(ScenarioError) in
      try ScenarioSession(
        source: source, name: name ?? "script of \(test)", scenario: scenario, mode: mode,
        seed: seed, clock: clock(),
        logLimit: logLimit, strict: strict, also: also, except: except.union(exceptions),
        coverage: coverage, filePath: filePath)
    }
  }
}

extension ScenarioSession {
  /// Makes a scenario without a script.
  static func mocked(
    clock: MockClock = .virtual(), logLimit: Int = 10_000, strict: Bool = false,
    also: Set<ScenarioCheck> = [], except: Set<ScenarioCheck> = []
  ) throws(ScenarioError) -> ScenarioSession {
    let session = try ScenarioSession(
      source: "", name: "no script", clock: clock, logLimit: logLimit, strict: strict, also: also,
      except: except)
    session.runtime.context.contracts.isUnscripted = true
    return session
  }
}
