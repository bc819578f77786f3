internal import Testing

/// What becomes of differences between a script's answers and those of live services.
public enum DriftMode: Sendable {
  /// A warning at the test, which goes on to pass.
  case report
  /// An issue, with which the test fails.
  case fail

  var severity: Issue.Severity {
    switch self {
    case .report: .warning
    case .fail: .error
    }
  }
}
