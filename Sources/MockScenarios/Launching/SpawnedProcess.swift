#if os(macOS) || os(Linux)
  internal import CMockScenarios

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// A process that was just started, with this side's ends of its pipes.
  ///
  /// `posix_spawn` and not Foundation's `Process`, which hands the blocked signals of the calling thread
  /// down to the child, so that `SIGTERM` may never reach it, and which on Linux notices the end of a
  /// process by a socket that the children of that process hold open.
  struct SpawnedProcess {
    /// The system's number of the process.
    let identifier: pid_t
    /// Where to write its standard input.
    let input: Int32
    /// Where to read its standard output.
    let output: Int32
    /// Where to read its standard error.
    let errors: Int32

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - command: The path of the executable, and the arguments.
    ///   - environment: The whole of its environment.
    ///   - directory: Its working directory; nil for this process's.
    /// - Throws: `errno` of what failed.
    init(
      command: [String], environment: [String: String], directory: String?
    ) throws(SpawnFailure) {
      var pipes: [Pipe] = []
      var isStarted = false
      // The child's ends are closed in any case, this side's ends only where there is no child.
      defer {
        for (index, pipe) in pipes.enumerated() {
          let isInput = index == 0
          close(isInput ? pipe.readEnd : pipe.writeEnd)
          if !isStarted { close(isInput ? pipe.writeEnd : pipe.readEnd) }
        }
      }
      for _ in 0..<3 { pipes.append(try Pipe()) }
      for end in [pipes[0].writeEnd, pipes[1].readEnd, pipes[2].readEnd] {
        try Pipe.stopBlocking(end)
      }
      let ends = [pipes[0].readEnd, pipes[1].writeEnd, pipes[2].writeEnd]
      identifier = try Self.spawn(
        command, environment.map { "\($0.key)=\($0.value)" }, directory, ends)
      input = pipes[0].writeEnd
      output = pipes[1].readEnd
      errors = pipes[2].readEnd
      isStarted = true
    }

    private static func spawn(
      _ command: [String], _ environment: [String], _ directory: String?, _ standard: [Int32]
    ) throws(SpawnFailure) -> pid_t {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      try SpawnFailure.check(posix_spawn_file_actions_init(&actions))
      defer { posix_spawn_file_actions_destroy(&actions) }
      try SpawnFailure.check(posix_spawnattr_init(&attributes))
      defer { posix_spawnattr_destroy(&attributes) }

      for (number, end) in standard.enumerated() {
        try SpawnFailure.check(posix_spawn_file_actions_adddup2(&actions, end, Int32(number)))
      }
      if let directory {
        try SpawnFailure.check(mocklua_spawn_in_folder(&actions, directory))
      }
      // Files that other code of this process left open would keep pipes of other tests alive.
      var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
      #if canImport(Darwin)
        flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
      #else
        try SpawnFailure.check(mocklua_spawn_closing_from(&actions, 3))
      #endif
      var signals = sigset_t()
      sigemptyset(&signals)
      try SpawnFailure.check(posix_spawnattr_setsigmask(&attributes, &signals))
      sigfillset(&signals)
      try SpawnFailure.check(posix_spawnattr_setsigdefault(&attributes, &signals))
      try SpawnFailure.check(posix_spawnattr_setflags(&attributes, Int16(flags)))

      var identifier = pid_t()
      let status = withCStrings(command) { arguments in
        withCStrings(environment) { environment in
          posix_spawn(&identifier, command[0], &actions, &attributes, arguments, environment)
        }
      }
      try SpawnFailure.check(status)
      return identifier
    }

    /// Runs `body` with the texts as C has them: a list of pointers with a null at its end.
    private static func withCStrings(
      _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
      let copies = texts.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      return body(copies + [nil])
    }
  }
#endif
