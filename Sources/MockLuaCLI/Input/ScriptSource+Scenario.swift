import MockLua

extension ScriptSource {
  /// Loads the script.
  func scenario(_ options: ScenarioOptions) throws(CommandFailure) -> Scenario {
    do throws(ScenarioError) {
      return try Scenario.load(source: text, name: name, directory: directory, options: options)
    } catch {
      throw .mistakes(error)
    }
  }
}
