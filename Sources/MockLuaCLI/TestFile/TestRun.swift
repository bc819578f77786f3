import CLibrary
import MockData
import MockPlatform

/// A run of a suite with `swift test`, limited in time and in its output.
struct TestRun {
  enum Outcome: Equatable {
    case passed(Int)
    case failed
    case timedOut
    /// The build succeeded, but doesn't contain the suite.
    case notFound
  }

  let outcome: Outcome
  /// The end of the output, without progress.
  let report: String

  /// The maximum size of the report, in bytes.
  private static let reportLimit = 32 << 10
  /// The maximum size of the output to keep, in bytes.
  private static let outputLimit = 4 << 20

  /// Builds and tests the package in the working directory.
  ///
  /// The limit is for the build and the tests together. Throws an error if `swift` can't be started, or its output
  /// can't be read.
  init(of suite: String, limit seconds: UInt64) throws(SystemError) {
    let (reading, process) = try Self.start(suite)
    defer { try? reading.close() }
    var output: [UInt8] = []
    let deadline = ContinuousClock.now + .seconds(Int64(min(seconds, Self.longest)))
    let ended = try Self.read(reading, until: deadline, into: &output)
    if !ended {
      // If SwiftPM is interrupted, it ends the build and the tests. If it doesn't, this process doesn't wait for them.
      kill(process, SIGINT)
      if try !Self.read(reading, until: .now + .seconds(5), into: &output) {
        kill(process, SIGKILL)
      }
    }
    let status = ChildProgram.wait(for: process)
    let text = String(decoding: output, as: UTF8.self)
    report = Self.report(of: text)
    let count = text.firstMatch(of: /Test run with (\d+) tests?/).flatMap { Int($0.1) } ?? 0
    outcome =
      switch (ended, status, count) {
      case (false, _, _): .timedOut
      case (_, 0, 0): .notFound
      case (_, 0, _): .passed(count)
      default: .failed
      }
  }

  /// The maximum time limit in seconds: one day.
  private static let longest: UInt64 = 86_400

  /// Starts the tests, and returns the end of the pipe for their output.
  private static func start(_ suite: String) throws(SystemError) -> (Descriptor, pid_t) {
    // This process may be a server that reads messages from standard input, so the tests get an empty standard input.
    let input = try ChildProgram.pipe()
    try? input.writing.close()
    defer { try? input.reading.close() }
    let output = try ChildProgram.pipe()
    defer { try? output.writing.close() }
    do throws(SystemError) {
      let process = try ChildProgram.start(
        ["swift", "test", "--disable-xctest", "--filter", "\\.\(suite)/"],
        descriptors: [
          STDIN_FILENO: input.reading, STDOUT_FILENO: output.writing,
          STDERR_FILENO: output.writing,
        ])
      return (output.reading, process)
    } catch {
      try? output.reading.close()
      throw error
    }
  }

  /// Adds output until it ends, or until a deadline, and returns whether it ended.
  private static func read(
    _ descriptor: Descriptor, until deadline: ContinuousClock.Instant, into output: inout [UInt8]
  ) throws(SystemError) -> Bool {
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { return false }
      var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(min(left + 1, 60_000))) > 0 else { continue }
      let chunk = try descriptor.readChunk(64 << 10)
      if chunk.isEmpty { return true }
      output += chunk
      if output.count > outputLimit { output.removeFirst(output.count - outputLimit) }
    }
  }

  /// Returns the lines that describe failures.
  private static func report(of text: String) -> String {
    let lines = text.split(separator: "\n").filter { line in
      line.wholeMatch(of: /\[\d+\/\d+\] .*|Building for .*|◇ .*|􀟈 .*|Build complete!.*/) == nil
    }
    var rest = lines[...]
    var length = lines.reduce(0) { $0 + $1.utf8.count + 1 }
    while length > reportLimit, let line = rest.popFirst() { length -= line.utf8.count + 1 }
    let omitted = lines.count - rest.count
    let start = omitted == 0 ? [] : ["... \(omitted) lines before these"]
    return (start + rest.map(String.init)).joined(separator: "\n").escapedLines
  }
}
