internal import CLibrary
internal import MockCalls
internal import MockConfiguration
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

/// Writes the script of a test that records.
struct TestRecording: Sendable {
  let mode: RecordingMode
  let keepsErrors: Bool
  let keepsDelays: Bool
  private let file: RecordingFile

  /// Looks at the script, which need not be there yet.
  ///
  /// - Parameters:
  ///   - mode: What is recorded.
  ///   - path: The script: absolute, or beside the source file of the test.
  ///   - sourceFile: The source file of the test.
  ///   - keepsErrors: Whether errors are recorded as well.
  ///   - keepsDelays: Whether the times that answers took are recorded as well; false by default.
  init(
    _ mode: RecordingMode, path: String, beside sourceFile: String, keepsErrors: Bool,
    keepsDelays: Bool = false
  ) {
    self.mode = mode
    self.keepsErrors = keepsErrors
    self.keepsDelays = keepsDelays
    let folder = ScriptPath.folder(of: sourceFile)
    file = RecordingFile(path: path.hasPrefix("/") ? path : "\(folder)/\(path)")
  }

  var exists: Bool { file.exists }

  /// Writes what the live services have answered; nothing where the test has failed.
  ///
  /// - Returns: What a person should know, a sentence each.
  func write(_ runtime: ScenarioRuntime, hasFailed: Bool) async -> [String] {
    var recording = Recording(
      runtime.log.calls(), keepsErrors: keepsErrors, keepsDelays: keepsDelays)
    if mode == .missing { recording.leaveOut(methodsOf: runtime.scenario.configuration) }
    guard !recording.isEmpty else { return recording.notes }
    if hasFailed { return ["the test has failed, so that nothing was recorded"] }
    let name = file.path.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? "script"
    // What stands behind a script that is there must not name state that it may have as well.
    let isWhole = mode == .all || !file.exists
    var script = await recording.script(name: String(name), learns: isWhole)
    script.comments = ["What the live services answered."]
    do throws(RecordingFile.Problem) {
      try file.write(script, replaces: mode == .all)
      return recording.notes
    } catch {
      return [error.description]
    }
  }
}
