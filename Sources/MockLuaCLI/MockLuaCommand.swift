import CLibrary
import MockLua
import MockPlatform

/// The `mocklua` executable: reads the command line, runs the command, turns failures into exit codes.
///
/// `main` is synchronous on purpose: an asynchronous one starts an executor that printing a
/// configuration has no use for.
@main
struct MockLuaCommand {
  /// Every command, in the order in which the help shows them.
  static let program = Program(
    name: "mocklua",
    version: MockLuaVersion.current,
    summary: "Mock services for Swift apps, written in Lua.",
    commands: [
      EmitCommand.self, CallCommand.self, ExplainCommand.self, CheckCommand.self,
      FormatCommand.self, ReplCommand.self, PresetsCommand.self, GraphCommand.self,
      TraceCommand.self, ServeCommand.self, ImportCommand.self,
      LearnCommand.self, DriftCommand.self, ContractsCommand.self, DefinitionsCommand.self,
      MCPCommand.self, CoverageCommand.self, InitCommand.self, CompletionCommand.self,
    ],
    defaultCommand: EmitCommand.self)

  static func main() {
    // A reader that goes away and a file at its limit are errors of `write`, not deaths by signal.
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

/// How the process ends, as a script that calls it sees it.
enum ExitCode: Int32 {
  /// The result is on standard output, or in the file of `--output`.
  case success = 0

  /// The script has mistakes, something could not be read or written, or a command tells of what it has found: a
  /// call that still waits at a gate, say, or one that a replay answers differently.
  case failure = 1

  /// The command line was wrong: `EX_USAGE` of sysexits(3).
  case misuse = 64
}
