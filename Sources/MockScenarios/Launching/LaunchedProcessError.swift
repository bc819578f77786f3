/// An error of a launched process, with its output so far.
public struct LaunchedProcessError: Error, Sendable, Equatable {
  /// The facts of the error, without the process's output.
  public enum Problem: Sendable, Equatable {
    /// The system couldn't start the process.
    ///
    /// `code` is the `errno` value.
    case cannotLaunch(code: Int32)
    /// The build has no executable with this name.
    ///
    /// `known` lists those that it has.
    case noProduct(String, known: [String])
    /// The arguments and the environment are larger than the system allows.
    ///
    /// `size` is in bytes.
    case tooMuchToHandOver(size: Int)
    /// An argument or a variable contains an invalid character.
    case unusableText(String)
    /// The process was never launched.
    case notLaunched
    /// The process was launched while it was already running.
    case stillRunning
    /// A line was written to a process that no longer reads its input.
    case inputClosed
    /// No line arrived in time.
    case noLine(ProcessStream, isChosen: Bool, within: Duration)
    /// The stream ended before the line arrived.
    ///
    /// `exit` is nil if the process is still running.
    case noMoreLines(ProcessStream, isChosen: Bool, exit: ProcessExit?)
    /// The process didn't end in time.
    case noExit(within: Duration)
  }

  /// The problem.
  public var problem: Problem
  /// The path of the executable.
  public var executable: String
  /// The process's standard output so far; nil if the process wasn't launched.
  public var standardOutput: String?
  /// The process's standard error so far; nil if the process wasn't launched.
  public var standardError: String?

  /// Creates an error from its facts.
  package init(
    problem: Problem, executable: String, standardOutput: String? = nil,
    standardError: String? = nil
  ) {
    self.problem = problem
    self.executable = executable
    self.standardOutput = standardOutput
    self.standardError = standardError
  }
}
