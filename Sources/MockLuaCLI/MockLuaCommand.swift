import CLibrary
import MockLua
import MockPlatform

/// The `mocklua` executable: parses the command line, runs the command, and converts failures to exit codes.
///
/// `main` is synchronous on purpose: an asynchronous `main` starts an executor, which isn't needed to print a
/// configuration.
@main
struct MockLuaCommand {
  /// All commands, in the order of the help.
  static let program = Program(
    name: "mocklua",
    version: MockLuaVersion.current,
    summary: "Mock the services of a Swift app with scripts in Lua.",
    examples: [
      "mocklua init Tests/AppTests          # write a first script and its test",
      "mocklua check Scenarios/*.lua        # find errors in scripts",
      "mocklua serve login.lua --open       # respond to an app, and show its calls",
    ],
    groups: [
      CommandGroup(title: "Start", commands: [InitCommand.self]),
      CommandGroup(
        title: "Write",
        commands: [EmitCommand.self, CheckCommand.self, FormatCommand.self, ListCommand.self]),
      CommandGroup(
        title: "Play",
        commands: [CallCommand.self, ExplainCommand.self, ReplCommand.self, ServeCommand.self]),
      CommandGroup(
        title: "Tests", commands: [TraceCommand.self, CoverageCommand.self, DriftCommand.self]),
      CommandGroup(title: "Real services", commands: [ImportCommand.self, LearnCommand.self]),
      CommandGroup(
        title: "Tools",
        commands: [
          GenerateTestCommand.self, GenerateSwiftCommand.self, GenerateDefinitionsCommand.self,
          GenerateContractCommand.self, GenerateDiagramCommand.self, GenerateCompletionCommand.self,
          MCPCommand.self,
        ]),
    ],
    families: [
      CommandFamily(
        name: "generate", summary: "Write files for Swift, editors, checks, and shells.")
    ],
    defaultCommand: EmitCommand.self,
    formerCommands: [
      "presets": "write 'mocklua list FILE', or 'mocklua generate swift FILE' for the enum",
      "definitions": "write 'mocklua generate definitions'",
      "contracts": "write 'mocklua generate contract'",
      "completion": "write 'mocklua generate completion SHELL'",
      "graph": "write 'mocklua generate diagram FILE'",
      "explore": "give a test the trait '.exploring()'",
    ])

  static func main() {
    // If a reader closes its pipe, or a file reaches its size limit, `write` returns an error instead of a signal.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitCode {
    var color = ColorChoice.auto
    do {
      switch try program.invocation(of: arguments, isFile: FileStatus.exists(at:)) {
      case .print(let text): try OutputTarget.standardOutput.write(text)
      case .run(let command):
        color = command.color
        try command.run()
      }
      return .success
    } catch let misuse as CommandLineError {
      Descriptor.standardError.report(misuse.description)
      return .misuse
    } catch let failure as CommandFailure {
      let renderer = DiagnosticRenderer(style: MessageStyle(of: .standardError, color))
      Descriptor.standardError.report(renderer.text(of: failure))
      return .failure
    } catch {
      Descriptor.standardError.report("\(error)")
      return .failure
    }
  }
}

enum ExitCode: Int32 {
  /// The result is on standard output, or in the file that `--output` names.
  case success = 0

  /// The script has errors, something couldn't be read or written, or the command reports an issue, such as a call that
  /// is still waiting at a gate, or a call that gets a different response in a replay.
  case failure = 1

  /// The command line is invalid: `EX_USAGE` of sysexits(3).
  case misuse = 64
}
