internal import MockCalls
internal import MockData
internal import MockHTTPServer
internal import MockLua
internal import MockLuaTools

extension Inspector {
  var view: SessionView { SessionView(session, showsSecrets: showsSecrets) }

  // MARK: - State

  func showState(_ exchange: HTTPExchange) {
    exchange.answer(view.state)
  }

  /// Handles `PUT /__admin/state`: sets declared keys to new values in one step.
  func setState(_ exchange: HTTPExchange) throws(Refusal) {
    let values = try exchange.object().mapValues(meant)
    let state = session.scenario.sharedState
    let known = state.snapshot
    for key in values.keys.sorted() where known[key] == nil {
      let hint =
        NearestName.hint(for: key, candidates: known.keys) ?? "declare it with `shared { ... }`"
      throw Refusal(404, "unknownKey", "there is no shared key `\(key.escaped)`; \(hint)")
    }
    session.scenario.log.addBytes(values)
    state.applyUpdates(values)
    exchange.answer(view.state)
  }

  // MARK: - Gates

  func listGates(_ exchange: HTTPExchange) {
    exchange.answer(["gates": view.gates])
  }

  /// Handles `PUT /__admin/gates/{name}`: opens or closes a gate.
  func setGate(_ name: String, _ exchange: HTTPExchange) throws(Refusal) {
    let isOpen = try exchange.object(keys: ["open"]).bool("open")
    let scenario = session.scenario
    do throws(MockServiceError) {
      if isOpen { try scenario.gates.open(name) } else { try scenario.gates.close(name) }
    } catch {
      throw Refusal(404, error.code, error.message)
    }
    listGates(exchange)
  }

  // MARK: - Clock

  func showClock(_ exchange: HTTPExchange) { exchange.answer(view.clock) }

  /// Handles `PUT /__admin/clock`: restarts the scenario with another clock.
  func chooseClock(_ exchange: HTTPExchange) throws(Refusal) {
    let name = try exchange.object(keys: ["mode"]).text("mode")
    guard let mode = MockClock.Mode(rawValue: name) else {
      let names = MockClock.Mode.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badRequest("`mode` must be one of \(names)")
    }
    restart(.clock(mode), exchange)
  }

  /// Handles `POST /__admin/clock`: advances a virtual clock, either by a duration or until no task is sleeping.
  func moveClock(_ exchange: HTTPExchange) throws(Refusal) {
    let body = try exchange.object(keys: ["advanceMs", "run"])
    let scenario = session.scenario
    let clock = scenario.clock
    guard body.count == 1 else {
      throw .badRequest("pass either `advanceMs` or `run`")
    }
    var step: Duration?
    if body["run"] == nil {
      guard let ms = body.wholeNumber("advanceMs"), (0...Self.advanceLimit).contains(ms) else {
        throw .badRequest(
          "`advanceMs` must be a whole number from 0 to \(Self.advanceLimit)"
        )
      }
      step = .milliseconds(ms)
    } else if try !body.bool("run") {
      throw .badRequest("`run` must be true")
    }
    guard clock.mode != .real else {
      throw Refusal(409, "realClock", "the clock runs in real time; choose a virtual clock first")
    }
    let view = view
    let task = Task {
      if let step {
        await clock.advance(by: step)
      } else {
        // A task that wakes can sleep again, even forever.
        for _ in 0..<Self.wakeUpLimit {
          guard !Task.isCancelled, let next = clock.sleeping(limit: 1).first else { break }
          await clock.advance(by: max(.zero, next.due - clock.elapsed))
        }
      }
      exchange.answer(view.clock)
    }
    waiting.add(exchange) { task.cancel() }
  }

  private static let advanceLimit = 1_000_000_000_000
  private static let wakeUpLimit = 10_000

  // MARK: - Scenarios

  func listVariants(_ exchange: HTTPExchange) {
    let names = session.scenario.scenario.variantNames
    exchange.answer([
      "variants": .array(names.map { .string($0) }),
      "current": session.script.variant.map { .string($0) } ?? .null,
    ])
  }

  /// Handles `PUT /__admin/variants`: restarts the session with a variant, or without one.
  func chooseVariant(_ exchange: HTTPExchange) throws(Refusal) {
    let body = try exchange.object(keys: ["name"])
    guard body["name"] != .null else { return restart(.variant(nil), exchange) }
    let name = try body.text("name")
    let known = session.scenario.scenario.variantNames
    guard known.contains(name) else {
      let hint = NearestName.hint(for: name, candidates: known) ?? "the script declares no variants"
      throw Refusal(404, "unknownVariant", "there is no variant `\(name.escaped)`; \(hint)")
    }
    restart(.variant(name), exchange)
  }

  /// Handles `POST /__admin/reset`: restarts the session.
  func reset(_ exchange: HTTPExchange) { restart(.nothing, exchange) }

  func restart(_ change: SessionRestart, _ exchange: HTTPExchange) {
    let (session, showsSecrets) = (session, showsSecrets)
    session.restart(change) { problem in
      if let problem {
        let text = showsSecrets ? problem : session.scenario.redacted(problem)
        exchange.refuse(Refusal(409, "errors", text))
      } else {
        exchange.answer(204, [], .empty)
      }
    }
  }

  // MARK: - Script

  /// Handles `GET /__admin/script`: returns the text, its errors, and the lines that have returned responses.
  func showScript(_ exchange: HTTPExchange) {
    let script = session.script
    let scenario = session.scenario
    let text =
      showsSecrets ? script.text : scenario.redacted(source: script.text, name: script.name)
    exchange.answer([
      "name": .string(script.name), "text": .string(text),
      "problems": .array(
        script.problems.map { problem in
          [
            "file": .string(problem.place.file),
            "line": problem.place.line.map { .int($0) } ?? .null,
            "text": .string(showsSecrets ? problem.text : scenario.redacted(problem.text)),
          ]
        }),
      "answered": view.answered,
    ])
  }

  /// Handles `GET /__admin/services`: returns every method with its count and its sequences.
  func listServices(_ exchange: HTTPExchange) {
    exchange.answer(["services": view.services])
  }
}
