import LuaRuntime
import MockLua
import MockServices

/// Checks that any script ends in time, either with a scenario that can be written and read, or with errors that have
/// locations.
///
/// The result must be the same twice.
///
/// Formatting a script a second time must not change it.
enum ScriptCheck {
  static let name = "fuzz.lua"

  /// Low limits that inputs soon reach.
  static var options: ScenarioOptions {
    var options = ScenarioOptions()
    options.limits.instructionBudget = 200_000
    options.limits.deadline = .milliseconds(200)
    options.limits.memoryLimit = 16 << 20
    options.wakeUpLimit = 1000
    options.print = { _ in }
    return options
  }

  static func script(of input: UnsafeRawBufferPointer) -> String {
    var maker = LuaMaker(ByteSource(input))
    maker.script()
    return maker.text
  }

  static func run(_ input: UnsafeRawBufferPointer) throws {
    let script = script(of: input)
    try checkFormat(of: script)
    let first = try outcome(of: script)
    // Each repetition takes as long as the first.
    guard input.count % 8 == 0, !first.isLimited else { return }
    let second = try outcome(of: script)
    let (text, other) = (try first.text, try second.text)
    try require(
      text == other || second.isLimited, "a script does not do the same twice:\n\(text)\n\(other)")
  }

  /// Checks that formatting keeps scripts compilable, and that formatting again changes nothing.
  private static func checkFormat(of script: String) throws {
    do {
      let text = try ScriptFormat.text(of: script, name: name)
      let again = try ScriptFormat.text(of: text, name: name)
      try require(text == again, "formatting changes what is formatted:\n\(text)\n\(again)")
    } catch let error as ScenarioError {
      try require(!error.description.contains("cannot format the script"), "\(error)")
    }
  }

  /// A deadline of 200 ms, with a reserve because sanitizers slow everything down.
  private static let secondsAllowed = 2.0

  private static func outcome(of script: String) throws -> Outcome {
    let start = ProcessTime.now
    let outcome: Outcome
    do throws(ScenarioError) {
      let runtime = try ScenarioRuntime(
        source: script, name: name, options: options, clock: .virtual(),
        failureHandler: MockFailureHandler { _ in })
      outcome = Outcome(configuration: runtime.configuration)
    } catch {
      outcome = Outcome(error: error)
    }
    let seconds = ProcessTime.now.since(start)
    try require(seconds < secondsAllowed, "it takes \(seconds) s:")
    try outcome.check(script)
    return outcome
  }

  /// The outcome of loading a script.
  private struct Outcome {
    var configuration: MockServiceConfiguration?
    var error: ScenarioError?

    var text: String {
      get throws { try configuration?.json() ?? error?.description ?? "" }
    }

    /// Whether loading hit a time or memory limit.
    ///
    /// These depend on more than the script.
    var isLimited: Bool {
      error?.diagnostics.contains { $0.message.contains("limit") || $0.message.contains("memory") }
        ?? false
    }

    func check(_ script: String) throws {
      if let configuration {
        let again = try MockServiceConfiguration(json: try configuration.json())
        try require(again == configuration, "a configuration changes when written:")
      }
      guard let error else { return }
      try require(!error.diagnostics.isEmpty, "no errors:")
      for diagnostic in error.diagnostics { try check(diagnostic, script) }
    }

    private func check(_ diagnostic: MockDiagnostic, _ script: String) throws {
      try require(!diagnostic.problem.isEmpty, "an error without words:")
      guard let place = diagnostic.place else {
        throw FuzzFinding("an error without a place: \(diagnostic)")
      }
      guard let line = place.line else {
        // A function in tail position, such as `return fixture()`, replaces the stack frame that knew the line.
        try require(script.contains("return "), "an error without a line: \(diagnostic)")
        return
      }
      let lines = script.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      try require(
        place.file != name || (1...lines).contains(line), "no such place: \(diagnostic)")
    }
  }
}
