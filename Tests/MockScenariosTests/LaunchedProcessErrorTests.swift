#if os(macOS) || os(Linux)
  import Foundation
  import MockScenarios
  import Testing

  @Suite("Launch errors describe the failure and the output")
  struct LaunchedProcessErrorTests {
    private func message(
      _ body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> String? {
      let error = await #expect(throws: LaunchedProcessError.self, sourceLocation: sourceLocation) {
        try await body()
      }
      return error?.description
    }

    private func shell(_ commands: String) -> LaunchedProcess {
      LaunchedProcess(executable: "/bin/sh", arguments: ["-c", commands])
    }

    @Test("A timeout while waiting for a line")
    func noLine() async throws {
      let process = shell("echo one; echo two; echo trouble >&2; exec cat")
      try process.launch()
      let end =
        "see what it printed, or wait longer\nstandard output:\n  one\n  two\nstandard error"
      try await process.nextLine(of: .errors)
      #expect(
        await message { try await process.line(within: .milliseconds(50)) { $0 == "three" } }
          == "/bin/sh: wrote no further matching line to standard output within 0.05 seconds; "
          + end + ":\n  trouble")
      #expect(
        await message { try await process.nextLine(of: .errors, within: .zero) }
          == "/bin/sh: wrote no further line to standard error within 0 seconds; "
          + end + ":\n  trouble")
      #expect(
        await message { try await process.exit(within: .milliseconds(1)) }
          == "/bin/sh: did not end within 0.001 seconds; see what it printed, or terminate it\n"
          + "standard output:\n  one\n  two\nstandard error:\n  trouble")
    }

    @Test("A product that wasn't built, and the one that was meant")
    func product() async {
      let process = LaunchedProcess(product: "TransportReadr")
      let message = await message { try process.launch() }
      #expect(
        message?.hasSuffix(
          "TransportReadr: this build did not create an executable `TransportReadr`; did you mean"
            + " `TransportReader`? (the test target needs a dependency on it)") == true)
    }

    @Test("The process ends before the line")
    func ended() async throws {
      let process = shell("exit 7")
      try process.launch()
      try await process.exit()
      let printed = "see what it printed\nstandard output: nothing\nstandard error: nothing"
      #expect(
        await message { try await process.nextLine() }
          == "/bin/sh: ended with exit code 7 and wrote no further line to standard output; "
          + printed)
      let killed = shell("kill -9 $$")
      try killed.launch()
      try await killed.exit()
      #expect(
        await message { try await killed.line(of: .errors) { _ in true } }
          == "/bin/sh: ended with signal 9 and wrote no further matching line to standard error; "
          + printed)
      let silent = shell("exec >&-; read line")
      try silent.launch()
      #expect(
        await message { try await silent.nextLine() }
          == "/bin/sh: closed its standard output and wrote no further line; \(printed)")
    }

    @Test("Only the last lines of long output are shown")
    func manyLines() async throws {
      let process = shell("seq 1 100; exit 1")
      try process.launch()
      let message = await message { try await process.line { _ in false } }
      let shown = (61...100).map { "\n  \($0)" }.joined()
      #expect(
        message?.contains("standard output, without its first 60 lines:\(shown)\nstandard error")
          == true)
    }

    @Test("Input after the end of standard input")
    func input() async throws {
      let process = LaunchedProcess(executable: "/bin/cat")
      try process.launch()
      try process.closeInput()
      let expected =
        "/bin/cat: no longer reads input; write before `closeInput()`, while the process runs\n"
        + "standard output: nothing\nstandard error: nothing"
      #expect(await message { try process.writeLine("x") } == expected)
      try await process.exit()
      #expect(await message { try process.writeLine("x") } == expected)
    }

    @Test("An executable that can't be launched")
    func launching() async throws {
      #expect(
        await message { try LaunchedProcess(executable: "/no/such").launch() }
          == "/no/such: cannot be launched: No such file or directory; "
          + "name an executable file, and a working directory that exists")
      #expect(
        await message {
          try LaunchedProcess(executable: "/bin/cat", workingDirectory: "/no/such").launch()
        } == "/bin/cat: cannot be launched: No such file or directory; "
          + "name an executable file, and a working directory that exists")
      let process = LaunchedProcess(executable: "/bin/cat")
      let unlaunched = "/bin/cat: has not been launched; call `launch()` first"
      #expect(await message { try await process.nextLine() } == unlaunched)
      #expect(await message { try await process.exit() } == unlaunched)
      #expect(await message { try process.writeLine("x") } == unlaunched)
      #expect(await message { try process.closeInput() } == unlaunched)
      #expect(await message { try process.send(signal: SIGINT) } == unlaunched)
      try process.launch()
      #expect(
        await message { try process.launch() }
          == "/bin/cat: is still running; wait until it exits, or terminate it first")
    }

    @Test(
      "Arguments that can't be passed",
      arguments: [
        (["a\0b"], [:], "a\\0b"), ([], ["A=B": "1"], "A=B"), ([], ["": "1"], ""),
        ([], ["A": "\0"], "\\0"), ([], ["\0": "1"], "\\0"),
      ])
    func texts(arguments: [String], environment: [String: String], text: String) async {
      let process = LaunchedProcess(
        executable: "/bin/cat", arguments: arguments, environment: environment)
      #expect(
        await message { try process.launch() }
          == "/bin/cat: `\(text)` cannot be passed; an argument or a variable cannot contain a NUL byte, "
          + "and a variable's name cannot contain `=`")
    }

    @Test("More arguments than the system allows")
    func tooMuch() async {
      // 8 bytes for "/bin/cat", 1 for the name, 1 for `=`, and three zero bytes minus one.
      let process = LaunchedProcess(
        executable: "/bin/cat", environment: ["A": String(repeating: "x", count: 4 << 20)],
        inheritsEnvironment: false)
      #expect(
        await message { try process.launch() }
          == "/bin/cat: its arguments and environment take \(4 << 20 + 12) bytes, or one of them "
          + "takes more than the system accepts; put large values into a file")
    }

    @Test("An exit is described in words")
    func exits() {
      #expect("\(ProcessExit.code(3))" == "exit code 3")
      #expect("\(ProcessExit.signal(9))" == "signal 9")
      #expect("\(ProcessExit.unknown)" == "an unknown status")
    }
  }
#endif
