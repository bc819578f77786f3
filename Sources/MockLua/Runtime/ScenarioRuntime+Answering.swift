internal import LuaRuntime
public import MockCalls
internal import MockConfiguration
public import MockData
internal import MockPlatform

extension ScenarioRuntime: MockResponder {
  /// Runs the script's function that computes the response to a call.
  ///
  /// - Parameter call: The call. Its `callback` identifies the function.
  /// - Returns: The response, or a stream of values.
  /// - Throws: `CancellationError` if the task was canceled or the runtime was reset. `MockServiceError` with the code
  ///   `scriptError` for a script error, `circularCall` if services call each other endlessly, or `noResponder` if the
  ///   script doesn't have the function.
  public nonisolated(nonsending) func answer(_ call: MockCall) async throws -> MockAnswer {
    if let rule = rejectingRule(call.callback) {
      return .response(rule.rejection(of: call.arguments))
    }
    let chain = try CallChain.current.extended(by: "\(call.service).\(call.method)")
    let (function, script) = try function(of: call)
    let metered = chain.metered(by: script.lua)
    if function.isStream { return .stream(stream(function, script, call, metered)) }
    return try await CallChain.$current.withValue(metered) {
      try await run(function, script, call)
    }
  }

  /// Runs the script's function that computes the response to a call, to completion and on the caller's thread.
  ///
  /// The function doesn't wait for `sleep`, delays, or gates, and neither do the services that it calls.
  ///
  /// - Parameter call: The call. Its `callback` identifies the function.
  /// - Returns: The response. If it is a stream, it contains all values.
  /// - Throws: The errors of ``answer(_:)``.
  public nonisolated func answerNow(_ call: MockCall) throws -> MockAnswer {
    if let rule = rejectingRule(call.callback) {
      return .response(rule.rejection(of: call.arguments))
    }
    let chain = try CallChain.current.extended(by: "\(call.service).\(call.method)")
    let (function, script) = try function(of: call)
    return try CallChain.$current.withValue(chain.metered(by: script.lua)) {
      if function.isStream { return try valuesNow(function, script, call) }
      return try runNow(function, script, call)
    }
  }

  /// Finds the function that responds to a call.
  ///
  /// - Throws: `CancellationError` for a call from an earlier run, and `MockServiceError` with the code `noResponder`
  ///   if no function has the callback's name.
  private nonisolated func function(of call: MockCall) throws -> (DynamicAnswer, LiveScript) {
    let (script, function, epoch) = current.withLock { current in
      (current.script, current.functions[call.callback], current.firstEpoch)
    }
    // The response was chosen in an earlier run of the script.
    if call.origin.log == ObjectIdentifier(log), call.origin.epoch < epoch {
      throw CancellationError()
    }
    if let function { return (function, script) }
    let known = current.withLock { $0.functions }.keys
    throw MockServiceError(
      problem: .noResponder,
      "the script doesn't have a function `\(call.callback.escaped)`; "
        + (NearestName.hint(for: call.callback, candidates: known) ?? "it declares no functions"),
      at: nil)
  }

  /// Evaluates a `$where` pattern for the arguments of a call.
  ///
  /// - Parameters:
  ///   - predicate: The name of the function in the pattern.
  ///   - arguments: The arguments.
  /// - Returns: Whether the function accepts the arguments.
  /// - Throws: `MockServiceError` with the code `scriptError` if the script's function fails, or `noResponder` if the
  ///   script doesn't have the function.
  public nonisolated func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool {
    if let rule = rejectingRule(predicate) { return !rule.request.problems(of: arguments).isEmpty }
    let (function, script) = condition(predicate)
    guard let function else {
      throw MockServiceError(
        problem: .noResponder, "the script doesn't have a function `\(predicate.escaped)`", at: nil)
    }
    let meter = CallChain.current.metered(by: script.lua).meter
    return try script.lock.withLock {
      do throws(LuaError) {
        return try script.lua.call(script.accepts, meter: meter) { writer in
          writer.write(Int64(function.function))
          if arguments == .null {
            writer.writeNil()
          } else {
            arguments.write(to: writer, omitsNull: true)
          }
          return 2
        } reading: { results in
          results.elements.first { _ in true }?.bool ?? false
        }
      } catch {
        throw ScriptFailure.error(for: error, in: script.lua, of: function.place)
      }
    }
  }

  private nonisolated(nonsending) func run(
    _ function: DynamicAnswer, _ script: LiveScript, _ call: MockCall
  ) async throws -> MockAnswer {
    let answer: ScriptResponse
    do throws(LuaError) {
      answer = try await script.lua.callAsync(
        script.answer, meter: CallChain.current.meter, owner: script.lock
      ) { writer in
        call.write(function.function, isStream: false, to: writer)
      } reading: { results in
        try ScriptResponse(results, lua: script.lua)
      }
    } catch {
      return try await script.withLua(script.lock) {
        try raised(error, by: function, of: script, call)
      }
    }
    return try finish(answer, of: function, script, call)
  }

