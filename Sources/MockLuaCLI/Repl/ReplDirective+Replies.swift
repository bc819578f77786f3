import MockCalls
import MockConfiguration
import MockData
import MockLua

extension ReplDirective {
  enum Reply {
    /// Text to print, which can be empty.
    case text(String)
    case end
  }

  func reply(
    to argument: String, in session: ReplSession, waitingOn lines: some ReplLines
  ) throws(ReplProblem) -> Reply {
    if form.isEmpty, !argument.isEmpty { throw .unexpectedArgument(self, argument) }
    let scenario = session.scenario
    switch self {
    case .help: return .text(try Self.help(argument))
    case .load:
      guard !argument.isEmpty else { throw .missingArgument(self) }
      // Another file can have other variants.
      session.scenario = try reloaded(scenario) { next in
        (next.path, next.options.variant) = (Self.unquoted(argument), nil)
      }
      return .text("")
    case .reload:
      guard scenario.path != nil else { throw .noFile }
      session.scenario = try reloaded(scenario)
      return .text("")
    case .reset:
      try reset(scenario, waitingOn: lines)
      session.texts.forget()
      return .text("")
    case .variant: return .text(try choose(argument, in: session))
    case .config: return .text(try configuration(of: scenario))
    case .services: return .text(try Self.services(argument, of: scenario.runtime))
    case .state:
      let state = scenario.runtime.sharedState
      let values = state.snapshot
      guard !values.isEmpty else { return .text("no shared state") }
      return .text(
        state.keys.map { "\($0) = \((values[$0] ?? .null).text(limit: 1000))" }
          .joined(separator: "\n"))
    case .calls: return .text(try Self.calls(argument, of: scenario.runtime))
    case .gates: return .text(try gates(argument, in: session, waitingOn: lines))
    case .time: return .text(try time(argument, in: session, waitingOn: lines))
    case .quit: return .end
    }
  }

  private static func help(_ argument: String) throws(ReplProblem) -> String {
    guard !argument.isEmpty else { return overview }
    let name = argument.hasPrefix(":") ? String(argument.dropFirst()) : argument
    let word = ScriptHelp.text(for: name)
    guard let directive = ReplDirective(rawValue: name) else {
      if let word { return word }
      guard argument != name else {
        throw .unknownName(
          what: "command or word", name,
          hint: NearestName.nearest(to: name, candidates: names + ScriptHelp.names).map {
            "did you mean `\($0)`?"
          } ?? "write `:help` for a list")
      }
      throw .unknownDirective(name, nearest: NearestName.nearest(to: name, candidates: names))
    }
    let text = "\(directive.usage)\n\(directive.summary)\n\(directive.explanation)"
    // Some names are both a command and a word. With a colon, only the command is explained.
    return argument == name ? [text, word].compactMap(\.self).joined(separator: "\n") : text
  }

  // MARK: - Loading

  /// Returns a path without its quotes, which users type as in scripts and shells.
  private static func unquoted(_ path: String) -> String {
    guard let quote = path.first, quote == "\"" || quote == "'", path.count > 2,
      path.last == quote
    else { return path }
    return String(path.dropFirst().dropLast())
  }

  private func reloaded(
    _ scenario: ReplScenario, after change: (inout ReplScenario) -> Void = { _ in }
  ) throws(ReplProblem) -> ReplScenario {
    try rethrowing(as: ReplProblem.failed, scenario.reloaded(after: change))
  }

  private func reset(
    _ scenario: ReplScenario, waitingOn lines: some ReplLines
  ) throws(ReplProblem) {
    let runtime = scenario.runtime
    let work = { @Sendable () async -> Result<Void, CommandFailure> in
      do throws(ScenarioError) {
        try await runtime.reset()
        return .success(())
      } catch {
        return .failure(.scenarioError(error))
      }
    }
    try rethrowing(as: ReplProblem.failed, lines.wait(for: work).get())
  }

  private func choose(_ name: String, in session: ReplSession) throws(ReplProblem) -> String {
    let scenario = session.scenario
    let names = scenario.runtime.scenario.variantNames
    guard !name.isEmpty else {
      guard !names.isEmpty else { return "no variants" }
      return names.map { ($0 == scenario.options.variant ? "* " : "  ") + $0 }
        .joined(separator: "\n")
    }
    guard name == "-" || names.contains(name) else {
      throw .unknownName(
        what: "variant", name, hint: NearestName.hint(for: name, candidates: names))
    }
    session.scenario = try reloaded(scenario) { $0.options.variant = name == "-" ? nil : name }
    return ""
  }

