internal import MockCalls
internal import MockLua
internal import MockRecording

extension ScenarioSession {
  /// Writes a script with the live services' responses so far.
  ///
  /// Live services respond to the calls that the script passes through. If the session was created with `recording:`,
  /// they also respond to the calls that the script doesn't configure, or to all calls. The script has the same form as
  /// with `.scenario(_:recording:)`: rules, sequences, and placeholders for secrets. It is appended to the session's
  /// own script, unless all calls were recorded. Any other file is overwritten.
  ///
  /// This method writes the file even if the test has failed. Call it after the expectations that must hold.
  ///
  /// - Parameters:
  ///   - path: The file: absolute, or relative to the source file of the test.
  ///   - errors: Whether errors of the live services are recorded too; false by default.
  ///   - filePath: The source file of the test.
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
