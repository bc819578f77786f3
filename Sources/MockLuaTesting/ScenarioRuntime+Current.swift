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