  private nonisolated func runNow(
    _ function: DynamicAnswer, _ script: LiveScript, _ call: MockCall
  ) throws -> MockAnswer {
    let answer: ScriptResponse
    do throws(LuaError) {
      answer = try script.lua.callNow(
        script.answer, meter: CallChain.current.meter, owner: script.lock
      ) { writer in
        call.write(function.function, isStream: false, to: writer)
      } reading: { results in
        try ScriptResponse(results, lua: script.lua)
      }
    } catch {
      return try script.lock.withLock { try raised(error, by: function, of: script, call) }
    }
    guard script.isCurrent else { throw CancellationError() }
    if case .stream(let number, let response) = answer {
      var streaming = function
      streaming.function = number
      let route = try routed(response, of: function, script, call)
      return try valuesNow(streaming, script, call, in: route)
    }
    return try finish(answer, of: function, script, call)
  }

  /// Handles an error that a function has raised.
  ///
  /// The error can be a response, such as `fail(...)`, with its builders. The caller must hold the script's lock.
  private nonisolated func raised(
    _ error: LuaError, by function: DynamicAnswer, of script: LiveScript, _ call: MockCall
  ) throws -> MockAnswer {
    guard script.isCurrent else { throw CancellationError() }
    if let response = ScriptFailure.response(for: error, in: script.lua) {
      let place = error.place ?? function.place
      return .response(try lower(response, of: call, at: place, script, holdsLock: true))
    }
    throw ScriptFailure.error(for: error, in: script.lua, of: function.place)
  }

  private nonisolated func finish(
    _ answer: ScriptResponse, of function: DynamicAnswer, _ script: LiveScript, _ call: MockCall
  ) throws -> MockAnswer {
    guard script.isCurrent else { throw CancellationError() }
    switch answer {
    case .response(let response):
      let place = response.updates.first?.place ?? response.place
      return .response(
        try lower(response, of: call, at: place ?? function.place, script, holdsLock: false))
    case .stream(let number, let response):
      var streaming = function
      streaming.function = number
      let route = try routed(response, of: function, script, call)
      return .stream(
        stream(
          streaming, script, call, CallChain.current, in: route,
          intervalMs: response.fields.intervalMs))
    }
  }

  /// Returns the form of a stream that a function has returned, or nil if the method isn't a route.
  ///
  /// - Throws: `MockServiceError` if the method or route doesn't support the response.
  private nonisolated func routed(
    _ response: ScriptRecord.Response, of function: DynamicAnswer, _ script: LiveScript,
    _ call: MockCall
  ) throws -> RoutedStream? {
    var empty = response
    empty.fields.result = .stream
    _ = try lower(empty, of: call, at: response.place ?? function.place, script, holdsLock: false)
    return try form(of: call.service, call.method).map {
      RoutedStream($0, head: try response.head())
    }
  }

  /// Returns the response of a function in the form that its method or route requires.
  ///
  /// - Throws: `MockServiceError` if the method or route doesn't support the response, or if comparing it exceeds the
  ///   limit of the chain of calls.
  private nonisolated func lower(
    _ response: ScriptRecord.Response, of call: MockCall, at place: ScriptLocation,
    _ script: LiveScript, holdsLock: Bool
  ) throws -> MockResponse {
    var lowered: MockResponse
    var cost = 0
    do throws(RouteProblem) {
      let rules = rules(of: call.service, call.method)
      lowered = try response.lowered(
        of: call.service, call.method, rules?.form ?? RoutedForm(of: call.method))
      if let operation = rules?.operation {
        var budget = SchemaBudget()
        if let problem = operation.problems(of: &lowered, within: &budget).first { throw problem }
        cost = SchemaBudget.ofOneCheck - budget.left
      }
    } catch {
      throw MockServiceError(problem: .scriptError, error.description, at: place)
    }
    if cost > 0 { try charge(cost, script, holdsLock: holdsLock, at: place) }
    try checkUpdates(of: lowered, at: place)
    return lowered
  }

  /// Charges the chain of calls for the cost of comparing a response with an OpenAPI description.
  private nonisolated func charge(
    _ cost: Int, _ script: LiveScript, holdsLock: Bool, at place: ScriptLocation
  ) throws {
    guard let meter = CallChain.current.meter, meter.belongs(to: script.lua) else { return }
    let charge = {
      defer { script.lua.pause(meter) }
      return script.lua.charge(meter, instructions: cost)
    }
    guard let limit = holdsLock ? charge() : script.lock.withLock(charge) else { return }
    throw MockServiceError(
      problem: .scriptError, "comparing the response with its schema: \(limit.problem)", at: place)
  }

