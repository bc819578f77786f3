internal import LuaRuntime
public import MockCalls
internal import MockConfiguration
public import MockData
public import MockLua
internal import MockPlatform

/// Evaluates Lua while a scenario runs, as if each input were typed at the end of its script.
///
/// An input can use everything that the top level of a script can. It can also call services and read the state.
///
/// - Its top-level locals are kept for later inputs.
/// - Its declarations take effect. If it declares a method, shared key, or binding again, the earlier declaration is
///   replaced, with new sequences and the new initial value.
/// - It waits when it calls services or sleeps. Gates don't make it wait, because nothing else could open them.
///
/// `ScenarioRuntime.reset()` discards all inputs.
///
/// ```swift
/// let console = ScenarioConsole(try ScenarioRuntime(path: "login.lua", clock: .virtual()))
/// print(await console.evaluate("services.Login.signIn { user = 'Ada' }"))
/// ```
public struct ScenarioConsole: Sendable {
  /// The name that messages use for the console's inputs, as in `repl:2: ...`.
  public static let name = "repl"

  /// The running scenario.
  public let runtime: ScenarioRuntime

  private let isLimited: Bool

  /// Creates a console.
  ///
  /// The gates of the scenario stay open from now on.
  ///
  /// - Parameters:
  ///   - runtime: The scenario.
  ///   - isLimited: Whether inputs have the same limits on time and instructions as a script; true by default. Without
  ///     limits, an endless input only stops if its task is canceled.
  public init(_ runtime: ScenarioRuntime, isLimited: Bool = true) {
    runtime.gates.openByDefault()
    self.runtime = runtime
    self.isLimited = isLimited
  }

  /// Evaluates an expression or statements, and waits for the calls that they make.
  ///
  /// If the task is canceled, the input stops, even if it catches errors or is waiting for a call.
  ///
  /// - Parameters:
  ///   - text: The input.
  ///   - line: The number of its first line in messages, starting at 1; 1 by default.
  /// - Returns: The values, the errors, or `incomplete` if the input continues on another line.
  public func evaluate(_ text: String, line: Int = 1) async -> ConsoleOutcome {
    await MockFailureHandler.$override.withValue(ScenarioPlayer.quiet) {
      await runtime.evaluate(text, line: max(line, 1), isLimited: isLimited)
    }
  }

  /// Returns the possible completions of the word at the end of some text.
  ///
  /// - Parameter text: The text before the cursor, on the current line.
  /// - Returns: The start of the word, and its completions in sorted order.
  public func completions(of text: String) async -> ConsoleCompletions {
    await completions(of: text, after: "", contract: nil)
  }

  /// `text` is the text before the cursor on the current line, and `before` contains the earlier lines of the same
  /// input.
  ///
  /// The completions are sorted.
  package func completions(
    of text: String, after before: String, contract: ContractDocument?
  ) async -> ConsoleCompletions {
    let request = CompletionRequest(text)
    let known = text.utf8.prefix(request.start - (request.isString ? 1 : 0))
    let place = ContractCompletion(
      before + "\n" + String(decoding: known, as: UTF8.self), knowing: runtime.known(contract))
    var names: [String]
    if case .members(let path, isMethod: false) = request.subject, !path.isEmpty {
      names = place.members(of: path) ?? []
    } else {
      names = place.names(isString: request.isString)
    }
    if names.isEmpty {
      names = await runtime.names(for: request, contract, isLimited: isLimited)
    }
    return ConsoleCompletions(start: request.start, names: names, prefix: request.prefix)
  }
}

/// The console of a running script: its Lua functions, and the declarations made so far.
///
/// Like the script, it belongs to the runtime.
final class LiveConsole {
  /// The function in `console.lua` that evaluates an input.
  let evaluate: LuaFunction
  /// The function that returns the names that can follow a path.
  let namesAfter: LuaFunction
  let builderNames: LuaFunction
  /// All declarations of the script and of the console inputs, before they are converted to a configuration.
  var record: ScriptRecord
  /// The declarations as a configuration, without those of the configuration in which the script was embedded.
  var lowered: MockServiceConfiguration
  var count = 0

