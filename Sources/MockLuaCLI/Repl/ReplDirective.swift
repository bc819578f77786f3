import MockLua

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

  private var form: String {
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
    case .help: "List the commands, or explain one, or a word of scripts."
    case .load: "Load a script or a configuration."
    case .reload: "Load the file again."
    case .reset: "Restart the scenario."
    case .variant: "List the variants, or select one; - selects none."
    case .config: "Print the configuration as JSON."
    case .services: "List the services and their methods."
    case .state: "Print the shared state."
    case .calls: "List the calls so far, of all methods or of one."
    case .gates: "List the gates, open one or close one."
    case .time: "Show the clock, advance it, or change it."
    case .quit: "End, as Ctrl-D does."
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
    case .variant: "Loads the file again with the scenario, and forgets what you typed."
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
