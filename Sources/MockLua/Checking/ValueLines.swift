internal import LuaRuntime
internal import MockConfiguration
internal import MockData

/// Finds the lines of what stands within the value of a response.
///
/// A response has the line of its word. What is on further lines of its table is found by the names of the keys that lead to
/// it, up to where the next response begins.
final class ValueLines {
  private let sources: [String: String]
  /// The first lines of all responses, by file.
  private let starts: [String: [Int]]
  private lazy var words: [String: TokenIndex] = [:]

  init(of scenario: LuaScenario) {
    var sources = [scenario.dynamicFile ?? scenario.script.name: scenario.script.source]
    for module in scenario.modulesAsShown.values { sources[module.file] = module.source }
    self.sources = sources
    var starts: [String: [Int]] = [:]
    for place in scenario.places.values.flatMap(\.values).joined() {
      if let line = place.line { starts[place.file, default: []].append(line) }
    }
    self.starts = starts
  }

  /// The line of what a path leads to; that of the response where it is not found.
  func place(of path: [JSONPath.Step], from start: SourcePlace) -> SourcePlace {
    let keys = path.compactMap { if case .key(let key) = $0 { key } else { nil } }
    guard let line = start.line, !keys.isEmpty, let source = sources[start.file] else {
      return start
    }
    let end = starts[start.file]?.filter { $0 > line }.min() ?? .max
    let index = words[start.file] ?? TokenIndex([(start.file, source)])
    words[start.file] = index
    return index.place(of: keys, from: line, before: end) ?? start
  }
}
