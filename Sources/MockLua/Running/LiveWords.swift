internal import LuaRuntime
internal import MockServices

/// What the words of running functions reach: `live.lua` is their Lua side.
///
/// A word that waits answers `true, result` or `false, kind, facts`; raising is done in Lua.
struct LiveWords {
  let sharedState: MockSharedState
  let sequencers: SequencerTable
  let clock: MockClock
  let log: MockCallLog
  /// A function that goes on after a reset, as `pcall` and closed variables let it, reaches nothing.
  let run: ScriptRun
  var gates: MockGates { sequencers.gates }

  func register(with lua: LuaRuntime) throws(LuaError) {
    try registerState(with: lua)
    try registerServices(with: lua)
    try lua.register(rawAsync: "mocklua_live.sleep") { arguments in
      let ms = arguments.elements.first { _ in true }?.integer ?? 0
      return { writer in
        try await guarded(writer) { _ in
          try await clock.sleep(for: .milliseconds(ms))
          return 0
        }
      }
    }
    try lua.register("mocklua_live.release") { (gate: String) -> String? in
      try run.check()
      do throws(MockServiceError) {
        try gates.open(gate)
        return nil
      } catch {
        return error.message
      }
    }
    try lua.register(rawAsync: "mocklua_live.emit") { arguments in
      let value = AnyCodableValue(packed: arguments.elements.first { _ in true }) ?? .null
      return { writer in
        try await guarded(writer) { _ in
          try await StreamSink.current?.send(value)
          return 0
        }
      }
    }
  }

  // MARK: - Shared state

  private func registerState(with lua: LuaRuntime) throws(LuaError) {
    try lua.register(raw: "mocklua_live.read_state") { arguments, results in
      try run.check()
      let key = arguments.elements.first { _ in true }?.string ?? ""
      guard let value = sharedState[key] else { return refuse(key, results) }
      results.write(true)
      value.write(to: results)
      return 2
    }
    try lua.register(raw: "mocklua_live.write_state") { arguments, results in
      try run.check()
      let values = Array(arguments.elements)
      let key = values.first?.string ?? ""
      guard sharedState[key] != nil else { return refuse(key, results) }
      sharedState.applyUpdates([key: AnyCodableValue(packed: values.last) ?? .null])
      results.write(true)
      return 1
    }
    try lua.register("mocklua_live.state_keys") { sharedState.keys }
  }

  private func refuse(_ key: String, _ results: WireWriter) -> Int {
    results.write(false)
    results.write(
      NearestName.hint(for: key, among: sharedState.keys)
        ?? "declare it with `shared { \(key) = ... }`")
    return 2
  }

  // MARK: - Services

  private func registerServices(with lua: LuaRuntime) throws(LuaError) {
    try lua.register("mocklua_live.unknown_service") { (name: String) -> String? in
      sequencers.names.contains(name)
        ? nil : NearestName.hint(for: name, among: sequencers.names) ?? "the script declares none"
    }
    try lua.register(rawAsync: "mocklua_live.call_service") { arguments in
      let values = Array(arguments.elements)
      let sequencer = sequencers[values.first?.string ?? ""]
      let method = values.dropFirst().first?.string ?? ""
      let value = MockArguments(AnyCodableValue(packed: values.last) ?? .dictionary([:]))
      return { writer in
        try await guarded(writer) { writer in
          guard let result = try await sequencer.answer(for: method, arguments: value),
            result != .null
          else { return 0 }
          result.write(to: writer)
          return 1
        }
      }
    }
    try lua.register(raw: "mocklua_live.calls") { arguments, results in
      try run.check()
      let name = arguments.elements.first { _ in true }?.string ?? ""
      let records = log.calls(name)
      let known = sequencers.methodNames
      guard !records.isEmpty || known.contains(name) || log.count(of: name) > 0 else {
        results.writeNil()
        results.write(NearestName.hint(for: name, among: known) ?? "the script declares none")
        return 2
      }
      AnyCodableValue.array(records.map(\.luaValue)).writeWithoutNulls(to: results)
      return 1
    }
  }

  /// Runs what waits, and answers with its results or with the facts of its error.
  private nonisolated(nonsending) func guarded(
    _ writer: WireWriter,
    _ body: nonisolated(nonsending) (WireWriter) async throws -> Int
  ) async throws -> Int {
    let results = WireWriter()
    do {
      try run.check()
      let count = try await body(results)
      try run.check()
      writer.write(true)
      writer.append(results)
      return count + 1
    } catch let error as MockServiceError {
      writer.write(false)
      writer.write("service")
      error.luaValue.write(to: writer)
      return 3
    } catch is CancellationError {
      writer.write(false)
      writer.write("cancelled")
      return 2
    }
  }
}

extension MockServiceError {
  /// The error as a script sees it.
  fileprivate var luaValue: AnyCodableValue {
    var fields: [String: AnyCodableValue] = ["code": .string(code), "message": .string(message)]
    fields["details"] = details
    return .dictionary(fields)
  }
}

extension MockCallRecord {
  /// The call as `calls(...)` shows it: `args count done result error`.
  fileprivate var luaValue: AnyCodableValue {
    var fields: [String: AnyCodableValue] = [
      "args": arguments, "count": .int(count), "done": .bool(true),
    ]
    switch outcome {
    case .running: fields["done"] = .bool(false)
    case .returned(let value): fields["result"] = value
    case .threw(let error): fields["error"] = error.luaValue
    case .cancelled:
      fields["error"] = .dictionary(["code": .string("cancelled"), "message": .string("cancelled")])
    }
    return .dictionary(fields)
  }
}
