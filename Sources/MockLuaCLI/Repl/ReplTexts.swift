import MockCalls
import MockData
import MockLua

/// The texts of a REPL that are evaluated: one at a time, and those before it that wait at closed gates.
///
/// It belongs to the main thread.
final class ReplTexts {
  private let console: ScenarioConsole
  private let work: GatedWork<ConsoleOutcome>
  /// The first lines of the texts that wait, and the gates to which they came, by the numbers of their work.
  private var lines: [Int: (line: Int, gate: String)] = [:]

  init(_ console: ScenarioConsole) {
    self.console = console
    work = GatedWork(console.runtime.gates)
  }

  /// Evaluates a text until it has ended or waits at a gate; Ctrl-C ends it.
  func evaluate(
    _ text: String, line: Int, waitingOn input: some ReplLines
  ) throws(CommandFailure) -> GatedWork<ConsoleOutcome>.Progress {
    let (console, work) = (console, work)
    let (number, progress) = try input.wait {
      await work.run { await console.evaluate(text, line: line) }
    }
    if case .waits(let gate) = progress { lines[number] = (line, gate) }
    return progress
  }

  /// Lets texts go on whose gate was opened, until they have ended or wait again.
  func resume(waitingOn input: some ReplLines) throws(CommandFailure) {
    let work = work
    try input.wait { await work.settle() }
  }

  /// Takes what came of texts that went on, with their first lines.
  func takeEnded() -> [(line: Int, outcome: ConsoleOutcome)] {
    work.takeEnded().compactMap { number, outcome in
      lines.removeValue(forKey: number).map { ($0.line, outcome) }
    }
  }

  /// Says of the texts that wait where they do.
  var waiting: [String] {
    lines.values.sorted { $0.line < $1.line }.map { notice(line: $0.line, gate: $0.gate) }
  }

  /// Says where a text waits, and how it goes on.
  func notice(line: Int, gate: String) -> String {
    "\(ScenarioConsole.name):\(line): waits at the gate `\(gate.escaped)`; write `:gates open \(gate)`"
  }

  /// Ends the texts that wait, and says nothing of them.
  func forget() {
    work.cancel()
    lines = [:]
  }
}
