/// Which tier of mocks a script is asked for; scripts read it as `mode`.
public enum ScenarioMode: String, CaseIterable, Sendable {
  /// Minimal mocks: fixed data at once.
  case uitest
  /// Rich mocks: realistic data.
  case debug
  /// The developer mode of testers.
  case developer
}
