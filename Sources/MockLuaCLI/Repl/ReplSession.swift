import MockCalls
import MockData
import MockLua
import MockLuaTools
import MockPlatform
import MockRecording

/// A REPL session: reads lines, evaluates them, and prints the results.
///
/// It belongs to the main thread.
final class ReplSession {
  var scenario: ReplScenario {
    didSet {
      (warned, ended) = ([], EndedCalls())
      texts.forget()
      texts = ReplTexts(scenario.console)
    }
  }
  /// The evaluated inputs, some of which can be waiting at gates.
  private(set) var texts: ReplTexts
  let output: ReplOutput
  private let isTerminal: Bool

  /// The incomplete input, and the number of its first line.
  private var pending: (text: String, line: Int)?
  private var line = 1
  private var failures = 0
  private var hasEnded = false
  /// The requirements of the app's mocks; nil if no contract was given.
  private let contract: ContractDocument?
  /// The warnings that were shown for the current scenario.
  private var warned: Set<MockDiagnostic> = []
  /// The calls whose responses were compared with the contract.
  private var ended = EndedCalls()

  init(
    _ scenario: ReplScenario, contract: ContractDocument? = nil, isTerminal: Bool,
    color: ColorChoice = .auto
  ) {
    (self.scenario, self.contract) = (scenario, contract)
    texts = ReplTexts(scenario.console)
    self.isTerminal = isTerminal
    output = ReplOutput(color)
  }

  /// Runs until the lines end or `:quit` is read.
  ///
  /// - Throws: `CommandFailure.failedInputs` if a line of a pipe or file failed.
  func run(on lines: some ReplLines) throws(CommandFailure) {
    var lines = lines
    if isTerminal {
      let file = scenario.path.map { "\($0); " } ?? ""
      try output.write("mocklua: \(file):help explains, Ctrl-D ends", as: .gutter)
    }
    while !hasEnded {
      warnOfContract()
      let prompt = "\(ScenarioConsole.name):\(line)\(pending == nil ? ">" : ">>") "
      switch try lines.next(prompt: prompt) {
      case .text(let text): try take(text, waitingOn: lines)
      case .interrupted: pending = nil
      case .end: hasEnded = true
      }
    }
    if let pending, !isTerminal { reportUnfinished(pending.line) }
    if !isTerminal { for text in texts.waiting { report([MockDiagnostic(sentence: text)]) } }
    texts.forget()
    if failures > 0, !isTerminal { throw .failedInputs(failures) }
  }

  /// Shows, once each, the declared and computed values that don't conform to the contract.
  private func warnOfContract() {
    guard let contract else { return }
    let (runtime, declared) = (scenario.runtime, scenario.runtime.scenario)
    let computed = declared.issues(of: ended.take(from: runtime.log), against: contract)
    for issue in declared.issues(against: contract, json: scenario.json) + computed {
      var warning = issue
      warning.severity = .warning
      if warned.insert(warning).inserted { output.report([warning]) }
    }
  }

  /// Returns the completions of the text before the cursor.
  ///
  /// On an empty line, Tab indents.
  func completions(of text: String) -> ConsoleCompletions {
    if text.allSatisfy(\.isWhitespace) {
      return ConsoleCompletions(start: text.utf8.count, names: ["  "])
    }
    if pending == nil, let completions = ReplDirective.completions(of: text, in: scenario) {
      return completions
    }
    let (console, before, contract) = (scenario.console, pending?.text ?? "", contract)
    let found = try? AsyncWork.run {
      await console.completions(of: text, after: before, contract: contract)
    }
    return found ?? ConsoleCompletions(start: text.utf8.count, names: [])
  }

  // MARK: - Lines

  private func take(_ text: String, waitingOn lines: some ReplLines) throws(CommandFailure) {
    let number = line
    line += 1
    SourceTexts.shared.append(text, to: ScenarioConsole.name)
    let trimmed = text.trimmed
    if pending == nil, trimmed.hasPrefix(":") {
      return try obey(String(trimmed.dropFirst()), line: number, waitingOn: lines)
    }
    if pending == nil, trimmed.isEmpty { return }
    if pending == nil, let directive = directiveWithoutColon(trimmed) {
      return try obey(directive, line: number, waitingOn: lines)
    }
    let start = pending?.line ?? number
    let whole = pending.map { $0.text + "\n" + text } ?? text
    let progress = try texts.evaluate(whole, line: start, waitingOn: lines)
    pending = nil
    switch progress {
    case .ended(.incomplete): pending = (whole, start)
    case .ended(let outcome): try write(outcome)
    case .waits(let gate):
      try output.write(texts.notice(line: start, gate: gate), as: .gutter)
    }
    try writeEnded()
  }

