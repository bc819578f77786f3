internal import MockCalls
internal import MockConfiguration
internal import MockLua
internal import MockPlatform
internal import MockRecording

/// The script in which the tests of this process record the responses of live services.
///
/// Each test starts with the script as it was when the process started, and with an empty recording. After each test,
/// the file is written with the recordings of all tests so far.
actor RecordedScript {
  nonisolated let file: RecordingFile
  /// The script's configuration before recording began; nil until the first test has ended.
  private var known: MockServiceConfiguration?
  private var recorded = Recording([])
  /// The task that writes the recording of the latest test.
  ///
  /// The next write waits for it.
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

  /// Adds the recording of a test.
  ///
  /// - Parameters:
  ///   - recording: The responses of the live services.
  ///   - scenario: The configuration of the existing script, which is left unchanged.
  ///   - mode: The calls whose responses were recorded.
  /// - Returns: Notes for the user, one sentence each.
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
