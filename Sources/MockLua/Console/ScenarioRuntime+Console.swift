internal import LuaRuntime
internal import MockServices

extension ScenarioRuntime {
  /// Evaluates a text of the console.
  func evaluate(_ text: String, line: Int, isLimited: Bool) async -> ConsoleOutcome {
    let (script, name) = (script, ScenarioConsole.name)
    let padding = String(repeating: "\n", count: line - 1)
    var sources = script.loaded.host.sources
    sources[name] = padding + text
    do throws(LuaError) {
      let console = try openConsole(isLimited: isLimited)
      guard let input = try parse(text, padding, on: script.lua) else { return .incomplete }
      script.loaded.host.sources[name] = padding + text
      console.count += 1
      let values = try await run(input, padding, on: console)
      return values.map { .values($0) } ?? .interrupted(place: "\(name):\(line)")
    } catch {
      return outcome(of: error, of: script, sources: sources, line: line)
    }
  }

  /// The console of the script at hand, opened when it is first used.
  func openConsole(isLimited: Bool) throws(LuaError) -> LiveConsole {
    if let console = script.console { return console }
    // The closures run while the script does, which is on the executor of this actor.
    let console = try LiveConsole(script, configuration: configuration) { [weak self] record in
      try self?.assumeIsolated { try $0.declare(record) }
    } stateKeys: { [sharedState] in
      sharedState.keys
    }
    if !isLimited {
      let memory = LuaRuntime.Options().memoryLimit
      script.lua.setLimits(instructionBudget: nil, deadline: nil, memoryLimit: memory)
    }
    script.console = console
    return console
  }

  /// Compiles the text as an expression or else as statements; nil where more text is needed.
  private func parse(
    _ text: String, _ padding: String, on lua: LuaRuntime
  ) throws(LuaError) -> ConsoleInput? {
    // A quote that the line's end leaves open is a mistake, and nothing to be continued.
    let expression = syntaxError(in: padding + "return " + text + "\n", on: lua)
    if expression == nil {
      // The values go through a function, since a tail call would have no line; a comment at the end
      // needs the bracket on the next.
      let forms = ["return (...)(\(text))", "return (...)(\(text)\n)"]
      let form = forms.first { syntaxError(in: padding + $0, on: lua) == nil }
      return ConsoleInput(source: form ?? "return " + text)
    }
    guard let statement = syntaxError(in: padding + text + "\n", on: lua) else {
      return ConsoleInput(text)
    }
    if isIncomplete(statement) || expression.map(isIncomplete) ?? false { return nil }
    throw statement
  }

  private func syntaxError(in source: String, on lua: LuaRuntime) -> LuaError? {
    do throws(LuaError) {
      _ = try lua.load(source, name: ScenarioConsole.name)
      return nil
    } catch {
      return error
    }
  }

  private func isIncomplete(_ error: LuaError) -> Bool {
    guard case .syntax(let syntax) = error else { return false }
    return syntax.isIncomplete
  }

  /// Runs a text on a coroutine, in the clock's books; nil where its task was cancelled.
  private func run(
    _ input: ConsoleInput, _ padding: String, on console: LiveConsole
  ) async throws(LuaError) -> [String]? {
    let lua = script.lua
    let interruption = ConsoleInterruption(lua.interruptHandle)
    defer { interruption.end() }
    let activity = clock.beginActivity()
    defer { clock.end(activity) }
    let result = await withTaskCancellationHandler {
      await MockActivity.$current.withValue(activity) {
        await call(console, padding + input.source, input.variables)
      }
    } onCancel: {
      interruption.start()
    }
    if case .failure = result, interruption.wasWanted { return nil }
    return try result.get()
  }

  /// Calls the console on this actor, which a closure would not stay on by itself.
  private func call(
    _ console: LiveConsole, _ source: String, _ variables: [String]
  ) async -> Result<[String], LuaError> {
    do throws(LuaError) {
      return .success(
        try await console.evaluate.callAsync(
          source, ScenarioConsole.name, variables, console.count, as: [String].self))
    } catch {
      return .failure(error)
    }
  }

  private func outcome(
    of error: LuaError, of script: LiveScript, sources: [String: String], line: Int
  ) -> ConsoleOutcome {
    let place = LuaPlace(file: ScenarioConsole.name, line: line)
    if !script.isCurrent { return .interrupted(place: place.description) }
    switch error {
    case .limit(let limit) where limit.kind == .interrupt:
      return .interrupted(place: place.description)
    case .runtime(let runtime):
      if let mistakes = runtime.cause as? ScenarioError { return .mistakes(mistakes) }
    case .limit, .syntax, .conversion: break
    }
    if let mistake = ScriptFailure.mistake(
      for: error, in: script.lua, script: place.file, sources: sources)
    {
      return .mistakes(ScenarioError([mistake]))
    }
    let raised = error.place ?? place
    guard
      let failure = ScriptFailure.error(for: error, in: script.lua, of: raised)
        as? MockServiceError
    else { return .interrupted(place: place.description) }
    return .failed(failure, place: raised.description)
  }
}
