import MockCalls
import MockConfiguration
import MockLua

extension ReplDirective {
  /// Returns the completions of a command, or of its argument; nil if the line isn't a command.
  static func completions(of text: String, in scenario: ReplScenario) -> ConsoleCompletions? {
    let line = text.drop { $0.isWhitespace }
    guard line.hasPrefix(":") else { return nil }
    guard let space = line.firstIndex(where: \.isWhitespace) else {
      return matching(line.dropFirst(), in: text, names)
    }
    let argument = line[space...].drop { $0.isWhitespace }
    guard let directive = ReplDirective(rawValue: String(line[..<space].dropFirst())) else {
      return ConsoleCompletions(start: text.utf8.count, names: [])
    }
    return directive.completions(ofArgument: argument, in: text, scenario)
  }

  private func completions(
    ofArgument argument: Substring, in text: String, _ scenario: ReplScenario
  ) -> ConsoleCompletions {
    switch self {
    case .help: Self.matching(argument, in: text, Array(Set(Self.names).union(ScriptHelp.names)))
    case .load: Self.files(argument, in: text)
    case .variant: Self.matching(argument, in: text, scenario.runtime.scenario.variantNames)
    case .services:
      Self.matching(argument, in: text, Array(scenario.runtime.configuration.services.keys))
    case .calls: Self.matching(argument, in: text, Self.methods(of: scenario.runtime))
    case .gates: Self.matching(argument, in: text, Self.gateActions(of: scenario.runtime.gates))
    case .time: Self.matching(argument, in: text, ["advance"] + ReplScenario.Clock.names)
    case .reload, .reset, .config, .state, .quit: Self.matching(argument, in: text, [])
    }
  }

  private static func gateActions(of gates: MockGates) -> [String] {
    gates.names.map { gates.isOpen($0) ? "close \($0)" : "open \($0)" }
  }

  private static func matching(
    _ word: Substring, in text: String, _ names: [String]
  ) -> ConsoleCompletions {
    ConsoleCompletions(
      start: text.utf8.count - word.utf8.count, names: names.filter { $0.hasPrefix(word) }.sorted())
  }

  /// Returns folders, scripts, and configurations.
  ///
  /// Hidden ones are included only after a dot.
  private static func files(_ path: Substring, in text: String) -> ConsoleCompletions {
    let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, name) = (path[..<nameStart], path[nameStart...])
    let entries = FolderListing.entries(of: folder.isEmpty ? "." : String(folder)).filter { entry in
      entry.hasPrefix(name) && (name.hasPrefix(".") || !entry.hasPrefix("."))
        && [".lua", ".json", "/"].contains { entry.hasSuffix($0) }
    }
    return ConsoleCompletions(start: text.utf8.count - name.utf8.count, names: entries)
  }
}

extension ReplScenario.Clock {
  static var names: [String] { allCases.map(\.rawValue) }
}
