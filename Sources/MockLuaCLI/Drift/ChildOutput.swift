import CLibrary
import MockPlatform

/// Runs a program to its end with a given standard input, and reads its output.
struct ChildOutput {
  let bytes: [UInt8]
  /// The exit status, which for a signal is the same as in a shell.
  let status: Int32

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - program: The name of the program, which is searched for as in a shell.
  ///   - arguments: The arguments, which are visible to all users of the machine.
  ///   - input: The standard input, which isn't visible to others.
  ///   - body: Further input for descriptor 3; empty by default.
  ///   - limit: The maximum size of the output, in bytes.
  /// - Throws: `SystemError` if the program can't be started, or its output can't be read.
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

  /// Only one program starts at a time.
  ///
  /// Otherwise it could inherit the ends of another one's pipes.
  private static let starting = Locked(())

  /// A program that has just started, with this process's ends of its pipes.
  private struct Started {
    let ends: (child: pid_t, input: Descriptor, body: Descriptor, output: Descriptor)

    init(_ program: String, _ arguments: [String]) throws(SystemError) {
      var open: [Descriptor] = []
      do throws(SystemError) {
        let (childInput, input) = try pipe(&open)
        let (childBody, body) = try pipe(&open)
        let (output, childOutput) = try pipe(&open)
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

  private static func pipe(
    _ open: inout [Descriptor]
  ) throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [0, 0]
    guard CLibrary.pipe(&ends) == 0 else { throw .last }
    defer { for end in ends { close(end) } }
    // Use descriptors above the program's own ones, so that none replaces another.
    let made = [try raised(ends[0], &open), try raised(ends[1], &open)]
    return (made[0], made[1])
  }

  private static func raised(
    _ end: Int32, _ open: inout [Descriptor]
  ) throws(SystemError) -> Descriptor {
    let number = fcntl(end, F_DUPFD_CLOEXEC, bodyNumber + 1)
    guard number >= 0 else { throw .last }
    open.append(Descriptor(number: number))
    return open[open.count - 1]
  }
}
