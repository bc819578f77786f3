/// The kind of mocks that a script provides.
///
/// A script reads it as `mode`.
public enum ScenarioMode: String, CaseIterable, Sendable {
  /// Minimal mocks: fixed data without delays.
  case uitest
  /// Rich mocks: realistic data.
  case debug
  /// Mocks for the developer mode that testers use.
  case developer
}
