import MockCalls
import MockConfiguration
import MockData
import MockInspector
import MockLearning
import MockLua
import MockPlatform
import MockRecording

/// The inspector's view of a server, whose own state belongs to one thread.
final class ServedSession: InspectedSession {
  private let session: LiveSession
  private let events: ServerEvents
  private let shown: Locked<InspectedScript>
  let givenContract: ContractDocument?
  /// The path of the script; nil if it can't be changed.
  private let path: String?

  init(
    _ session: LiveSession, _ events: ServerEvents, showing script: InspectedScript,
    at path: String?, contract: ContractDocument?
  ) {
    (self.session, self.events, shown) = (session, events, Locked(script))
    self.path = path
    givenContract = contract
  }

  var scenario: ScenarioRuntime { session.scenario }
  var script: InspectedScript { shown.withLock { $0 } }
  var apps: [String] { session.apps.map { "\($0)" } }

  func restart(_ change: SessionRestart, finish: @escaping @Sendable (String?) -> Void) {
    events.add(.restart(change, finish))
  }

  /// Appends text to the script, which then restarts, as after any change.
  func append(_ text: String, finish: @escaping @Sendable (String?) -> Void) {
    guard let path else {
      return finish("the session has no script file; write the route in a script")
    }
    do throws(SystemError) {
      let status = try FileStatus(path: path)
      let file = try FileReplacement(path: path, replacing: status)
      let existing = script.text
      let gap = existing.isEmpty || existing.hasSuffix("\n") ? "" : "\n"
      try file.write(Array((existing + gap + text).utf8))
      finish(nil)
    } catch {
      finish("\(path.escaped) can't be written: \(error)")
    }
  }

  /// Shows a script that is now active.
  func show(_ source: ScriptSource, variant: String?) {
    shown.withLock { $0 = InspectedScript(source, variant: variant) }
  }

  /// Shows the errors of a script; nil for one that couldn't be read.
  func show(_ source: ScriptSource?, failing failure: CommandFailure) {
    shown.withLock { shown in
      if let source { shown.text = source.text }
      shown.problems =
        switch failure {
        case .scenarioError(let error):
          error.diagnostics.map { InspectedScript.Problem($0, in: shown.name) }
        case .configuration(let error):
          [InspectedScript.Problem(error.diagnostic, in: shown.name)]
        default: [InspectedScript.Problem("\(failure)", at: ScriptLocation(file: shown.name))]
        }
    }
  }
}

extension InspectedScript {
  init(_ source: ScriptSource, variant: String?) {
    self.init(name: source.name, text: source.text, variant: variant)
  }
}

/// The recording of `mocklua serve --record`, with the responses of an app's live services.
struct SessionRecording {
  private let file: RecordingFile
  /// Whether the recording is appended to the script that is served.
  private let isBehind: Bool
  private let keepsErrors: Bool
  private let redactsUnknown: Bool
  private let learns: Bool
  /// The calls before the script was reloaded.
  private var calls: [MockCallRecord] = []

  init(
    to path: String, script: String, keepsErrors: Bool, redactsUnknown: Bool, learns: Bool
  ) {
    file = RecordingFile(path: path)
    isBehind = file.isFile(at: script)
    self.keepsErrors = keepsErrors
    self.redactsUnknown = redactsUnknown
    self.learns = learns
  }

  /// Checks that the recording can be written at the end.
  func check() throws(CommandFailure) {
    try OutputTarget.file(path: file.path).check()
    if file.text != nil, !isBehind {
      SessionServer.note("the recording will replace `\(file.path.escapedPath)`")
    }
  }

  /// Keeps the calls of a scenario that is being replaced.
  mutating func keep(_ scenario: ScenarioRuntime) { calls += scenario.log.calls() }

  /// Returns notes for the user, one sentence each.
  mutating func write(_ scenario: ScenarioRuntime) -> [String] {
    keep(scenario)
    var recording = Recording(calls, keepsErrors: keepsErrors, redactsUnknown: redactsUnknown)
    recording.keepsArguments = !learns
    if isBehind { recording.leaveOut(methodsOf: scenario.scenario.configuration) }
    guard !recording.isEmpty else {
      return recording.notes.isEmpty
        ? ["no live service was called, so nothing was recorded"]
        : recording.notes + ["no call got a response that can be recorded, so nothing was written"]
    }
    let written = Locked<[String]>([])
    BlockingWait.run { [file, isBehind, learns, recording] in
      let notes: [String]
      if isBehind || !learns {
        var recording = recording
        notes = await recording.write(to: file, replaces: !isBehind)
      } else {
        var learner = Learner(recording)
        // If the process is ended while it learns, the responses are already in the file.
        let script = await learner.script(name: file.stem) {
          _ = recording.write($0, to: file, replaces: true)
        }
        notes = learner.recording.write(script, to: file, replaces: true)
      }
      written.withLock { $0 = notes }
    }
    return written.withLock(\.self)
  }
}