  private func configuration(of scenario: ReplScenario) throws(ReplProblem) -> String {
    var configuration = scenario.runtime.configuration
    configuration.script = nil
    do {
      return try configuration.json(.pretty)
    } catch {
      throw .failed(.unencodable(cause: error))
    }
  }

  // MARK: - Services and calls

  private static func services(
    _ argument: String, of runtime: ScenarioRuntime
  ) throws(ReplProblem) -> String {
    let services = runtime.configuration.services
    guard !argument.isEmpty || !services.isEmpty else { return "no services" }
    guard argument.isEmpty || services[argument] != nil else {
      let hint = NearestName.hint(for: argument, candidates: services.keys)
      throw .unknownName(what: "service", argument, hint: hint)
    }
    let chosen = argument.isEmpty ? services.keys.sorted() : [argument]
    return chosen.flatMap { name -> [String] in
      let methods = services[name]?.methods ?? [:]
      return [name]
        + methods.sorted { $0.key < $1.key }.map { method, config in
          let responses = CommandFailure.count(config.responses.count, of: "response")
          let calls = CommandFailure.count(runtime.log.count(of: "\(name).\(method)"), of: "call")
          return "  \(method): \(responses), \(calls)"
        }
    }.joined(separator: "\n")
  }

  private static func calls(
    _ argument: String, of runtime: ScenarioRuntime
  ) throws(ReplProblem) -> String {
    guard !argument.isEmpty else { return list(runtime.log.calls()) }
    let calls = runtime.log.calls(argument)
    let known = methods(of: runtime)
    guard !calls.isEmpty || known.contains(argument) else {
      throw .unknownName(
        what: "method", argument, hint: NearestName.hint(for: argument, candidates: known))
    }
    return list(calls)
  }

  private static func list(_ calls: [MockCallRecord]) -> String {
    calls.isEmpty ? "no calls yet" : calls.map(\.description).joined(separator: "\n")
  }

  static func methods(of runtime: ScenarioRuntime) -> [String] {
    runtime.configuration.services.flatMap { service, entry in
      entry.methods.keys.map { "\(service).\($0)" }
    }.sorted()
  }

  // MARK: - Gates

  private func gates(
    _ argument: String, in session: ReplSession, waitingOn lines: some ReplLines
  ) throws(ReplProblem) -> String {
    let gates = session.scenario.runtime.gates
    let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard !words.isEmpty else {
      let states = gates.names.map { name in
        let waiting = CommandFailure.count(gates.waiting(at: name), of: "call")
        return "\(name): \(gates.isOpen(name) ? "open" : "closed, \(waiting)")"
      }
      return states.isEmpty ? "no gates" : states.joined(separator: "\n")
    }
    guard words.count == 2, ["open", "close"].contains(words[0]) else {
      throw .malformedGates(argument)
    }
    do throws(MockServiceError) {
      if words[0] == "close" {
        try gates.close(words[1])
        return ""
      }
      try gates.open(words[1])
    } catch {
      throw .refused(error)
    }
    try rethrowing(as: ReplProblem.failed, session.texts.resume(waitingOn: lines))
    return ""
  }

  // MARK: - Time

  private func time(
    _ argument: String, in session: ReplSession, waitingOn lines: some ReplLines
  ) throws(ReplProblem) -> String {
    let scenario = session.scenario
    let words = argument.split(separator: " ").map(String.init)
    if words.count == 1, let clock = ReplScenario.Clock(rawValue: words[0]) {
      session.scenario = try reloaded(scenario) { $0.clock = clock }
    } else if words.count == 2, words[0] == "advance", let ms = Int(words[1]), ms >= 0 {
      guard scenario.clock == .virtual else { throw .realTime }
      let clock = scenario.runtime.clock
      try rethrowing(
        as: ReplProblem.failed, lines.wait { await clock.advance(by: .milliseconds(ms)) })
    } else if words.first == "advance" {
      throw .malformedAdvance(words.dropFirst().joined(separator: " "))
    } else if !words.isEmpty {
      throw .malformedTime(argument)
    }
    return ClockText.text(of: session.scenario.runtime.clock)
  }
}
