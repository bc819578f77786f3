internal import LuaRuntime
internal import MockCalls
internal import MockData
internal import MockLua
internal import MockPlatform

extension ScenarioRuntime {
  nonisolated(nonsending) func evaluate(
    _ text: String, line: Int, isLimited: Bool
  ) async -> ConsoleOutcome {
    let (script, name) = (script, ScenarioConsole.name)
    let owner = ConsoleOwner(context, script.lock)
    let padding = String(repeating: "\n", count: line - 1)
    do throws(LuaError) {
      let opened = try await script.withLua(owner) {
        () throws(LuaError) -> (LiveConsole, ConsoleInput)? in
        let console = try openConsole(of: script, isLimited: isLimited)
        guard let input = try parse(text, padding, on: script.lua) else { return nil }
        script.loaded.host.sources[name] = padding + text
        console.count += 1
        return (console, input)
      }
      guard let (console, input) = opened else { return .incomplete }
      let values = try await run(input, padding, on: console, of: script, owner)
      return values.map { .values($0) }
        ?? .interrupted(place: ScriptLocation(file: name, line: line))
    } catch {
      return await script.withLua(owner) {
        var sources = script.loaded.host.sources
        sources[name] = padding + text
        return outcome(of: error, of: script, sources: sources, line: line)
      }
    }
  }

  /// Returns the console of a script, and opens it on first use; the caller must hold the script's lock.
  nonisolated func openConsole(
    of script: LiveScript, isLimited: Bool
  ) throws(LuaError) -> LiveConsole {
    if let console = script.console as? LiveConsole { return console }
    let console = try LiveConsole(script, configuration: configuration) { [weak self] record in
      try self?.declare(record)
    } serviceNames: { [answers] in
      answers.withLock { $0 }.serviceNames
    }
    if !isLimited {
      let memory = LuaRuntime.Options().memoryLimit
      script.lua.setLimits(instructionBudget: nil, deadline: nil, memoryLimit: memory)
    }
    script.console = console
    return console
  }

  /// Returns nil if the text is incomplete.
  private nonisolated func parse(
    _ text: String, _ padding: String, on lua: LuaRuntime
  ) throws(LuaError) -> ConsoleInput? {
    // A quotation mark that isn't closed by the end of the line is an error. The text isn't incomplete because of it.
    let expression = syntaxError(in: padding + "return " + text + "\n", on: lua)
    if expression == nil {
      // The values are passed through a function, because a tail call has no line. If the text ends in a comment, the
      // closing parenthesis must be on the next line.
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

  private nonisolated func syntaxError(in source: String, on lua: LuaRuntime) -> LuaError? {
    do throws(LuaError) {
      _ = try lua.load(source, name: ScenarioConsole.name)
      return nil
    } catch {
      return error
    }
  }

  private nonisolated func isIncomplete(_ error: LuaError) -> Bool {
    guard case .syntax(let syntax) = error else { return false }
    return syntax.isIncomplete
  }

  /// Runs an input on a coroutine, or returns nil if its task was canceled.
  ///
  /// The clock waits for the input as it does for a call.
  private nonisolated(nonsending) func run(
    _ input: ConsoleInput, _ padding: String, on console: LiveConsole, of script: LiveScript,
    _ owner: ConsoleOwner
  ) async throws(LuaError) -> [String]? {
    let interruption = ConsoleInterruption(script.lua.interruptHandle)
    let activity = clock.beginActivity()
    defer { clock.end(activity) }
    let result = await withTaskCancellationHandler {
      await MockActivity.$current.withValue(activity) {
        await call(console, padding + input.source, input.variables, owner)
      }
    } onCancel: {
      interruption.start()
    }
    await script.withLua(owner) { interruption.end() }
    if case .failure = result, interruption.wasWanted { return nil }
    return try result.get()
  }

  private nonisolated(nonsending) func call(
    _ console: LiveConsole, _ source: String, _ variables: [String], _ owner: ConsoleOwner
  ) async -> Result<[String], LuaError> {
    // If the input calls a service, a limit or an interruption there also ends the input.
    let chain = CallChain().metered(by: console.evaluate.runtime)
    return await CallChain.$current.withValue(chain) {
      do throws(LuaError) {
        return .success(
          try await console.evaluate.callAsync(
            meter: chain.meter, owner: owner, source, ScenarioConsole.name, variables,
            console.count, as: [String].self))
      } catch {
        return .failure(error)
      }
    }
  }

  private nonisolated func outcome(
    of error: LuaError, of script: LiveScript, sources: [String: String], line: Int
  ) -> ConsoleOutcome {
    let place = ScriptLocation(file: ScenarioConsole.name, line: line)
    if !script.isCurrent { return .interrupted(place: place) }
    switch error {
    case .limit(let limit) where limit.kind == .interrupt:
      return .interrupted(place: place)
    case .runtime(let runtime):
      if let diagnostics = runtime.cause as? ScenarioError { return .scenarioError(diagnostics) }
    case .limit, .syntax, .conversion: break
    }
    if let diagnostic = ScriptFailure.diagnostic(
      for: error, in: script.lua, script: place.file, sources: sources)
    {
      return .scenarioError(ScenarioError([diagnostic]))
    }
    let raised = error.place ?? place
    guard
      let failure = ScriptFailure.error(for: error, in: script.lua, of: raised)
        as? MockServiceError
    else { return .interrupted(place: place) }
    return .failed(failure, place: raised)
  }
}

/// Takes the locks that are needed to run a console input, in the same order as a call.
///
/// An input's declarations take effect immediately, so no call may choose a response at the same time.
struct ConsoleOwner: LuaOwner {
  private let context: MockCallContext
  private let script: RankedLock

  init(_ context: MockCallContext, _ script: RankedLock) {
    self.context = context
    self.script = script
  }

  func take() {
    context.choosing.take()
    script.take()
  }

  func tryToTake() -> Bool {
    guard context.choosing.tryToTake() else { return false }
    if script.tryToTake() { return true }
    context.choosing.release()
    return false
  }

  func release() {
    script.release()
    context.choosing.release()
  }

  nonisolated(nonsending) func suspend() async {
    // Waits for the lock that is held. The next attempt tries both locks again.
    await (context.choosing.isHeld ? context.choosing : script).suspend()
  }
}
