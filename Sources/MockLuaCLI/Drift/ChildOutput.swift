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
    let started = try Self.starting.withLock { _ throws(SystemError) in
      try Started(program, arguments)
    }
    let (child, inputEnd, bodyEnd, outputEnd) = started.ends
    // One that ends without reading says by its status why.
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

  /// One at a time: a program that starts between the steps would keep the ends of another one's pipes.
  private static let starting = Locked(())

  /// A program that has just started, with this side's ends of its pipes.
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
    // Above those that the program has, so that none takes the place of another one.
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
