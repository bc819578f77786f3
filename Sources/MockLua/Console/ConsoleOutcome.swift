public import MockCalls
public import MockData

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
