import CLibrary
import MockPlatform

/// A system program that the command starts.
enum ChildProgram {
  /// Starts a program, which is searched for as in a shell, with the streams of this process.
  ///
  /// The words are its name and its arguments. `descriptors` are the descriptors to replace, by number. None of them
  /// may have one of these numbers itself. The caller must wait for the returned process. If the program doesn't exist,
  /// throws `SystemError` with `ENOENT`.
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

  /// Creates a pipe that other programs don't inherit, with descriptors that ``start(_:descriptors:)`` can replace.
  static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [0, 0]
    guard CLibrary.pipe(&ends) == 0 else { throw .last }
    defer { for end in ends { close(end) } }
    let reading = try raised(ends[0])
    do throws(SystemError) {
      return (reading, try raised(ends[1]))
    } catch {
      try? reading.close()
      throw error
    }
  }

  /// Duplicates a descriptor, with a number above those that a program uses, so that no descriptor replaces another.
  private static func raised(_ end: Int32) throws(SystemError) -> Descriptor {
    let number = fcntl(end, F_DUPFD_CLOEXEC, ChildOutput.bodyNumber + 1)
    guard number >= 0 else { throw .last }
    return Descriptor(number: number)
  }

  /// Waits until a program has ended.
  ///
  /// - Returns: The exit status, 0 for success. If a signal ended the program, the status is 128 plus the signal, as in
  ///   a shell.
  static func wait(for process: pid_t) -> Int32 {
    var state: Int32 = 0
    while waitpid(process, &state, 0) < 0 && errno == EINTR {}
    return state & 0x7F == 0 ? (state >> 8) & 0xFF : 128 + state & 0x7F
  }
}

/// Runs a program to completion with a given standard input, and reads its output.
struct ChildOutput {
  let bytes: [UInt8]
  /// The exit status.
  ///
  /// If a signal ended the program, the status is 128 plus the signal, as in a shell.
  let status: Int32

  /// The program is searched for as in a shell.
  ///
  /// The arguments are visible to all users of the machine, but the input isn't. `body` is further input for descriptor
  /// 3. The limit is the maximum size of the output, in bytes.
  init(
    _ program: String, _ arguments: [String], input: [UInt8], body: [UInt8] = [], limit: Int
  ) throws(SystemError) {
    let started = try Self.starting.withLock { _ throws(SystemError) in
      try Started(program, arguments)
    }
    let (child, inputEnd, bodyEnd, outputEnd) = started.ends
    // If the program ends without reading its input, its status shows why.
    try? inputEnd.write(input)
    try? inputEnd.close()
    try? bodyEnd.write(body)
    try? bodyEnd.close()
    let output = Result { () throws(SystemError) in try outputEnd.readAll(limit: limit) }
    try? outputEnd.close()
    status = ChildProgram.wait(for: child)
    bytes = try output.get()
  }

  /// The descriptor from which a program reads a body.
  static let bodyNumber: Int32 = 3

  /// The lock that lets only one program start at a time.
  ///
  /// Otherwise, a program could inherit the pipe ends of another program.
  private static let starting = Locked(())

  /// A program that has just started, with this process's ends of its pipes.
  private struct Started {
    let ends: (child: pid_t, input: Descriptor, body: Descriptor, output: Descriptor)

    init(_ program: String, _ arguments: [String]) throws(SystemError) {
      var open: [Descriptor] = []
      do throws(SystemError) {
        let (childInput, input) = try ChildProgram.pipe()
        open += [childInput, input]
        let (childBody, body) = try ChildProgram.pipe()
        open += [childBody, body]
        let (output, childOutput) = try ChildProgram.pipe()
        open += [output, childOutput]
        let child = try ChildProgram.start(
          [program] + arguments,
          descriptors: [
            STDIN_FILENO: childInput, STDOUT_FILENO: childOutput, bodyNumber: childBody,
          ])
        for end in [childInput, childBody, childOutput] { try? end.close() }
        ends = (child, input, body, output)
      } catch {
        for end in open { try? end.close() }
        throw error
      }
    }
  }
}
