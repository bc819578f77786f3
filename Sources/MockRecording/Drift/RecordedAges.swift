package import MockData
package import MockLua

/// The ages of a script's responses, which are computed from the dates in its comments.
package struct RecordedAges: Sendable {
  private let today: RecordedDate
  /// The source text of each file, by the file's name in locations.
  private var texts: [String: String] = [:]

  /// Reads the comments of a script and of its modules.
  ///
  /// - Parameters:
  ///   - runtime: The script.
  ///   - today: The day from which ages are counted.
  package init(_ runtime: ScenarioRuntime, today: RecordedDate = .today) {
    self.today = today
    let scenario = runtime.scenario
    for module in scenario.modulesAsShown.values { texts[module.file] = module.source }
    texts[runtime.name] = scenario.script.source
  }

  /// Returns the age of the response at a location; nil if it's unknown.
  package func age(_ place: ScriptLocation?) -> RecordedAge? {
    guard let place, let line = place.line, let text = texts[place.file],
      let date = RecordedDate.date(of: line, in: text)
    else { return nil }
    return RecordedAge(date, today: today)
  }
}