  /// Checks that a response from a function only updates declared keys, like other responses.
  private nonisolated func checkUpdates(of response: MockResponse, at place: ScriptLocation) throws
  {
    let unknown = (response.updateSharedState ?? [:]).keys.filter { sharedState[$0] == nil }
    guard let key = unknown.min() else { return }
    let hint =
      NearestName.hint(for: key, candidates: sharedState.keys)
      ?? "declare it with `shared { \(key.escaped) = ... }`"
    throw MockServiceError(
      problem: .scriptError, "`:set` names the unknown shared key `\(key.escaped)`; \(hint)",
      at: place)
  }
}

enum ScriptResponse {
  case response(ScriptRecord.Response)
  /// A function that produces a stream, by its number, and the response with its builders.
  case stream(Int, ScriptRecord.Response)

  /// Reads the results of `lang.answer`: nothing, `"value"` with data, `"answer"` with the changed response of a route,
  /// or `"response"` with its fields.
  init(_ results: WireValue, lua: LuaRuntime) throws {
    var elements = results.elements
    guard let kind = elements.next(), let value = elements.next() else {
      self = .response(ScriptRecord.Response())
      return
    }
    guard kind.string == "response" else {
      let fields = MockResponse(result: .success, value: try AnyCodableValue(checking: value))
      self = .response(
        ScriptRecord.Response(fields: fields, isComplete: kind.string == "answer"))
      return
    }
    let record = RecordReader(lua: lua).response(value)
    if record.isStream, let function = record.function {
      self = .stream(function, record)
    } else {
      self = .response(record)
    }
  }
}

extension ScenarioRuntime {
  nonisolated var predicateLock: RankedLock { script.lock }

  /// Evaluates conditions and matches patterns, with the meter of the current chain of calls.
  nonisolated func decidingTogether<Result>(_ body: () throws -> Result) rethrows -> Result {
    let script = script
    let chain = CallChain.current.metered(by: script.lua)
    guard let meter = chain.meter else { return try body() }
    let matchingCost = MatchingCost(meter, of: script)
    defer { matchingCost.close() }
    return try CallChain.$current.withValue(chain) {
      try MatchPattern.$charge.withValue(MatchPattern.Charge(matchingCost.add), operation: body)
    }
  }
}

extension MockCall {
  /// Writes the arguments of `lang.answer`.
  func write(_ function: Int, isStream: Bool, to writer: WireWriter) -> Int {
    writer.write(Int64(function))
    arguments.write(to: writer, omitsNull: true)
    let start = writer.openMap()
    writer.writeKey("service")
    writer.write(service)
    writer.writeKey("method")
    writer.write(method)
    writer.writeKey("count")
    writer.write(Int64(count))
    writer.writeKey("step")
    writer.write(Int64(step))
    if let key {
      writer.writeKey("key")
      key.write(to: writer, omitsNull: true)
    }
    if let live {
      writer.writeKey("passes")
      writer.write(true)
      if let answer = live.answer {
        writer.writeKey("answer")
        if HTTPHost.isName(service) {
          RoutedValue.result(answer).write(to: writer)
        } else {
          answer.write(to: writer, omitsNull: true)
        }
      }
    }
    let more = (key == nil ? 0 : 1) + (live == nil ? 0 : live?.answer == nil ? 1 : 2)
    writer.close(start, count: 4 + more)
    writer.write(isStream)
    return 4
  }
}

/// Connects the sequencers with the runtime.
///
/// It references the runtime weakly, so there is no reference cycle.
///
/// `@unchecked Sendable`: `runtime` is written once, before the runtime and its sequencers are shared.
final class ScenarioResponder: MockResponder, @unchecked Sendable {
  private weak var runtime: ScenarioRuntime?
  /// Greater than 0 after another scenario has taken over.
  ///
  /// Calls to sequencers that are still in use are then canceled.
  private let isOver = AtomicNumber()

  func attach(_ runtime: ScenarioRuntime) { self.runtime = runtime }

  func end() { isOver.value = 1 }

  nonisolated(nonsending) func answer(_ call: MockCall) async throws -> MockAnswer {
    try await alive(call.callback).answer(call)
  }

  func answerNow(_ call: MockCall) throws -> MockAnswer {
    try alive(call.callback).answerNow(call)
  }

  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool {
    try alive(predicate).accepts(predicate: predicate, arguments: arguments)
  }

  private func alive(_ name: String) throws -> ScenarioRuntime {
    guard let runtime else {
      if isOver.value > 0 { throw CancellationError() }
      throw MockServiceError(
        problem: .noResponder,
        "the ScenarioRuntime of `\(name.escaped)` no longer exists; keep it alive as long as its sequencers",
        at: nil)
    }
    return runtime
  }
}

extension ScenarioResponder: CallChecking {
  func failures(
    of service: String, _ method: String, _ arguments: () -> AnyCodableValue
  ) -> [MockFailure] {
    runtime?.failures(of: service, method, arguments) ?? []
  }
}

extension ScenarioResponder: ScriptedPredicates {
  var predicateLock: RankedLock? { runtime?.predicateLock }

  func decidingTogether<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let runtime else { return try body() }
    return try runtime.decidingTogether(body)
  }
}
