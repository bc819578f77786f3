#if os(macOS) || os(Linux)
  import Foundation
  import MockServices
  import Testing

  @testable import MockScenarios

  @Suite("Reading from and writing to a launched process")
  struct LaunchedProcessTests {
    /// Creates a process for a shell that runs a few commands.
    private func shell(_ commands: String, arguments: [String] = []) -> LaunchedProcess {
      LaunchedProcess(executable: "/bin/sh", arguments: ["-c", commands, "sh"] + arguments)
    }

    @Test("Each stream's lines arrive one by one, even a last line without a newline")
    func lines() async throws {
      let process = shell("echo one; echo; echo trouble >&2; printf three; exit 3")
      try process.launch()
      #expect(try await process.nextLine() == "one")
      #expect(try await process.nextLine() == "")
      #expect(try await process.nextLine() == "three")
      #expect(try await process.nextLine(of: .errors) == "trouble")
      #expect(try await process.exit() == .code(3))
      #expect(process.standardOutput == "one\n\nthree")
      #expect(process.standardError == "trouble\n")
      #expect(!process.isRunning)
    }

    @Test("A line can be chosen by its content, and earlier lines are skipped")
    func chosenLine() async throws {
      let process = shell("for n in 1 2 3 4 5; do echo line $n; done")
      try process.launch()
      #expect(try await process.line { $0.hasSuffix("3") } == "line 3")
      #expect(try await process.nextLine() == "line 4")
    }

    @Test("Everything written to standard input arrives, however much")
    func input() async throws {
      let process = LaunchedProcess(executable: "/bin/cat")
      try process.launch()
      try process.writeLine("hello")
      #expect(try await process.nextLine() == "hello")
      let long = String(repeating: "\u{e9}", count: 1 << 20)
      for _ in 0..<3 { try process.writeLine(long) }
      try process.closeInput()
      try process.closeInput()
      for _ in 0..<3 { #expect(try await process.nextLine() == long) }
      #expect(try await process.exit() == .code(0))
    }

    @Test("The process receives arguments, environment, and working directory")
    func surroundings() async throws {
      let process = LaunchedProcess(
        executable: "/bin/sh", arguments: ["-c", "echo \"$1|$2|$MOOD\"; pwd", "sh", "a b", ""],
        environment: ["MOOD": "good = \u{1F600}"], workingDirectory: "/")
      try process.launch()
      #expect(try await process.nextLine() == "a b||good = \u{1F600}")
      #expect(try await process.nextLine() == "/")
    }

    @Test("An executable of the same build is found by name")
    func product() throws {
      let process = LaunchedProcess(product: "mocklua", arguments: ["--version"])
      #expect(process.executable.hasSuffix("/mocklua"))
      #expect(FileManager.default.isExecutableFile(atPath: process.executable))
      #expect(process.launchArguments == ["--version"])
    }

    @Test("Environment variables are inherited, except those with mocks, unless disabled")
    func inheriting() async throws {
      let handedDown = LaunchedProcess.inheritable(["MOCK_SERVICE_CONFIG": "x", "PATH": "/bin"])
      #expect(handedDown == ["PATH": "/bin"])
      let process = LaunchedProcess(
        executable: "/usr/bin/env", environment: ["A": "1"], inheritsEnvironment: false)
      try process.launch()
      try await process.exit()
      #expect(process.standardOutput == "A=1\n")
    }

    @Test("Open files of this process aren't inherited")
    func openFiles() async throws {
      let file = open("/dev/null", O_RDONLY)
      defer { close(file) }
      let process = shell("[ -e /dev/fd/\(file) ] && echo open || echo closed")
      try process.launch()
      #expect(try await process.nextLine() == "closed")
    }

    @Test("A process that ignores the termination signal is killed")
    func terminating() async throws {
      let polite = shell("echo ready; exec cat")
      try polite.launch()
      try await polite.nextLine()
      #expect(await polite.terminate() == .signal(SIGTERM))
      #expect(await polite.terminate() == .signal(SIGTERM))

      let stubborn = shell("trap '' TERM; echo ready; while :; do read line; done")
      try stubborn.launch()
      try await stubborn.nextLine()
      #expect(await stubborn.terminate(grace: .milliseconds(20)) == .signal(SIGKILL))

      #expect(await shell("").terminate() == nil)
    }

    @Test("A signal reaches a running process, and is ignored after the exit")
    func signals() async throws {
      let process = shell("trap 'echo caught; exit 4' INT; echo ready; read line")
      try process.launch()
      try await process.nextLine()
      try process.send(signal: SIGINT)
      try process.closeInput()
      #expect(try await process.nextLine() == "caught")
      #expect(try await process.exit() == .code(4))
      try process.send(signal: SIGINT)
    }

    @Test("Signals that the launching thread blocks still reach the process")
    func blockedSignals() async throws {
      func launchBlockingSignals(_ process: LaunchedProcess) throws {
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        try process.launch()
      }
      let process = LaunchedProcess(executable: "/bin/cat")
      try launchBlockingSignals(process)
      #expect(await process.terminate() == .signal(SIGTERM))
    }

    @Test("Children left by a process don't delay its exit")
    func leftChild() async throws {
      let process = shell("sleep 86400 & echo $!; echo done")
      try process.launch()
      let child = try #require(Int32(try await process.nextLine()))
      defer { kill(child, SIGKILL) }
      #expect(try await process.exit(within: .seconds(300)) == .code(0))
      #expect(try await process.nextLine() == "done")
      #expect(kill(child, 0) == 0)
    }

    /// Runs in a separate process, in which no other test opens files.
    @Test("A process that has ended or never started leaves no zombie or open files")
    func leftovers() async throws {
      await #expect(processExitsWith: .success) {
        func openFiles() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
        }
        func launch() async throws {
          let process = LaunchedProcess(executable: "/bin/cat")
          try process.launch()
          let identifier = try #require(process.identifier)
          try process.closeInput()
          try await process.exit()
          #expect(waitpid(identifier, nil, WNOHANG) == -1)
          #expect(throws: LaunchedProcessError.self) {
            try LaunchedProcess(executable: "/no/such").launch()
          }
        }
        // The first launch opens files that stay open as long as this process runs.
        try await launch()
        let before = try openFiles()
        for _ in 0..<50 { try await launch() }
        // The reading threads close the files a moment later.
        let deadline = ContinuousClock.now + .seconds(60)
        while try openFiles() >= before + 20, .now < deadline {
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try openFiles() < before + 20)
      }
    }

    @Test("A released process is killed")
    func dropped() async throws {
      func launchAndForget() async throws -> Int32 {
        let process = LaunchedProcess(executable: "/bin/cat")
        try process.launch()
        return try #require(process.identifier)
      }
      let identifier = try await launchAndForget()
      let watch = shell("while kill -0 \(identifier) 2>/dev/null; do sleep 0.01; done; echo gone")
      try watch.launch()
      #expect(try await watch.nextLine() == "gone")
    }

    @Test("A process that has ended can be launched again, with empty streams")
    func again() async throws {
      let process = shell("echo \"$N\"")
      for number in ["1", "2"] {
        process.launchEnvironment["N"] = number
        try process.launch()
        try await process.exit()
        #expect(process.standardOutput == number + "\n")
      }
    }

    @Test("Many concurrent processes each get their own lines")
    func parallel() async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            let process = LaunchedProcess(executable: "/bin/cat")
            try process.launch()
            for line in 0..<20 {
              try process.writeLine("\(number).\(line)")
              #expect(try await process.nextLine() == "\(number).\(line)")
            }
            try process.closeInput()
            #expect(try await process.exit() == .code(0))
            #expect(process.standardError == "")
          }
        }
        try await group.waitForAll()
      }
    }

    @Test("Several tasks waiting for lines get them in the order they asked")
    func order() async throws {
      let process = LaunchedProcess(executable: "/bin/cat")
      try process.launch()
      let running = try process.launched()
      var waits: [Task<String, any Error>] = []
      for index in 0..<5 {
        let limit = Duration.seconds(1000 - 100 * index)
        waits.append(Task { try await process.nextLine(within: limit) })
        await running.hasWait(within: limit)
      }
      for line in 0..<5 { try process.writeLine("\(line)") }
      for (index, wait) in waits.enumerated() { #expect(try await wait.value == "\(index)") }
    }

    @Test("A cancelled task stops waiting, and the line is kept for the next one")
    func cancellation() async throws {
      let process = LaunchedProcess(executable: "/bin/cat")
      try process.launch()
      let running = try process.launched()
      let line = Task { try await process.nextLine(within: .seconds(1000)) }
      await running.hasWait(within: .seconds(1000))
      let exit = Task { try await process.exit(within: .seconds(900)) }
      await running.hasWait(within: .seconds(900))
      line.cancel()
      exit.cancel()
      await #expect(throws: CancellationError.self) { try await line.value }
      await #expect(throws: CancellationError.self) { try await exit.value }
      let late = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await process.nextLine()
      }
      await #expect(throws: CancellationError.self) { try await late.value }
      try process.writeLine("still here")
      #expect(try await process.nextLine() == "still here")
    }
  }

  extension RunningProcess {
    /// Returns as soon as a wait with at most this much time left exists.
    fileprivate func hasWait(within limit: Duration) async {
      while state.withLock(\.deadline).map({ $0 > .now + limit }) ?? true { await Task.yield() }
    }
  }
#endif
