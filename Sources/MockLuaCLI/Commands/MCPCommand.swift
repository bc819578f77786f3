import CLibrary
import MockData
import MockLua
import MockPlatform

/// `mocklua mcp`: lets an agent use the command through the Model Context Protocol.
struct MCPCommand: Command {
  private static let folder = Positional(
    "FOLDER", isOptional: true, completion: .folders,
    help: "The folder that the agent can read (default: the current one).")

  private static let mayRunTests = Flag(
    "allow-running-tests", help: "Let the agent write tests, and run them.")

  static let declaration = CommandDeclaration(
    name: "mcp",
    summary: "Let an agent check, play, and fix scripts.",
    examples: ["mocklua mcp Tests"],
    arguments: [folder, mayRunTests],
    notes: """
      Configure an agent with this server of the Model Context Protocol:
        {"mcpServers": {"mocklua": {"command": "mocklua", "args": ["mcp", "Tests"]}}}

      The tools check, emit, list, explain, call, and trace return what these commands
      print. The tool session controls a running `mocklua serve`, at the address that
      it prints. Resources are articles about the language.

      After symbolic links are followed, only regular files in FOLDER are read.
      Nothing is written.

      With --allow-running-tests, the tool test writes a test for a protocol into
      FOLDER, and runs it. FOLDER must then be a package. The tests aren't limited to
      FOLDER: they can do what you can do.

      Messages are lines of JSON-RPC on standard input and output, in the versions
      \(MCPEra.handshake.version), which starts with `initialize`, and \(MCPEra.stateless.version). The end of
      standard input ends the server.
      """)

  let arguments: ParsedArguments

  /// The maximum size of a message, in bytes.
  static let messageLengthLimit = 4 << 20

  func run() throws(CommandFailure) {
    let folder = arguments[Self.folder].isEmpty ? "." : arguments[Self.folder]
    do throws(SystemError) {
      guard chdir(folder) == 0 else { throw .last }
      try ReadingBorder.set(".")
    } catch {
      throw .noReadableFolder(path: folder, error)
    }
    let output = try Self.takeOutput()
    var server = MCPServer(mayRunTests: arguments[Self.mayRunTests])
    var lines = try LineReader(path: nil, limit: Self.messageLengthLimit)
    while true {
      let answer: AnyCodableValue?
      do throws(CommandFailure) {
        guard let line = try lines.next() else { return }
        answer = server.answer(line)
      } catch .unreadableCalls(_, .longLine) {
        try lines.skipLine()
        answer = MCPFailure.badRequest(
          "the message is longer than \(Self.messageLengthLimit) bytes; send a shorter message"
        ).response(to: .null)
      }
      if let answer {
        try rethrowing(
          as: CommandFailure.unwritableOutput,
          output.write(answer.compactJSON + [UInt8(ascii: "\n")]))
      }
    }
  }

  /// Reserves standard output for messages.
  ///
  /// From now on, all other output to standard output goes to standard error.
  private static func takeOutput() throws(CommandFailure) -> Descriptor {
    do throws(SystemError) {
      let output = try Descriptor(duplicating: STDOUT_FILENO)
      // Tests that this process starts must not inherit this descriptor, because only messages are written to it.
      guard fcntl(output.number, F_SETFD, FD_CLOEXEC) == 0 else { throw .last }
      guard dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { throw .last }
      return output
    } catch {
      throw .unwritableOutput(error)
    }
  }
}
