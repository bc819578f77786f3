internal import CLibrary
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua
internal import MockPlatform
internal import MockRecording
internal import Testing

/// The calls whose responses a test records from live services.
public enum RecordingMode: Sendable {
  /// The scenario responds to the calls that it configures.
  ///
  /// Live services respond to all other calls. Their responses are recorded only for methods that the script doesn't
  /// have.
  case missing
  /// Live services respond to all calls.
  ///
  /// Their responses are recorded, and replace the script.
  case all

  var passing: MockPassing {
    switch self {
    case .missing: .missing
    case .all: .all
    }
  }
}

extension RecordingMode {
  /// If the value is `missing` or `all`, every test with a script records responses.
  static let variable = "MOCKLUA_RECORD"

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

struct TestRecording: Sendable {
  let mode: RecordingMode
  private let keepsErrors: Bool
  private let keepsDelays: Bool
  private let script: RecordedScript

  /// The script doesn't have to exist yet.
  ///
  /// Its path is absolute, or relative to the folder of the test's source file, the working directory, or the resources
  /// of the test bundle.
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

/// The script file in which the tests of this process record the responses of live services.
///
/// Each test starts with the script as it was when the process started, and with an empty recording. After each test,
/// the recordings of all tests so far are written to the file.
actor RecordedScript {
  nonisolated let file: RecordingFile
  /// The script's configuration before recording began; nil until the first test has ended.
  private var known: MockServiceConfiguration?
  private var recorded = Recording([])
  /// The next write waits for the task that writes the recording of the latest test.
  private var last: Task<[String], Never>?

  init(_ path: String) { file = RecordingFile(path: path) }

  private static let scripts = Locked<[String: RecordedScript]>([:])

  /// Returns the script at a path, which all tests of the process share.
  static func at(_ path: String) -> RecordedScript {
    scripts.withLock { scripts in
      if let script = scripts[path] { return script }
      let script = RecordedScript(path)
      scripts[path] = script
      return script
    }
  }

  /// The configuration of the existing script is left unchanged.
  ///
  /// Returns notes for the user, one sentence each.
  func add(
    _ recording: Recording, besides scenario: MockServiceConfiguration, _ mode: RecordingMode
  ) async -> [String] {
    let before = last
    let task = Task {
      _ = await before?.value
      return await self.write(recording, scenario, mode)
    }
    last = task
    return await task.value
  }

  private func write(
    _ recording: Recording, _ scenario: MockServiceConfiguration, _ mode: RecordingMode
  ) async -> [String] {
    var recording = recording
    if mode == .missing { recording.leaveOut(methodsOf: known ?? scenario) }
    known = known ?? scenario
    guard !recording.isEmpty else { return recording.notes }
    recorded.add(recording)
    var all = recorded
    all.notes = recording.notes
    return await all.write(to: file, replaces: mode == .all)
  }
}

extension ScenarioSession {
  /// Writes the responses that live services have returned so far to a script.
  ///
  /// Live services respond to the calls that the script passes through. If the session was created with `recording:`,
  /// they also respond to the calls that the script doesn't configure, or to all calls. The written script has the same
  /// form as with `.scenario(_:recording:)`: rules, sequences, and placeholders for secrets. If `path` is the session's
  /// own script, the text is appended, unless all calls were recorded. Otherwise, the file is overwritten.
  ///
  /// The file is written even if the test has failed, so call this method after the expectations that must hold.
  ///
  /// - Parameters:
  ///   - path: The path of the file: absolute, or relative to the folder of the test's source file.
  ///   - errors: Whether to record errors from the live services too; false by default.
  ///   - filePath: The source file of the test; the caller's by default.
  /// - Returns: Notes for the user, one sentence each, such as what was left out, or why nothing was written.
  @discardableResult
  public func record(
    to path: String, errors: Bool = false, filePath: String = #filePath
  ) async -> [String] {
    let file = RecordingFile(path: ScriptPath.absolute(path, beside: filePath))
    let isOwn = scriptPath.map(file.isFile) ?? false
    let isBehind = isOwn && runtime.context.passing != .all
    var recording = Recording(runtime.log.calls(), keepsErrors: errors)
    if isBehind { recording.leaveOut(methodsOf: runtime.scenario.configuration) }
    guard !recording.isEmpty else { return recording.notes }
    return await recording.write(to: file, replaces: !isBehind)
  }
}

/// The severity of differences between a script's responses and the live services.
public enum DriftMode: Sendable {
  /// Differences are warnings, and the test still passes.
  case report
  /// Differences are issues, and the test fails.
  case fail

  var severity: Issue.Severity {
    switch self {
    case .report: .warning
    case .fail: .error
    }
  }
}
