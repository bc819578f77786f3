internal import MockCalls
internal import MockConfiguration
internal import MockLua
internal import MockPlatform
internal import MockRecording

/// A script to which tests of this process record what live services answer, together.
///
/// Each test begins with the script as it was when the process began, and adds a recording that begins anew; the file is
/// written after each of them, from all.
actor RecordedScript {
  nonisolated let file: RecordingFile
  /// What the script answered before anything was recorded; nil until the first test has ended.
  private var known: MockServiceConfiguration?
  private var recorded = Recording([])
  /// The last test that writes: the others wait for it.
  private var last: Task<[String], Never>?

  init(_ path: String) { file = RecordingFile(path: path) }

  private static let scripts = Locked<[String: RecordedScript]>([:])

  /// The script at a path, one for all of the process.
  static func at(_ path: String) -> RecordedScript {
    scripts.withLock { scripts in
      if let script = scripts[path] { return script }
      let script = RecordedScript(path)
      scripts[path] = script
      return script
    }
  }

  /// Adds what a test has recorded.
  ///
  /// - Parameters:
  ///   - recording: What live services answered.
  ///   - scenario: What the script answered, which stays as somebody wrote it.
  ///   - mode: What was recorded.
  /// - Returns: What a person should know, a sentence each.
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
