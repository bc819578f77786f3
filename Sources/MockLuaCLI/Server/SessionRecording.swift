import MockCalls
import MockLua
import MockPlatform
import MockRecording

/// The recording of `mocklua serve --record`, with the responses of an app's live services.
struct SessionRecording {
  private let file: RecordingFile
  /// Whether it is appended to the script that is served.
  private let isBehind: Bool
  private let keepsErrors: Bool
  private let redactsUnknown: Bool
  /// The calls before the script was reloaded.
  private var calls: [MockCallRecord] = []

  init(to path: String, script: String, keepsErrors: Bool, redactsUnknown: Bool) {
    file = RecordingFile(path: path)
    isBehind = file.isFile(at: script)
    self.keepsErrors = keepsErrors
    self.redactsUnknown = redactsUnknown
  }

  /// Checks that the recording can be written at the end.
  func check() throws(CommandFailure) { try OutputTarget.file(path: file.path).check() }

  /// Keeps the calls of a scenario that is being replaced.
  mutating func keep(_ scenario: ScenarioRuntime) { calls += scenario.log.calls() }

  /// Writes the script.
  ///
  /// - Returns: Notes for the user, one sentence each.
  mutating func write(_ scenario: ScenarioRuntime) -> [String] {
    keep(scenario)
    var recording = Recording(calls, keepsErrors: keepsErrors, redactsUnknown: redactsUnknown)
    if isBehind { recording.leaveOut(methodsOf: scenario.scenario.configuration) }
    guard !recording.isEmpty else {
      return recording.notes + ["no live service was called, so nothing was recorded"]
    }
    let written = Locked<[String]>([])
    BlockingWait.run { [file, isBehind, recording] in
      var recording = recording
      let notes = await recording.write(to: file, replaces: !isBehind)
      written.withLock { $0 = notes }
    }
    return written.withLock(\.self)
  }
}
