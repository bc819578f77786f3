import CLibrary
import MockData
import MockLua
import MockPlatform

/// `mocklua mcp`: makes the command available to an agent over the Model Context Protocol.
struct MCPCommand: Command {
  private static let folder = Positional(
    "FOLDER", completion: .folders,
    help: "The folder that it may read; the current one by default.", isOptional: true)

  static let declaration = CommandDeclaration(
    name: "mcp",
    summary: "Serve tools to an agent by the Model Context Protocol.",
    arguments: [folder],
    notes: """
      Messages are JSON-RPC, one a line, on standard input and output, in the versions
      \(MCPEra.handshake.version), which begins with `initialize`, and \(MCPEra.stateless.version). The end of
      standard input ends the server.

      The tools are check, emit, explain, call and trace, which answer as these
      commands do, and session, which steers what `mocklua serve` runs. Resources are
      articles about the language.

      Only regular files below FOLDER are read, symbolic links being followed first,
      and nothing is written. A session is reached only by the address with the token
      that `mocklua serve` prints.

      Example, as agents are configured:
        {"mcpServers": {"mocklua": {"command": "mocklua", "args": ["mcp", "Tests"]}}}
      """)

  private let folder: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let folder = arguments[Self.folder]
    self.folder = folder.isEmpty ? "." : folder
  }

  /// The maximum size of a message, in bytes.
  static let longestMessage = 4 << 20

  func run() throws(CommandFailure) {
    do throws(SystemError) {
      guard chdir(folder) == 0 else { throw .last }
      try ReadingBorder.set(".")
    } catch {
      throw .noReadableFolder(path: folder, error)
    }
    let output = try Self.takeOutput()
    var server = MCPServer()
    var lines = try Self.wording { () throws(CallsProblem) in
      try LineReader(path: nil, limit: Self.longestMessage)
    }
    while let message = try Self.next(&lines) {
      let answer =
        switch message {
        case .line(let line): server.answer(line)
        case .tooLong:
          MCPFailure.badRequest(
            "the message is longer than \(Self.longestMessage) bytes; send less"
          ).response(to: .null)
        }
      if let answer { try Self.write(answer, to: output) }
    }
  }

  private enum Message {
    case line([UInt8])
    case tooLong
  }

  /// Returns the next message on standard input; nil at the end.
  private static func next(_ lines: inout LineReader) throws(CommandFailure) -> Message? {
    do throws(CallsProblem) {
      return try lines.next().map { .line($0) }
    } catch {
      guard case .longLine = error else { throw .unreadableCalls(path: "stdin", error) }
    }
    try wording { () throws(CallsProblem) in try lines.skipLine() }
    return .tooLong
  }

  private static func wording<Result>(
    _ body: () throws(CallsProblem) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(CallsProblem) {
      return try body()
    } catch {
      throw .unreadableCalls(path: "stdin", error)
    }
  }

  /// Reserves standard output for messages.
  ///
  /// All other output to it goes to standard error from now on.
  private static func takeOutput() throws(CommandFailure) -> Descriptor {
    do throws(SystemError) {
      let output = try Descriptor(duplicating: STDOUT_FILENO)
      guard dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { throw .last }
      return output
    } catch {
      throw .unwritable(target: "standard output", error)
    }
  }

  private static func write(
    _ message: AnyCodableValue, to output: Descriptor
  ) throws(CommandFailure) {
    let line: [UInt8]
    do throws(MockJSONWriteError) {
      line = try JSONWriter(style: .compact).utf8(from: message)
    } catch {
      throw .unencodable(cause: error)
    }
    do throws(SystemError) {
      try output.write(line + [UInt8(ascii: "\n")])
    } catch {
      throw .unwritable(target: "standard output", error)
    }
  }
}