  /// `declare` receives the declarations of an input.
  init(
    _ script: LiveScript, configuration: MockServiceConfiguration,
    declare: @escaping (ScriptRecord) throws -> Void, serviceNames: @escaping () -> [String]
  ) throws(LuaError) {
    let lua = script.lua
    try lua.register(native: "console.declare") { [unowned lua] arguments, _ in
      if let declared = arguments.elements.first(where: { _ in true }) {
        try declare(ScriptRecord(reading: declared, lua: lua))
      }
      return 0
    }
    try lua.register(typedNative: "console.service_names") { serviceNames() }
    try lua.runInternal(Language.bytecode(EmbeddedFiles.console), name: "console")
    evaluate = try lua.nativeFunction("evaluate")
    namesAfter = try lua.nativeFunction("names_after")
    builderNames = try lua.nativeFunction("builder_names")
    record = script.loaded.record
    lowered = script.loaded.scenario.configuration
    record.add(knownFrom: configuration)
  }
}

/// The result of evaluating an input in a ``ScenarioConsole``.
public enum ConsoleOutcome: Sendable {
  /// The input has completed.
  ///
  /// The strings are the values of the expression, or the values that a statement returned, in Lua syntax.
  case values([String])
  /// The input is incomplete: a bracket or a block is still open.
  case incomplete
  /// The input has errors, and its declarations have no effect.
  case scenarioError(ScenarioError)
  /// A call failed with an error that the input doesn't catch: a mocked error, or an error of the mock itself.
  ///
  /// `place` is the line of the call.
  case failed(MockServiceError, place: ScriptLocation)
  /// The task was canceled.
  ///
  /// `place` is the first line of the input.
  case interrupted(place: ScriptLocation)

  /// Whether the input failed or was interrupted.
  public var isFailure: Bool {
    switch self {
    case .values, .incomplete: false
    case .scenarioError, .failed, .interrupted: true
    }
  }
}

extension ConsoleOutcome: CustomStringConvertible {
  /// The values, one per line, or the errors; empty if there are neither.
  public var description: String {
    switch self {
    case .values(let values): values.joined(separator: "\n")
    case .incomplete: ""
    case .scenarioError(let error): error.description
    case .failed, .interrupted: diagnostics.map(\.description).joined(separator: "\n")
    }
  }

  /// The diagnostics of an input that failed; empty for any other input.
  package var diagnostics: [MockDiagnostic] {
    switch self {
    case .values, .incomplete: []
    case .scenarioError(let error): error.diagnostics
    case .failed(let error, let place):
      [MockDiagnostic(code: "failed-call", at: place, sentence: Self.text(of: error))]
    case .interrupted(let place):
      [MockDiagnostic(code: "interrupted", at: place, problem: "interrupted")]
    }
  }

  /// Returns the text of an error.
  ///
  /// An error of the mock itself includes a suggestion. A mocked error is shown as the app receives it.
  private static func text(of error: MockServiceError) -> String {
    guard MockErrorCode(rawValue: error.code) == nil else { return error.message }
    let message = error.message == error.code ? "" : ": \(error.message)"
    let details = error.details.map { ", details \($0.shortText)" } ?? ""
    return "the call failed with \(error.code)\(message)\(details)"
  }
}

/// Interrupts the running console input when its task is canceled.
///
/// A function that catches errors can ignore an interruption. The input is therefore interrupted again and again until
/// it has ended.
final class ConsoleInterruption: Sendable {
  private struct State {
    var isRunning = true
    var isWanted = false
  }

  private static let pause = Duration.milliseconds(20)

  private let handle: InterruptHandle
  private let state = Locked(State())

  init(_ handle: InterruptHandle) { self.handle = handle }

  /// Interrupts the input, from any thread.
  func start() {
    guard interrupt() else { return }
    Task.detached { [self] in
      repeat { try? await Task.sleep(for: Self.pause) } while interrupt()
    }
  }

  var wasWanted: Bool { state.withLock { $0.isWanted } }

  /// Marks the input as ended, and withdraws any interruption.
  func end() {
    state.withLock { $0.isRunning = false }
    handle.withdraw()
  }

  private func interrupt() -> Bool {
    state.withLock { state in
      state.isWanted = true
      if state.isRunning { handle.interrupt() }
      return state.isRunning
    }
  }
}
