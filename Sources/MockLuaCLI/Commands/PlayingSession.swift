import MockCalls
import MockData
import MockLua
import MockLuaTools
import MockPlatform
import MockRecording

/// Makes calls and writes each response when it arrives.
struct PlayingSession: Sendable {
  private(set) var counts: PlayedCounts

  private let player: ScenarioPlayer
  private let steps: StepPlayer
  private let flushesEachLine: Bool
  private let printsState: Bool
  private let printsGates: Bool
  private let output: CommandOutput
  private var lines: LineWriter
  private let renderer: DiagnosticRenderer

  init(
    player: ScenarioPlayer, flushesEachLine: Bool, printsState: Bool, printsGates: Bool,
    failsOnError: Bool, color: ColorChoice, output: CommandOutput
  ) {
    (self.player, steps, lines) = (player, StepPlayer(player), LineWriter(output))
    (self.flushesEachLine, self.printsState) = (flushesEachLine, printsState)
    (self.printsGates, self.output) = (printsGates, output)
    counts = PlayedCounts(failsOnError: failsOnError)
    renderer = DiagnosticRenderer(style: output.style(color, of: .standardError))
  }

  mutating func play(_ steps: [MockCallStep]) async throws(CommandFailure) {
    for step in steps { try await play(step) }
    try finish()
  }

  /// Makes the calls in a file, one per line.
  ///
  /// If a line is invalid, the calls before it are still made and printed.
  mutating func play(
    callsOf path: String, readsStandardInput: Bool
  ) async throws(CommandFailure) {
    var failure: CommandFailure?
    do throws(CommandFailure) {
      var calls = try CallFile(path: path, readsStandardInput: readsStandardInput)
      while true {
        if calls.mayWait { try lines.flush() }
        guard let step = try calls.next() else { break }
        try await play(step)
      }
    } catch {
      failure = error
    }
    if let failure {
      try lines.flush()
      throw failure
    }
    try finish()
  }

  private mutating func play(_ step: MockCallStep) async throws(CommandFailure) {
    if case .call = step { counts.calls += 1 }
    do throws(CommandFailure) {
      for event in try await steps.play(step) { try report(event) }
    } catch {
      // Print the earlier responses before throwing the error.
      try lines.flush()
      throw error
    }
    if flushesEachLine { try lines.flush() }
  }

  private mutating func report(_ event: StepPlayer.Event) throws(CommandFailure) {
    switch event {
    case .answered(let call):
      if let error = call.error {
        counts.errors += 1
        if error.code == MockErrorCode.unconfigured.rawValue { counts.unknown += 1 }
        if error.code == MockErrorCode.scriptError.rawValue {
          counts.scriptErrors += 1
          output.tell(renderer.text(of: error.diagnostic))
        }
      }
      try lines.write(call.value)
    case .waits(let request, let gate):
      try lines.write([
        "call": .string(request.name), "gate": .string(gate), "result": "waiting",
      ])
    }
  }

  private mutating func finish() throws(CommandFailure) {
    if printsState { try lines.write(["state": .dictionary(player.sharedState.snapshot)]) }
    if printsGates { try lines.write(["gates": player.gates.value]) }
    try lines.flush()
    counts.waiting = steps.waitingCount
    steps.finish()
  }
}

/// The number of calls made, and the numbers of calls that weren't successful.
struct PlayedCounts: Equatable {
  var calls = 0

  /// The number of calls that ended with a script error, code `scriptError`.
  var scriptErrors = 0

  /// The number of calls to services or methods that the script doesn't have.
  var unknown = 0

  /// The number of calls that ended with any error.
  var errors = 0

  /// The number of calls still waiting at a gate at the end.
  var waiting = 0

  /// Whether `--fail-on-error` is set.
  var failsOnError: Bool

  var isFailure: Bool {
    scriptErrors > 0 || unknown > 0 || waiting > 0 || failsOnError && errors > 0
  }
}

extension PlayedCounts: CustomStringConvertible {
  /// The counts that make the result a failure.
  var description: String {
    let total = "of \(CommandFailure.count(calls, of: "call"))"
    if waiting > 0 {
      return
        "\(waiting) \(total) still \(waiting == 1 ? "waits" : "wait") at a gate; open it with `open=GATE`"
    }
    if unknown > 0, scriptErrors == 0, !failsOnError {
      return
        "\(unknown) \(total) \(unknown == 1 ? "names" : "name") a method that the script doesn't have; correct the name"
    }
    guard failsOnError, errors > 0 else {
      return "\(scriptErrors) \(total) ended in a script error; fix it at the line above"
    }
    return "\(errors) \(total) ended in an error, which --fail-on-error forbids"
  }
}

extension MockGates {
  /// The gates by name, each with its state and the number of calls waiting there.
  fileprivate var value: AnyCodableValue {
    .dictionary(
      Dictionary(
        uniqueKeysWithValues: names.map { name in
          (name, ["open": .bool(isOpen(name)), "waiting": .int(waiting(at: name))])
        }))
  }
}

/// Runs steps one after the other.
///
/// A call that waits at a closed gate continues when the gate opens.
struct StepPlayer: Sendable {
  /// The result of a step.
  enum Event {
    case answered(MockPlayedCall)
    case waits(MockCallRequest, gate: String)
  }

  let player: ScenarioPlayer
  private let work: GatedWork<MockPlayedCall>

  init(_ player: ScenarioPlayer) {
    self.player = player
    work = GatedWork(player.gates)
  }

  /// The number of calls still waiting at gates.
  var waitingCount: Int { work.waitingCount }

  /// Runs a step, and returns its results, including the responses of calls that have continued.
  ///
  /// - Throws: `CommandFailure` if a gate doesn't exist.
  func play(_ step: MockCallStep) async throws(CommandFailure) -> [Event] {
    do throws(MockServiceError) {
      switch step {
      case .close(let gate):
        try player.gates.close(gate)
        return []
      case .open(let gate):
        try player.gates.open(gate)
        await work.settle()
        return ended
      case .call(let request): return await play(request)
      }
    } catch {
      throw .service(error)
    }
  }

  private func play(_ request: MockCallRequest) async -> [Event] {
    // Most scenarios have no gates, and their calls don't need separate tasks.
    guard player.gates.hasClosedGate || work.waitingCount > 0 else {
      return [.answered(await player.play(request))]
    }
    switch await work.run({ await player.play(request) }).progress {
    case .ended(let call): return [.answered(call)] + ended
    case .waits(let gate): return ended + [.waits(request, gate: gate)]
    }
  }

  private var ended: [Event] { work.takeEnded().map { .answered($0.outcome) } }

  /// Ends the calls that are still waiting.
  func finish() { work.cancel() }
}
