internal import Testing

/// The severity of differences between a script's responses and the live services.
public enum DriftMode: Sendable {
  /// Differences are warnings, and the test still passes.
  case report
  /// Differences are issues, and the test fails.
  case fail

  var severity: Issue.Severity {
    switch self {
    case .report: .warning
    case .fail: .error
    }
  }
}
