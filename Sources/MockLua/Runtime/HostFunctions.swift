internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockPlatform

/// The Swift implementations of the words that running functions can use.
///
/// Their Lua side is in `live.lua`. A word that waits returns `true, result` or `false, kind, facts`. In the second
/// case, Lua raises the error.
struct HostFunctions {
  let sequencers: MockSequencers
  /// The scenario that the sequencers use.
  let scenario: Locked<LuaScenario>
  /// The run of the script.
  ///
  /// After a reset, a function can continue inside `pcall`, or while it closes variables. The words that it uses then
  /// have no effect.
  let run: ScriptRun
  /// The maximum number of times that a chain of calls may wake up on a virtual clock; nil for no limit.
  let wakeUpLimit: Int?

  var sharedState: MockSharedState { sequencers.sharedState }
  var clock: MockClock { sequencers.context.clock }
  private var log: MockCallLog { sequencers.log }
  private var gates: MockGates { sequencers.gates }

  func register(with lua: LuaRuntime) throws(LuaError) {
    try registerState(with: lua)
    try registerServices(with: lua)
    try registerPush(with: lua)
    try lua.register(asyncNative: "live.sleep") { [unowned lua] arguments in
      let values = Array(arguments.elements)
      let ms = values.first?.integer ?? 0
      let place = values.last?.integer
      return guarded { _ in
        try await clock.sleep(for: .milliseconds(ms))
        return 0
      } now: { _ in
        sequencers.context.report(
          MockFailure(
            .skippedWait, "the caller is not async, so this function skips `sleep(\(ms))`",
            at: place.flatMap { lua.place($0) }))
        return 0
      } whenWoken: {
        countWakeUp()
      }
    }
    try lua.register(typedNative: "live.open_gate") { (gate: String) -> String? in
      try run.check()
      do throws(MockServiceError) {
        try gates.open(gate)
        return nil
      } catch {
        return error.message
      }
    }
    try lua.register(asyncNative: "live.emit") { [unowned lua] arguments in
      let value = AnyCodableValue(packed: arguments.elements.first { _ in true }) ?? .null
      if let sink = EmitSink.current {
        _ = lua.mayWork(instructions: 0, holding: sink.addBytes(value))
      }
      return guarded { _ in
        try await EmitSink.current?.send(value)
        return 0
      } now: { _ in
        try EmitSink.current?.sendNow(value)
        return 0
      } whenWoken: {
        countWakeUp()
      }
    }
  }

  /// Ends a chain that wakes up endlessly; the caller must hold the script's lock.
  private func countWakeUp() {
    guard clock.mode != .real, let limit = wakeUpLimit, let meter = CallChain.current.meter else {
      return
    }
    meter.wakeUps += 1
    if meter.wakeUps >= limit { meter.end(.wakeUps) }
  }

  // MARK: - Shared state

  private func registerState(with lua: LuaRuntime) throws(LuaError) {
    try lua.register(native: "live.read_state") { arguments, results in
      try run.check()
      let values = Array(arguments.elements)
      let key = values.first?.string ?? ""
      let known = values.last?.integer.map { Int($0) }
      guard let (version, value) = sharedState.read(key, after: known) else {
        return refuse(key, results)
      }
      results.write(Int64(version))
      guard let value else { return 1 }
      value.write(to: results)
      return 2
    }
    let weights = Locked<[String: StateWeight]>([:])
    try lua.register(native: "live.write_state") { [unowned lua] arguments, results in
      try run.check()
      let values = Array(arguments.elements)
      let key = values.first?.string ?? ""
      guard sharedState.read(key) != nil else { return refuse(key, results) }
      let value = AnyCodableValue(packed: values.last) ?? .null
      let weight = value.byteSize
      let more = weight - (weights.withLock { $0[key]?.held } ?? 0)
      guard lua.mayWork(instructions: 0, holding: max(0, more)) else { return 0 }
      guard let edited = sharedState.edit(key, { $0 = value.keepingLists(of: $0) }) else {
        return 0
      }
      lua.hold(more)
      weights.withLock {
        $0[key] = StateWeight(version: edited.version, bytes: weight, held: weight)
      }
      log.addBytes(weight, of: key)
      results.write(true)
      return 1
    }
    try lua.register(native: "live.edit_state") { [unowned lua] arguments, results in
      try run.check()
      let values = Array(arguments.elements)
      guard values.count == 5, let version = values[0].integer,
        let key = values[1].elements.first(where: { _ in true })?.string,
        let edit = StateEdit(path: values[1], kind: values[2], step: values[3], value: values[4]),
        lua.mayWork(instructions: 0, holding: edit.value?.byteSize ?? 0)
      else { return 0 }
      let known = weights.withLock { $0[key] }
      let isKnown = known?.version == Int(version)
      let edited = sharedState.edit(key, at: Int(version)) { value in
        let more = edit.apply(to: &value)
        return (more: more, bytes: isKnown ? nil : value.byteSize)
      }
      guard let edited else { return 0 }
      let held = max(0, (known?.held ?? 0) + edited.result.more)
      lua.hold(held - (known?.held ?? 0))
      let bytes = edited.result.bytes ?? (known?.bytes ?? 0) + edited.result.more
      weights.withLock {
        $0[key] = StateWeight(version: edited.version, bytes: bytes, held: held)
      }
      log.addBytes(bytes, of: key)
      results.write(Int64(edited.version))
      return 1
    }
    try lua.register(typedNative: "live.state_keys") { sharedState.keys }
  }

