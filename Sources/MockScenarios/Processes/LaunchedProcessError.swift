internal import MockServices

/// An error from a launched process, with its output so far.
public struct LaunchedProcessError: Error, Sendable, Equatable {
  /// The reason for the error, without the process's output.
  public enum Problem: Sendable, Equatable {
    /// The system couldn't start the process.
    ///
    /// `code` is the `errno` value.
    case cannotLaunch(code: Int32)
    /// The build hasn't created an executable with this name.
    ///
    /// `known` lists the executables that it has created.
    case noProduct(String, known: [String])
    /// The arguments and the environment variables are larger than the system allows.
    ///
    /// `size` is their total size in bytes.
    case argumentsTooLarge(size: Int)
    /// An argument or an environment variable contains a character that isn't allowed.
    case unusableText(String)
    /// The process was never launched.
    case notLaunched
    /// The process was launched while it was already running.
    case stillRunning
    /// A line was written although standard input was closed.
    case inputClosed
    /// No line, or no matching line if `isChosen` is true, arrived in time.
    case noLine(ProcessStream, isChosen: Bool, within: Duration)
    /// The stream ended before a line, or a matching line if `isChosen` is true, arrived.
    ///
    /// `exit` is nil if the process is still running.
    case noMoreLines(ProcessStream, isChosen: Bool, exit: ProcessExit?)
    /// The process didn't end in time.
    case noExit(within: Duration)
  }

  /// The reason for the error.
  public var problem: Problem
  /// The path of the executable.
  public var executable: String
  /// The process's standard output so far; nil for a failed launch, or if the process was never launched.
  public var standardOutput: String?
  /// The process's standard error so far; nil for a failed launch, or if the process was never launched.
  public var standardError: String?
}

extension LaunchedProcessError: CustomStringConvertible {
  /// The error as `executable: problem; what to do`, followed by the process's output.
  public var description: String {
    var text = "\(executable): \(problem)"
    let printed = [(ProcessStream.output, standardOutput), (.errors, standardError)]
    for case (let stream, let content?) in printed {
      text += "\n\(stream.rawValue)" + Self.quoted(content)
    }
    return text
  }

  /// The maximum number of output lines to show, counted from the end.
  private static let shownLines = 40

  private static func quoted(_ content: String) -> String {
    guard !content.isEmpty else { return ": nothing" }
    var lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    let left = lines.count - shownLines
    return (left > 0 ? ", without its first \(left) lines:" : ":")
      + lines.suffix(shownLines).map { "\n  \($0)" }.joined()
  }
}

extension LaunchedProcessError.Problem: CustomStringConvertible {
  /// The message, in the form `problem; what to do`.
  public var description: String {
    switch self {
    case .cannotLaunch(let code):
      "cannot be launched: \(SystemError(code)); "
        + "name an executable file, and a working directory that exists"
    case .noProduct(let name, let known):
      "this build did not create an executable `\(name.escaped)`; "
        + (NearestName.hint(for: name, candidates: known).map { "\($0) " } ?? "")
        + "(the test target needs a dependency on it)"
    case .argumentsTooLarge(let size):
      "its arguments and environment take \(size) bytes, or one of them takes more than the system "
        + "accepts; put large values into a file"
    case .unusableText(let text):
      "`\(text.replacing("\0", with: "\\0"))` cannot be passed; an argument or a variable cannot contain a NUL "
        + "byte, and a variable's name cannot contain `=`"
    case .notLaunched: "has not been launched; call `launch()` first"
    case .stillRunning: "is still running; wait until it exits, or terminate it first"
    case .inputClosed: "no longer reads input; write before `closeInput()`, while the process runs"
    case .noLine(let stream, let isChosen, let limit):
      "wrote \(Self.line(isChosen)) to \(stream.rawValue) within \(limit.formattedSeconds); "
        + "see what it printed, or wait longer"
    case .noMoreLines(let stream, let isChosen, nil):
      "closed its \(stream.rawValue) and wrote \(Self.line(isChosen)); see what it printed"
    case .noMoreLines(let stream, let isChosen, let exit?):
      "ended with \(exit) and wrote \(Self.line(isChosen)) to \(stream.rawValue); "
        + "see what it printed"
    case .noExit(let limit):
      "did not end within \(limit.formattedSeconds); see what it printed, or terminate it"
    }
  }

  private static func line(_ isChosen: Bool) -> String {
    isChosen ? "no further matching line" : "no further line"
  }
}

extension Duration {
  /// The duration in seconds without trailing zeros, such as `0.25 seconds` and `30 seconds`.
  fileprivate var formattedSeconds: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    guard milliseconds != 0 else { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    var digits = String(1000 + milliseconds).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(seconds).\(digits) seconds"
  }
}

/// The way in which a process ended.
public enum ProcessExit: Sendable, Equatable {
  /// The process exited with this code.
  ///
  /// 0 means success.
  case code(Int32)
  /// A signal terminated the process.
  case signal(Int32)
  /// The process ended, but other code in this program has already collected its status.
  case unknown
}

extension ProcessExit: CustomStringConvertible {
  /// A description of the exit, such as `exit code 0` or `signal 9`.
  public var description: String {
    switch self {
    case .code(let code): "exit code \(code)"
    case .signal(let signal): "signal \(signal)"
    case .unknown: "an unknown status"
    }
  }
}
