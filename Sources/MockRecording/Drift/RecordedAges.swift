package import MockData
package import MockLua

/// When the answers of a script were recorded, as its comments say.
package struct RecordedAges: Sendable {
  private let today: RecordedDate
  /// The texts by the files that places name.
  private var texts: [String: String] = [:]

  /// Reads the comments of a script and of its modules.
  ///
  /// - Parameters:
  ///   - runtime: The script.
  ///   - today: The day to which ages count.
  package init(_ runtime: ScenarioRuntime, today: RecordedDate = .today) {
    self.today = today
    let scenario = runtime.scenario
    for module in scenario.modulesAsShown.values { texts[module.file] = module.source }
    texts[runtime.name] = scenario.script.source
  }

  /// The age of what stands at a place; nil where nobody knows.
  package func age(_ place: SourcePlace?) -> RecordedAge? {
    guard let place, let line = place.line, let text = texts[place.file],
      let date = RecordedDate.date(of: line, in: text)
    else { return nil }
    return RecordedAge(date, today: today)
  }
}
