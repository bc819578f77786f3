/// What went wrong with a launched process, and what it had printed by then.
public struct LaunchedProcessError: Error, Sendable, Equatable {
  /// What went wrong; the facts without what was printed.
  public enum Problem: Sendable, Equatable {
    /// The system refused to start it, for the reason that this `errno` stands for.
    case cannotLaunch(code: Int32)
    /// The build has made no executable of this name; these are the ones that it has made.
    case noProduct(String, known: [String])
    /// Arguments and environment take this number of bytes, which is more than the system hands over.
    case tooMuchToHandOver(size: Int)
    /// An argument or a variable holds a character that cannot be handed over.
    case unusableText(String)
    /// Something was asked of a process that was never launched.
    case notLaunched
    /// It was launched while it still ran.
    case stillRunning
    /// A line was written to a process that reads no more.
    case inputClosed
    /// No line came in time.
    case noLine(ProcessStream, isChosen: Bool, within: Duration)
    /// The stream ended before the line came; the exit is nil where the process still runs.
    case noMoreLines(ProcessStream, isChosen: Bool, exit: ProcessExit?)
    /// It did not end in time.
    case noExit(within: Duration)
  }

  /// What went wrong.
  public var problem: Problem
  /// The path of the executable.
  public var executable: String
  /// What the process had written to standard output; nil where it was not launched.
  public var standardOutput: String?
  /// What the process had written to standard error; nil where it was not launched.
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
