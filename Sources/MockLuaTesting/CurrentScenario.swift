public import MockLua

extension ScenarioRuntime {
  /// The running scenario of the current test, which is its own: every test and argument has another.
  ///
  /// It is known to the task of the test and its children; a detached task has none.
  ///
  /// - Throws: ``NoCurrentScenario`` outside of a test with the trait `.scenario(...)`.
  public static var current: ScenarioRuntime {
    get throws(NoCurrentScenario) {
      guard let session = CurrentScenario.session else { throw NoCurrentScenario() }
      return session.runtime
    }
  }
}

/// The scenario of the test that runs on the current task.
enum CurrentScenario {
  @TaskLocal static var session: ScenarioSession?
}

/// The error of asking for the current scenario where a test has none.
public struct NoCurrentScenario: Error, Sendable, CustomStringConvertible {
  /// What is wrong and what to write.
  public var description: String {
    "no scenario runs on this task; write `@Test(.scenario(\"login.lua\"))`, and take"
      + " `ScenarioRuntime.current` before a detached task begins"
  }
}