  /// Returns the directive for input such as `help` or `exit`, as in other shells; nil for Lua.
  private func directiveWithoutColon(_ text: String) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, words.count <= 2 else { return nil }
    let word = first.replacing("()", with: "")
    if words.count == 1, ["exit", "quit", "q"].contains(word),
      !completions(of: word).names.contains(word)
    {
      return ReplDirective.quit.rawValue
    }
    guard ["help", "help()", "?"].contains(first),
      words.count == 1 || ReplDirective(rawValue: words[1].replacing(":", with: "")) != nil
        || ScriptHelp.text(for: words[1]) != nil,
      !completions(of: "help").names.contains("help")
    else { return nil }
    return ([ReplDirective.help.rawValue] + words.dropFirst()).joined(separator: " ")
  }

  /// Writes the results of inputs that have continued after waiting at a gate.
  private func writeEnded() throws(CommandFailure) {
    for (line, outcome) in texts.takeEnded() {
      try write(outcome, prefix: "\(ScenarioConsole.name):\(line): ")
    }
  }

  private func write(
    _ outcome: ConsoleOutcome, prefix: String = ""
  ) throws(CommandFailure) {
    switch outcome {
    case .incomplete: break
    case .values(let values):
      for value in values { try output.write(prefix + value, as: .value) }
    case .scenarioError, .failed, .interrupted: report(outcome.diagnostics)
    }
  }

  private func obey(
    _ text: String, line: Int, waitingOn lines: some ReplLines
  ) throws(CommandFailure) {
    let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let name = words.first.map(String.init) ?? ""
    let argument = words.count > 1 ? String(words[1]).trimmed : ""
    do throws(ReplProblem) {
      guard let directive = ReplDirective(rawValue: name) else { throw unknown(name) }
      switch try directive.reply(to: argument, in: self, waitingOn: lines) {
      case .text(let text):
        if !text.isEmpty { try rethrowing(as: ReplProblem.unwritable, output.write(text)) }
      case .end: hasEnded = true
      }
      try rethrowing(as: ReplProblem.unwritable, writeEnded())
    } catch {
      let place = ScriptLocation(file: ScenarioConsole.name, line: line)
      switch error {
      case .unwritable(let failure): throw failure
      case .failed(let failure):
        failures += 1
        output.report(failure, at: place)
      default: report([MockDiagnostic(at: place, sentence: "\(error)")])
      }
    }
  }

  /// Returns the error for an unknown command.
  ///
  /// A builder that continues an expression is easily mistaken for a command.
  private func unknown(_ name: String) -> ReplProblem {
    let builders = completions(of: ") :").names
    let word = String(name.prefix { $0.isLetter || $0 == "_" })
    if builders.contains(word) { return .builder(word) }
    return .unknownDirective(
      name, nearest: NearestName.nearest(to: name, candidates: ReplDirective.names))
  }

  private func report(_ diagnostics: [MockDiagnostic]) {
    failures += 1
    output.report(diagnostics)
  }

  private func reportUnfinished(_ line: Int) {
    report([
      MockDiagnostic(
        at: ScriptLocation(file: ScenarioConsole.name, line: line),
        problem: "the text ends inside a bracket or a block", suggestion: "close it")
    ])
  }
}

/// The inputs of a REPL that are being evaluated: the current one, and earlier ones that are waiting at closed gates.
///
/// It belongs to the main thread.
final class ReplTexts {
  private let console: ScenarioConsole
  private let work: GatedWork<ConsoleOutcome>
  /// The first line and the gate of each waiting input, by the number of its work.
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

  /// The notices about all waiting inputs.
  var waiting: [String] {
    lines.values.sorted { $0.line < $1.line }.map { notice(line: $0.line, gate: $0.gate) }
  }

  /// Returns a notice about an input that is waiting at a gate, and how to continue it.
  func notice(line: Int, gate: String) -> String {
    "\(ScenarioConsole.name):\(line): waits at the gate `\(gate.escaped)`; write `:gates open \(gate)`"
  }

  /// Ends the waiting inputs without a notice.
  func forget() {
    work.cancel()
    lines = [:]
  }
}

/// Writes the output of the REPL: results to standard output, errors to standard error.
struct ReplOutput {
  private let style: MessageStyle
  private let renderer: DiagnosticRenderer

  init(_ color: ColorChoice) {
    style = MessageStyle(of: .standardOutput, color)
    renderer = DiagnosticRenderer(style: MessageStyle(of: .standardError, color))
  }

  /// Writes a result and a newline.
  func write(_ text: String, as part: MessageStyle.Part? = nil) throws(CommandFailure) {
    try rethrowing(
      as: CommandFailure.unwritableOutput,
      Descriptor.standardOutput.write(style.painted(text, part) + "\n"))
  }

  func report(_ diagnostics: [MockDiagnostic]) {
    Descriptor.standardError.report(renderer.text(of: diagnostics))
  }

  func report(_ failure: CommandFailure, at place: ScriptLocation) {
    // The prompt already shows the program.
    let text = String(renderer.text(of: failure).trimmingPrefix("mocklua: "))
    Descriptor.standardError.report("\(place): \(text)")
  }
}
