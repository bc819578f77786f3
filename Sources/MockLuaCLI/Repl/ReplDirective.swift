import MockCalls
import MockConfiguration
import MockLua
import MockLuaTools

/// The commands of the REPL, which begin with a colon.
enum ReplDirective: String, CaseIterable {
  case help
  case load
  case reload
  case reset
  case variant
  case config
  case services
  case state
  case calls
  case gates
  case time
  case quit

  static var names: [String] { allCases.map(\.rawValue) }

  /// The usage of the command: `:load FILE`.
  var usage: String { ":\(rawValue)" + (form.isEmpty ? "" : " \(form)") }

  /// The form of the argument; empty if the command takes none.
  var form: String {
    switch self {
    case .help: "[COMMAND | WORD]"
    case .load: "FILE"
    case .variant, .services: "[NAME]"
    case .calls: "[SERVICE.METHOD]"
    case .gates: "[open NAME | close NAME]"
    case .time: "[advance MS | virtual | real]"
    case .reload, .reset, .config, .state, .quit: ""
    }
  }

  /// A description of the command, on one line.
  var summary: String {
    switch self {
    case .help: "List the commands, or explain a command or a word of scripts."
    case .load: "Load a script or a configuration."
    case .reload: "Load the file again."
    case .reset: "Restart the scenario."
    case .variant: "List the variants, or select one; - selects none."
    case .config: "Print the configuration as JSON."
    case .services: "List the services and their methods."
    case .state: "Print the shared state."
    case .calls: "List the calls so far, of all methods or of one."
    case .gates: "List the gates, or open or close one."
    case .time: "Show the clock, advance it, or change it."
    case .quit: "End the session, as Ctrl-D does."
    }
  }

  /// The additional text of `:help COMMAND` after the summary.
  var explanation: String {
    switch self {
    case .help:
      "Anything else is Lua: `Login.signIn { user = \"Ada\" }`, `state.user`, `local x = 1`."
    case .load: "Forgets what you typed. If the file has errors, everything stays unchanged."
    case .reload: "Forgets what you typed. If the file has errors, everything stays unchanged."
    case .reset: "Resets state, counters, calls, clock, and variables, and forgets what you typed."
    case .variant: "Loads the file again with the variant, and forgets what you typed."
    case .config: "Like `mocklua FILE`, with what you typed since."
    case .services: "Shows the number of responses and calls of each method."
    case .state: "One key on each line. `state.key = value` changes a key."
    case .calls: "In the order of their responses, with arguments and results."
    case .gates:
      "Gates are open at first, and after a reset. Calls that wait at a gate continue when you open it."
    case .time:
      "The virtual clock skips delays. `virtual` and `real` restart the scenario on that clock."
    case .quit: "Saves the lines that you typed for the next time."
    }
  }

  /// The list of all commands, as `:help` prints it.
  static var overview: String {
    let width = (allCases.map(\.usage.count).max() ?? 0) + 2
    return allCases.map { directive in
      directive.usage + String(repeating: " ", count: width - directive.usage.count)
        + directive.summary
    }.joined(separator: "\n") + "\n" + ReplDirective.help.explanation
  }
}

extension ReplDirective: CustomStringConvertible {
  /// The name without the colon.
  var description: String { rawValue }
}

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

/// The REPL's help for the words of scripts, from the tables of words and matchers.
enum ScriptHelp {
  /// All words, builders, options, and matchers: `reply`, `after`, `is.gt`.
  static let names = Array(Set(LanguageWord.all.flatMap(\.names))) + Set(matchers.map(\.name))

  private static let matchers: [(name: String, summary: String)] = Matcher.all.flatMap { matcher in
    guard let word = matcher.word else { return [(name: String, summary: String)]() }
    return [("is.\(word)", matcher.summary)]
      + (matcher.negative.map { [("is.\($0.word)", $0.summary)] } ?? [])
  }

  /// Returns the forms of a word with their meanings; nil if it isn't a word.
  static func text(for name: String) -> String? {
    let summaries = matchers.filter { $0.name == name }.map { "Accepts \($0.summary)." }
    if !summaries.isEmpty { return ([name] + summaries).joined(separator: "\n") }
    let words = LanguageWord.named(name)
    guard !words.isEmpty else { return nil }
    return words.map { "\($0.forms.joined(separator: ", "))\n  \($0.plainMeaning)" }
      .joined(separator: "\n")
  }
}
