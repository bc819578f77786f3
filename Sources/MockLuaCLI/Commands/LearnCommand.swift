import MockData
import MockLearning
import MockLua
import MockPlatform
import MockRecording

/// `mocklua learn`: makes one script from recordings, with the state that they show.
struct LearnCommand: Command {
  private static let files = Positional(
    "FILE", form: "FILE...", completion: .scenarios,
    help: "Recorded scripts, and traces; - reads standard input.")
  private static let check = Flag(
    "check", help: "Write nothing, and exit with 1 if state can be learned.")
  private static let output = Option<String>(
    "output", letter: "o", value: "FILE", completion: .files("lua"),
    help: "Write to a file, which may be one of the recordings.")

  static let declaration = CommandDeclaration(
    name: "learn",
    summary: "Make one script from recordings, with their state.",
    examples: [
      "mocklua learn adding.lua removing.lua -o tasks.lua",
      "mocklua learn tasks.lua searching.lua -o tasks.lua",
    ],
    arguments: [
      files, check, ResultFormat.option, output, ScriptArguments.quiet, ScriptArguments.color,
    ],
    conflicts: [[check, output], [ResultFormat.option, output]],
    notes: """
      Each recording starts with the same state of the server. From the calls, the
      command derives:
        a collection, if calls add, change, and remove rows that other calls read
        shared state, if a call changes what other calls get: a sign-in, a counter
        rules and sequences otherwise

      Learned state is kept only if every call gets its recorded response, and if the
      script gets shorter or explains why equal calls got different responses. The
      rest stays as recorded. Learning takes a few seconds at most.

      A recorded script has the order of the calls of each method, but not the order
      between methods, so the command chooses one that fits. A trace has both. To
      record a script for this command, pass --no-learn to `mocklua serve --record`.

      If the first FILE is a script with functions or shared state, the other files
      extend it: its text stays, and missing parts are added.
      """)

  let arguments: ParsedArguments

  init(arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    guard arguments.texts(of: Self.files).count(where: { $0 == "-" }) < 2 else {
      throw .exclusiveOptions("-", "-")
    }
  }

  func run() throws(CommandFailure) {
    let inputs = arguments.texts(of: Self.files)
    let output = arguments[Self.output].flatMap { $0 == "-" ? nil : $0 }
    let file = output.map { RecordingFile(path: $0) }
    var recording = Recording([])
    var base: Base?
    for (number, input) in inputs.enumerated() {
      switch try Self.read(input) {
      case .recording(let next): recording.add(next)
      case .script(let script, let failure):
        // The first file can be a script to extend.
        guard number == 0 else { throw failure }
        base = script
      }
    }
    let stem = FilePath.name(of: output ?? inputs[0]).prefix { $0 != "." }
    let name = stem.isEmpty ? "learned" : String(stem)
    recording.keepsUnreplayed = file != nil
    let (found, known) = (recording, base)
    let (script, done) = try AsyncWork.run {
      var learner = Learner(found)
      let script =
        if let known {
          await learner.script(
            extending: known.scenario, source: known.source, directory: known.directory,
            name: name)
        } else {
          await learner.script(name: name)
        }
      return (script, learner)
    }
    try write(script, done, to: file)
    if arguments[Self.check], !done.learned.isEmpty {
      throw .learnable(done.learned.flatMap(\.operations))
    }
  }

  private func write(
    _ script: ImportedScript, _ learner: Learner, to file: RecordingFile?
  ) throws(CommandFailure) {
    if let file {
      do throws(RecordingFile.Problem) {
        try file.write(script, replaces: true, today: nil)
      } catch {
        throw .unlearned(error.description)
      }
    } else if arguments.resultFormat == .json {
      try checkFiles(of: script)
      return try OutputTarget.standardOutput.write(
        JSONResult.text([
          "script": .string(ScriptWriter.text(of: script)),
          "learned": .array(learner.learned.map(\.value)),
          "notes": .array(learner.recording.notes.map { .string($0) }),
        ]))
    } else if !arguments[Self.check] {
      try checkFiles(of: script)
      try OutputTarget.standardOutput.write(ScriptWriter.text(of: script))
    }
    for note in learner.recording.notes where !arguments[ScriptArguments.quiet] {
      Descriptor.standardError.report("note: \(note)")
    }
  }

  /// Throws if the script needs files next to it.
  private func checkFiles(of script: ImportedScript) throws(CommandFailure) {
    guard script.files.isEmpty else {
      throw .needsFolder(
        files: script.files.count, source: arguments.texts(of: Self.files)[0])
    }
  }

  // MARK: - Recordings

  /// A script to extend.
  private struct Base: Sendable {
    var scenario: LuaScenario
    var source: String
    var directory: String
  }

  private enum Input {
    case recording(Recording)
    /// Another script, with the reason why it isn't a recording.
    case script(Base, CommandFailure)
  }

  private static func read(_ input: String) throws(CommandFailure) -> Input {
    switch try ScenarioSource.read(input) {
    case .configuration(let file): return .recording(Recording(try TraceFile.trace(of: file)))
    case .script(let file):
      let scenario = try file.scenario(ScenarioOptions())
      do throws(Recording.NoRecording) {
        return .recording(try Recording(scenario))
      } catch {
        let diagnostic = MockDiagnostic(
          code: "no-recording", at: error.place ?? ScriptLocation(file: file.name, line: nil),
          problem: error.problem, suggestion: error.suggestion)
        return .script(
          Base(scenario: scenario, source: file.text, directory: file.directory),
          .scenarioError(ScenarioError([diagnostic])))
      }
    }
  }
}
