import CLibrary
import MockPlatform

/// A system program that the command starts.
enum ChildProgram {
  /// Starts a program, which is searched for as in a shell, with the streams of this process.
  ///
  /// - Parameters:
  ///   - words: Its name and its arguments.
  ///   - descriptors: Descriptors to replace, by number; none by default. No descriptor may have one of these numbers
  ///     itself.
  /// - Returns: The process identifier, which the caller must wait for.
  /// - Throws: `SystemError`, with `ENOENT` if the program doesn't exist.
  static func start(
    _ words: [String], descriptors: [Int32: Descriptor] = [:]
  ) throws(SystemError) -> pid_t {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    // This process handles some signals on one thread and blocks them elsewhere, but the program must receive them.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
      let environment = _NSGetEnviron().pointee
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
      let environment = environ
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors {
      posix_spawn_file_actions_adddup2(&actions, descriptor.number, number)
    }
    let status = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environment)
    guard status == 0 else { throw SystemError(status) }
    return process
  }

  /// Waits until a program has ended.
  ///
  /// - Returns: The exit status, 0 for success. A signal has the same status as in a shell.
  static func wait(for process: pid_t) -> Int32 {
    var state: Int32 = 0
    while waitpid(process, &state, 0) < 0 && errno == EINTR {}
    return state & 0x7F == 0 ? (state >> 8) & 0xFF : 128 + state & 0x7F
  }
}
