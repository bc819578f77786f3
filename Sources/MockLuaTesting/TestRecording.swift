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
  private let file: RecordingFile

  /// Looks at the script, which need not be there yet.
  ///
  /// - Parameters:
  ///   - mode: What is recorded.
  ///   - path: The script, absolute.
  ///   - keepsErrors: Whether errors are recorded as well.
  init(_ mode: RecordingMode, path: String, keepsErrors: Bool) {
    self.mode = mode
    self.keepsErrors = keepsErrors
    file = RecordingFile(path: path)
  }

  var exists: Bool { file.exists }

  /// Writes what the live services have answered; nothing where the test has failed.
  ///
  /// - Returns: What a person should know, a sentence each.
  func write(_ runtime: ScenarioRuntime, hasFailed: Bool) async -> [String] {
    var recording = Recording(runtime.log.calls(), keepsErrors: keepsErrors)
    if mode == .missing { recording.leaveOut(methodsOf: runtime.scenario.configuration) }
    guard !recording.isEmpty else { return recording.notes }
    if hasFailed { return ["the test has failed, so that nothing was recorded"] }
    return await recording.write(to: file, replaces: mode == .all)
  }
}
