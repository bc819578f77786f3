import MockCalls
import MockData
import MockLua

/// The inputs of a REPL that are being evaluated: the current one, and earlier ones that are waiting at closed gates.
///
/// It belongs to the main thread.
final class ReplTexts {
  private let console: ScenarioConsole
  private let work: GatedWork<ConsoleOutcome>
  /// The first lines of the waiting inputs, and their gates, by the numbers of their work.
  private var lines: [Int: (line: Int, gate: String)] = [:]

  init(_ console: ScenarioConsole) {
    self.console = console
    work = GatedWork(console.runtime.gates)
  }

  /// Evaluates an input until it has ended or waits at a gate.
  ///
  /// Ctrl-C ends it.
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

  /// Continues the inputs whose gates have opened, until they have ended or wait again.
  func resume(waitingOn input: some ReplLines) throws(CommandFailure) {
    let work = work
    try input.wait { await work.settle() }
  }

  /// Returns the results of the inputs that have ended, with their first lines, and removes them.
  func takeEnded() -> [(line: Int, outcome: ConsoleOutcome)] {
    work.takeEnded().compactMap { number, outcome in
      lines.removeValue(forKey: number).map { ($0.line, outcome) }
    }
  }

  /// The notices on all waiting inputs.
  var waiting: [String] {
    lines.values.sorted { $0.line < $1.line }.map { notice(line: $0.line, gate: $0.gate) }
  }

  /// Returns a notice on an input that is waiting at a gate, and how to continue it.
  func notice(line: Int, gate: String) -> String {
    "\(ScenarioConsole.name):\(line): waits at the gate `\(gate.escaped)`; write `:gates open \(gate)`"
  }

  /// Ends the waiting inputs without a notice.
  func forget() {
    work.cancel()
    lines = [:]
  }
}
