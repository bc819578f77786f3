package import MockCalls

/// Evaluates Lua while a scenario runs, as if each text were typed at the end of its script.
///
/// A text sees what the top level of a script sees, and may call services and look at the state besides:
///
/// - Its top-level locals are kept, so that later texts see them.
/// - What it declares takes effect. A method, shared key or binding that is declared again replaces the
///   one before, with new sequences and the new initial value.
/// - It awaits where it calls services or sleeps, and no gate holds it up: nobody else could open one.
///
/// `ScenarioRuntime.reset()` forgets all of it.
///
/// ```swift
/// let console = ScenarioConsole(try ScenarioRuntime(path: "login.lua", clock: .virtual()))
/// print(await console.evaluate("services.Login.signIn { user = 'Ada' }"))
/// ```
public struct ScenarioConsole: Sendable {
  /// The name of the texts in messages.
  public static let name = "repl"

  /// The scenario that runs.
  public let runtime: ScenarioRuntime

  private let isLimited: Bool

  /// Opens a console; the gates of the scenario stand open from now on.
  ///
  /// - Parameters:
  ///   - runtime: The scenario.
  ///   - isLimited: Whether a text is stopped after the time and instructions that a script has; true by
  ///     default. Without limits only a cancelled task stops it.
  public init(_ runtime: ScenarioRuntime, isLimited: Bool = true) {
    runtime.gates.standOpen()
    self.runtime = runtime
    self.isLimited = isLimited
  }

  /// Evaluates an expression, or statements, and waits for what it calls.
  ///
  /// Nothing is thrown. Where the task is cancelled, a running script is stopped, also one that catches
  /// errors, and a waiting one stops waiting.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - line: The number of its first line in messages, from 1; 1 by default.
  /// - Returns: The values, what went wrong, or that the text goes on in another line.
  public func evaluate(_ text: String, line: Int = 1) async -> ConsoleOutcome {
    await MockFailureHandler.$override.withValue(ScenarioPlayer.quiet) {
      await runtime.evaluate(text, line: max(line, 1), isLimited: isLimited)
    }
  }

  /// The names that could complete the word that ends a text.
  ///
  /// - Parameter text: What stands before the cursor, on the line at hand.
  /// - Returns: Where the word begins, and what it could be, sorted.
  public func completions(of text: String) async -> ConsoleCompletions {
    await completions(of: text, after: "", contract: nil)
  }

  /// The names that could complete the word that ends a text, also those that a contract knows.
  ///
  /// - Parameters:
  ///   - text: What stands before the cursor, on the line at hand.
  ///   - before: The lines above that it goes on from; empty where it begins.
  ///   - contract: What the app's mocks require; nil where nobody has said.
  /// - Returns: Where the word begins, and what it could be, sorted.
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
