/// One of the two streams that a process writes.
public enum ProcessStream: String, Sendable, CaseIterable {
  /// Standard output.
  case output = "standard output"
  /// Standard error.
  case errors = "standard error"
}
