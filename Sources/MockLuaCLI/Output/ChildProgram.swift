import CLibrary
import MockPlatform

/// A program of the system that the command starts.
enum ChildProgram {
  /// Starts a program that is found as a shell would find it, with the streams of this process.
  ///
  /// - Parameters:
  ///   - words: Its name and its arguments.
  ///   - descriptors: What it has under a number in place of what this process has; nothing by default. None of them has
  ///     itself one of these numbers.
  /// - Returns: The number of its process, which somebody has to wait for.
  /// - Throws: `SystemError`, `ENOENT` where there is no such program.
  static func start(
    _ words: [String], descriptors: [Int32: Descriptor] = [:]
  ) throws(SystemError) -> pid_t {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    // This process takes some signals on one thread and blocks them elsewhere; another one is to hear of them.
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
  /// - Returns: The status that it ended with, 0 for well; a signal is as a shell has it.
  static func wait(for process: pid_t) -> Int32 {
    var state: Int32 = 0
    while waitpid(process, &state, 0) < 0 && errno == EINTR {}
    return state & 0x7F == 0 ? (state >> 8) & 0xFF : 128 + state & 0x7F
  }
}
