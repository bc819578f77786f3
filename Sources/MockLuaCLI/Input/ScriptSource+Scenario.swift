import MockLua

extension ScriptSource {
  /// Loads the script.
  func scenario(_ options: ScenarioOptions) throws(CommandFailure) -> LuaScenario {
    do throws(ScenarioError) {
      return try LuaScenario.load(source: text, name: name, directory: directory, options: options)
    } catch {
      throw .mistakes(error)
    }
  }
}
