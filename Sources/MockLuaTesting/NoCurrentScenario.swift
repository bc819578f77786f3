/// The error of asking for the current scenario where a test has none.
public struct NoCurrentScenario: Error, Sendable, CustomStringConvertible {
  /// What is wrong and what to write.
  public var description: String {
    "no scenario runs on this task; write `@Test(.scenario(\"login.lua\"))`, and take"
      + " `ScenarioRuntime.current` before a detached task begins"
  }
}
