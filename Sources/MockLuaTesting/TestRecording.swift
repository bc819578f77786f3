internal import CLibrary
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua
internal import MockRecording

/// What a test records of what live services answer.
public enum RecordingMode: Sendable {
  /// The scenario answers what it knows, and the live services the rest, which is recorded.
  case missing
  /// The live services answer everything, which is recorded; the script is written anew.
  case all

  var passing: MockPassing {
    switch self {
    case .missing: .missing
    case .all: .all
    }
  }
}

extension RecordingMode {
  /// The environment variable by which all tests with a script record: `MOCKLUA_RECORD`, `missing` or `all`.
  static let variable = "MOCKLUA_RECORD"

  /// What the environment asks for; nil for nothing.
  ///
  /// - Throws: `ScenarioError` for a word that is none of the modes.
  static func ofEnvironment() throws(ScenarioError) -> RecordingMode? {
    guard let text = getenv(variable).map({ String(cString: $0) }), !text.isEmpty else {
      return nil
    }
    switch text {
    case "missing": return .missing
    case "all": return .all
    default:
      let mistake = "`\(variable)` is `\(text.escaped)`; write `missing` or `all`"
      throw ScenarioError([MockDiagnostic(sentence: mistake)])
    }
  }
}

/// What a test records of what live services answer, in the script of its own.
struct TestRecording: Sendable {
  let mode: RecordingMode
  private let keepsErrors: Bool
  private let keepsDelays: Bool
  private let script: RecordedScript

  /// Looks at the script, which need not be there yet.
  ///
  /// - Parameters:
  ///   - mode: What is recorded.
  ///   - path: The script: absolute, beside the source file of the test, or in the working directory.
  ///   - sourceFile: The source file of the test.
  ///   - keepsErrors: Whether errors are recorded as well.
  ///   - keepsDelays: Whether the times that answers took are recorded as well.
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

  /// The script as it was before anything was recorded; empty where there was none.
  var text: String { script.file.text ?? "" }
  /// The file of the script, beside which its modules and fixtures lie.
  var path: String { script.file.path }

  /// Writes what the live services have answered; nothing where the test has failed.
  ///
  /// - Returns: What a person should know, a sentence each.
  func write(_ runtime: ScenarioRuntime, hasFailed: Bool) async -> [String] {
    let recording = Recording(
      runtime.log.calls(), keepsErrors: keepsErrors, keepsDelays: keepsDelays)
    if hasFailed, !recording.isEmpty {
      return ["the test has failed, so that nothing was recorded"]
    }
    return await script.add(recording, besides: runtime.scenario.configuration, mode)
  }
}
