import CLibrary
import MockPlatform

/// Runs a program to its end, with a text as its standard input, and takes what it writes.
struct ChildOutput {
  let bytes: [UInt8]
  /// The status that it ended with; a signal is as a shell has it.
  let status: Int32

  /// - Parameters:
  ///   - program: Its name, which is looked for as a shell does.
  ///   - arguments: What stands behind the name, which everybody on the machine sees.
  ///   - input: What it reads, which nobody else sees.
  ///   - body: What it reads behind that, from its descriptor 3; nothing by default.
  ///   - limit: The most bytes that are taken of what it writes.
  /// - Throws: `SystemError` where it cannot be started, or its output not be read.
  init(
    _ program: String, _ arguments: [String], input: [UInt8], body: [UInt8] = [], limit: Int
  ) throws(SystemError) {
    let (childInput, inputEnd) = try Self.pipe()
    let (childBody, bodyEnd) = try Self.pipe()
    let (outputEnd, childOutput) = try Self.pipe()
    let child: pid_t
    do throws(SystemError) {
      child = try Self.start(
        program, arguments, input: childInput, body: childBody, output: childOutput)
    } catch {
      for end in [childInput, inputEnd, childBody, bodyEnd, outputEnd, childOutput] {
        try? end.close()
      }
      throw error
    }
    for end in [childInput, childBody, childOutput] { try? end.close() }
    // One that ends without reading says by its status why.
    try? inputEnd.write(input)
    try? inputEnd.close()
    try? bodyEnd.write(body)
    try? bodyEnd.close()
    let output = Result { () throws(SystemError) in try outputEnd.readAll(limit: limit) }
    try? outputEnd.close()
    var state: Int32 = 0
    while waitpid(child, &state, 0) < 0 && errno == EINTR {}
    status = state & 0x7F == 0 ? (state >> 8) & 0xFF : 128 + state & 0x7F
    bytes = try output.get()
  }

  /// The descriptor from which a program reads a body.
  static let bodyNumber: Int32 = 3

  private static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [0, 0]
    guard CLibrary.pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
  }

  private static func start(
    _ program: String, _ arguments: [String], input: Descriptor, body: Descriptor,
    output: Descriptor
  ) throws(SystemError) -> pid_t {
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      let environment = _NSGetEnviron().pointee
    #else
      var actions = posix_spawn_file_actions_t()
      let environment = environ
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, body.number, bodyNumber)
    var child = pid_t()
    let status = posix_spawnp(&child, program, &actions, nil, &words, environment)
    guard status == 0 else { throw SystemError(status) }
    return child
  }
}
