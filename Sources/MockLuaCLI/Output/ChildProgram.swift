import CLibrary
import MockPlatform

/// A program of the system that the command starts.
enum ChildProgram {
  /// Starts a program that is found as a shell would find it, with the streams of this process.
  ///
  /// - Parameter words: Its name and its arguments.
  /// - Returns: The number of its process, which somebody has to wait for.
  /// - Throws: `SystemError`, `ENOENT` where there is no such program.
  static func start(_ words: [String]) throws(SystemError) -> pid_t {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    // This process takes some signals on one thread and blocks them elsewhere; another one is to hear of them.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      let environment = _NSGetEnviron().pointee
    #else
      var attributes = posix_spawnattr_t()
      let environment = environ
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let status = posix_spawnp(&process, words[0], nil, &attributes, &arguments, environment)
    guard status == 0 else { throw SystemError(status) }
    return process
  }

  /// Waits until a program has ended, and says whether it ended well.
  static func wait(for process: pid_t) -> Bool {
    var state: Int32 = 0
    while waitpid(process, &state, 0) < 0 && errno == EINTR {}
    return state == 0
  }
}
