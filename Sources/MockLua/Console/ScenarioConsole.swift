package import MockCalls

/// Evaluates Lua while a scenario runs, as if each input were typed at the end of its script.
///
/// An input can use everything that the top level of a script can. It can also call services and read the state:
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
  /// The name of the inputs in messages.
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
  ///   - isLimited: Whether inputs have the same limits of time and instructions as a script; true by default. Without
  ///     limits, an input only stops if its task is canceled.
  public init(_ runtime: ScenarioRuntime, isLimited: Bool = true) {
    runtime.gates.standOpen()
    self.runtime = runtime
    self.isLimited = isLimited
  }

  /// Evaluates an expression or statements, and waits for the calls that they make.
  ///
  /// It doesn't throw. If the task is canceled, a running input stops even if it catches errors, and a waiting input
  /// stops waiting.
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

  /// Returns the possible completions of the word at the end of some text, including names from a contract.
  ///
  /// - Parameters:
  ///   - text: The text before the cursor, on the current line.
  ///   - before: The earlier lines of the same input. It is empty if there are none.
  ///   - contract: The contracts of the app's mocks; nil if they aren't known.
  /// - Returns: The start of the word, and its completions in sorted order.
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
