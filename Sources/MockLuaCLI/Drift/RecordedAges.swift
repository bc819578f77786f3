import MockData
import MockLua
import MockRecording

/// When the answers of a script were recorded, as its comments say.
struct RecordedAges {
  private let today = RecordedDate.today
  /// The texts by the files that places name.
  private var texts: [String: String] = [:]

  init(_ scenario: LuaScenario, _ source: ScriptSource) {
    for module in scenario.modulesAsShown.values { texts[module.file] = module.source }
    texts[source.name] = source.text
  }

  /// The age of what stands at a place; nil where nobody knows.
  func age(_ place: SourcePlace?) -> RecordedAge? {
    guard let place, let line = place.line, let text = texts[place.file],
      let date = RecordedDate.date(of: line, in: text)
    else { return nil }
    return RecordedAge(date, today: today)
  }
}
