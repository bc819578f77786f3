internal import MockCalls
internal import MockLua
internal import MockRecording

extension ScenarioSession {
  /// Writes a script of what live services have answered so far.
  ///
  /// They answer what the script passes, and where the session was made with `recording:` also what it says nothing of, or
  /// all. What is written is what `.scenario(_:recording:)` writes: rules, sequences, placeholders for secrets. In the file
  /// of the session's own script it stands behind what is there, unless all was recorded; any other file is written anew.
  ///
  /// It writes whenever it is called, and does not know whether the test has failed: call it behind what has to hold.
  ///
  /// - Parameters:
  ///   - path: The file: absolute, or beside the source file of the test.
  ///   - errors: Whether errors of the live services are recorded as well; false by default.
  ///   - filePath: The source file of the test.
  /// - Returns: What a person should know, a sentence each: what was left out, and why nothing was written.
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
