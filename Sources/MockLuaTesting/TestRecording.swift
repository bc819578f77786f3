internal import CLibrary
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua
internal import MockRecording

/// The calls for which a test records the responses of live services.
public enum RecordingMode: Sendable {
  /// The scenario responds to the calls that it configures.
  ///
  /// Live services respond to all others, which are recorded.
  case missing
  /// Live services respond to all calls.
  ///
  /// Their responses are recorded, and the script is overwritten.
  case all

  var passing: MockPassing {
    switch self {
    case .missing: .missing
    case .all: .all
    }
  }
}

extension RecordingMode {
  /// The environment variable `MOCKLUA_RECORD`: with `missing` or `all`, every test with a script records.
  static let variable = "MOCKLUA_RECORD"

  /// Returns the mode that the environment sets, or nil if it sets none.
  ///
  /// - Throws: `ScenarioError` if the value isn't a mode.
  static func ofEnvironment() throws(ScenarioError) -> RecordingMode? {
    guard let text = getenv(variable).map({ String(cString: $0) }), !text.isEmpty else {
      return nil
    }
    switch text {
    case "missing": return .missing
    case "all": return .all
    default:
      let diagnostic = "`\(variable)` is `\(text.escaped)`; write `missing` or `all`"
      throw ScenarioError([MockDiagnostic(sentence: diagnostic)])
    }
  }
}

/// The recording of live responses in the script of a test.
struct TestRecording: Sendable {
  let mode: RecordingMode
  private let keepsErrors: Bool
  private let keepsDelays: Bool
  private let script: RecordedScript

  /// Locates the script, which doesn't have to exist yet.
  ///
  /// - Parameters:
  ///   - mode: The calls to record.
  ///   - path: The script: absolute, next to the source file of the test, or in the working directory.
  ///   - sourceFile: The source file of the test.
  ///   - keepsErrors: Whether errors are recorded too.
  ///   - keepsDelays: Whether the response times are recorded too.
  init(
    _ mode: RecordingMode, path: String, beside sourceFile: String, keepsErrors: Bool = false,
    keepsDelays: Bool = false
  ) {
    let found = try? ScriptPath.resolve(path, beside: sourceFile)
    self.init(
      mode, .at(found ?? ScriptPath.absolute(path, beside: sourceFile)), keepsErrors: keepsErrors,
      keepsDelays: keepsDelays)
  }

  init(
    _ mode: RecordingMode, _ script: RecordedScript, keepsErrors: Bool = false,
    keepsDelays: Bool = false
  ) {
    (self.mode, self.script) = (mode, script)
    (self.keepsErrors, self.keepsDelays) = (keepsErrors, keepsDelays)
  }

  /// The script before anything was recorded; empty if it didn't exist.
  var text: String { script.file.text ?? "" }
  /// The path of the script, to which the paths of its modules and fixtures are relative.
  var path: String { script.file.path }

  /// Writes the recorded responses of the live services, unless the test has failed.
  ///
  /// - Returns: Notes for the user, one sentence each.
  func write(_ runtime: ScenarioRuntime, hasFailed: Bool) async -> [String] {
    let recording = Recording(
      runtime.log.calls(), keepsErrors: keepsErrors, keepsDelays: keepsDelays)
    if hasFailed, !recording.isEmpty {
      return ["the test has failed, so nothing was recorded"]
    }
    return await script.add(recording, besides: runtime.scenario.configuration, mode)
  }
}
