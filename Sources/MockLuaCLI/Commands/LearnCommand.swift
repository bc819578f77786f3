import MockData
import MockLua
import MockPlatform
import MockRecording

/// `mocklua learn`: makes one script of recordings, with the state that they show.
struct LearnCommand: Command {
  private static let files = Positional(
    "FILE", form: "FILE...", isOptional: false, completion: .scenarios,
    help: "Recorded scripts, and traces; - reads standard input.")
  private static let check = Flag(
    "check", help: "Write nothing; exit with 1 where state can be learned.")
  private static let output = Option<String>(
    "output", value: "FILE", completion: .files("lua"),
    help: "Write to a file, whole or not at all; it may be a recording.")

  static let declaration = CommandDeclaration(
    name: "learn",
    summary: "Make one script of recordings, with the state that they show.",
    arguments: [files, check, ResultFormat.option, output, ScriptArguments.color],
    conflicts: [[check, output], [ResultFormat.option, output]],
    notes: """
      Each recording begins with the same state of the server. What they show becomes:
        a collection, where calls add, change and remove rows that others list or ask for
        shared state, where a call changes what others are answered: a sign-in, a counter
        rules and sequences, where nothing is learned

      State is kept if and only if all calls of all recordings are answered as they were,
      and the script gets shorter.

      A recorded script says in what order each method was called, and not what happened
      between: an order is taken that fits. A trace has it. A script with functions or
      shared state is none to learn from.

      Example:
        mocklua learn adding.lua removing.lua --output tasks.lua
      """)

  private let inputs: [String]
  private let isCheck: Bool
  private let format: ResultFormat
  private let output: String?
  let color: ColorChoice

  init(_ arguments: ParsedArguments) throws(UsageError) {
    inputs = arguments.texts(of: Self.files)
    isCheck = arguments[Self.check]
    format = try arguments.value(of: ResultFormat.option) ?? .text
    let output = try arguments.value(of: Self.output)
    self.output = output == "-" ? nil : output
    color = try arguments.value(of: ScriptArguments.color) ?? .auto
    guard inputs.count(where: { $0 == "-" }) < 2 else { throw .exclusiveOptions("-", "-") }
  }

  func run() throws(CommandFailure) {
    let file = output.map { RecordingFile(path: $0) }
    var recording = Recording([])
    for input in inputs { recording.add(try Self.recording(input)) }
    let name = FilePath.name(of: output ?? inputs[0]).prefix { $0 != "." }
    let found = recording
    let (script, done) = try AsyncWork.run {
      () async -> Result<(ImportedScript, Recording), CommandFailure> in
      var recording = found
      let script = await recording.script(name: name.isEmpty ? "learned" : String(name))
      return .success((script, recording))
    }
    try write(script, done, to: file)
    if isCheck, !done.learned.isEmpty { throw .learnable(done.learned.flatMap(\.operations)) }
  }

  private func write(
    _ script: ImportedScript, _ recording: Recording, to file: RecordingFile?
  ) throws(CommandFailure) {
    if let file {
      do throws(RecordingFile.Problem) {
        try file.write(script, replaces: true, today: nil)
      } catch {
        throw .unlearned(error.description)
      }
    } else if format == .json {
      guard script.files.isEmpty else {
        throw .needsFolder(files: script.files.count, source: inputs[0])
      }
      return try OutputTarget.standardOutput.write(
        JSONResult.text([
          "script": .string(ScriptWriter.text(of: script)),
          "learned": .array(recording.learned.map(\.value)),
          "notes": .array(recording.notes.map { .string($0) }),
        ]))
    } else if !isCheck {
      guard script.files.isEmpty else {
        throw .needsFolder(files: script.files.count, source: inputs[0])
      }
      try OutputTarget.standardOutput.write(ScriptWriter.text(of: script))
    }
    for note in recording.notes { Descriptor.standardError.report("note: \(note)") }
  }

  // MARK: - Recordings

  private static func recording(_ input: String) throws(CommandFailure) -> Recording {
    switch try ScenarioSource.read(input) {
    case .script(let source):
      let scenario = try source.scenario(ScenarioOptions())
      do throws(Recording.NoRecording) {
        return try Recording(scenario)
      } catch {
        throw .mistakes(
          ScenarioError([
            MockDiagnostic(
              code: "no-recording", at: error.place ?? SourcePlace(file: source.name, line: nil),
              problem: error.problem, remedy: error.remedy)
          ]))
      }
    case .configuration(let source): return Recording(try TraceFile.trace(of: source))
    }
  }
}