  private func refuse(_ key: String, _ results: WireWriter) -> Int {
    results.write(false)
    results.write(
      NearestName.hint(for: key, candidates: sharedState.keys)
        ?? "declare it with `shared { \(key.escaped) = ... }`")
    return 2
  }

  // MARK: - Services

  private func registerServices(with lua: LuaRuntime) throws(LuaError) {
    try lua.register(typedNative: "live.unknown_service") { (name: String) -> String? in
      let names = scenario.withLock { $0 }.serviceNames
      return names.contains(name)
        ? nil : NearestName.hint(for: name, candidates: names) ?? "the script declares no services"
    }
    try lua.register(asyncNative: "live.call_service") { arguments in
      let values = Array(arguments.elements)
      let service = values.first?.string ?? ""
      let sequencer = sequencers.sequencer(for: service)
      let method = values.dropFirst().first?.string ?? ""
      let value = MockArguments(ofScript: AnyCodableValue(packed: values.last) ?? .dictionary([:]))
      return guarded { writer in
        let result = try await sequencer.answer(for: method, arguments: value)
        return write(result, of: service, method, to: writer)
      } now: { writer in
        let result = try sequencer.answer(for: method, arguments: value)
        return write(result, of: service, method, to: writer)
      }
    }
    try lua.register(native: "live.calls") { arguments, results in
      try run.check()
      let name = arguments.elements.first { _ in true }?.string ?? ""
      let records = log.calls(name)
      let known = scenario.withLock { $0 }.methodNames
      guard !records.isEmpty || known.contains(name) || log.count(of: name) > 0 else {
        results.writeNil()
        results.write(
          NearestName.hint(for: name, candidates: known) ?? "the script declares no methods")
        return 2
      }
      AnyCodableValue.array(records.map(\.luaValue)).write(to: results, omitsNull: true)
      return 1
    }
  }

  private func write(
    _ result: AnyCodableValue?, of service: String, _ method: String, to writer: WireWriter
  ) -> Int {
    guard let result, result != .null else { return 0 }
    result.ofCall(to: service, method).write(to: writer)
    return 1
  }

  /// Returns an operation that writes its results, or a description of its error.
  ///
  /// `now` is for callers that can't wait.
  func guarded(
    _ wait: @escaping AsyncOperation, now: @escaping (WireWriter) throws -> Int,
    whenWoken: (() -> Void)? = nil
  ) -> WaitingOperation {
    WaitingOperation(
      wait: { writer in
        let results = WireWriter()
        let outcome: Result<Int, any Error>
        do {
          try run.check()
          outcome = .success(try await wait(results))
        } catch {
          outcome = .failure(error)
        }
        return try conclude(outcome, results, writer)
      },
      now: { writer in
        let results = WireWriter()
        let outcome = Result {
          try run.check()
          return try now(results)
        }
        return try conclude(outcome, results, writer)
      }, whenWoken: whenWoken)
  }

  private func conclude(
    _ outcome: Result<Int, any Error>, _ results: WireWriter, _ writer: WireWriter
  ) throws -> Int {
    do {
      let count = try outcome.get()
      try run.check()
      writer.write(true)
      writer.append(results)
      return count + 1
    } catch let error as MockServiceError {
      writer.write(false)
      writer.write("service")
      error.value.write(to: writer)
      return 3
    } catch is CancellationError {
      writer.write(false)
      writer.write("cancelled")
      return 2
    }
  }
}

/// The size of a shared value that the script has set.
private struct StateWeight {
  /// The version of the value when it was measured.
  var version: Int
  var bytes: Int
  /// The number of bytes that count toward the script's memory limit.
  var held: Int
}

extension LuaScenario {
  package var serviceNames: [String] { Array(configuration.services.keys) }

  /// The methods that the scenario configures, as `Service.method`.
  package var methodNames: [String] {
    configuration.services.flatMap { service, entry in
      entry.methods.keys.map { "\(service).\($0)" }
    }
  }
}

extension MockCallRecord {
  /// The call in the form that `calls(...)` returns, with the keys `args`, `count`, `done`, `result`, and `error`.
  fileprivate var luaValue: AnyCodableValue {
    var fields: [String: AnyCodableValue] = [
      "args": arguments, "count": .int(count), "done": .bool(true),
    ]
    switch outcome {
    case .running: fields["done"] = .bool(false)
    case .returned(let value):
      fields["result"] = value?.ofCall(to: service ?? "", method)
    case .threw(let error): fields["error"] = error.value
    case .cancelled:
      fields["error"] = .dictionary(["code": .string("cancelled"), "message": .string("cancelled")])
    }
    return .dictionary(fields)
  }
}

/// A run of a script.
///
/// The script's words use this object to check whether the run is still the runtime's current one.
final class ScriptRun: Sendable {
  private let isOver = AtomicNumber()

  /// Whether the runtime hasn't been reset since the run started.
  var isCurrent: Bool { isOver.value == 0 }

  /// Ends the run, so that functions that are still running don't affect the next run.
  func end() { isOver.value = 1 }

  /// Throws `CancellationError` if the run has ended.
  func check() throws {
    if !isCurrent { throw CancellationError() }
  }
}

extension AnyCodableValue {
  /// The result of a call as functions get it: for a route, with its status and headers.
  fileprivate func ofCall(to service: String, _ method: String) -> AnyCodableValue {
    HTTPHost.isName(service) && SocketEvent.split(method) == nil ? RoutedValue.result(self) : self
  }
}
