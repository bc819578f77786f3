/// The scenario of the test that runs on the current task.
enum CurrentScenario {
  @TaskLocal static var session: ScenarioSession?
}
