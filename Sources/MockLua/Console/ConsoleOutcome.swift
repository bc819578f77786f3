public import MockCalls
public import MockData

/// What came of a text that a ``ScenarioConsole`` evaluated.
public enum ConsoleOutcome: Sendable {
  /// The text is done.
  ///
  /// The values of an expression, or what a statement returned, each written as Lua writes it.
  case values([String])
  /// More text could make it valid: a bracket or a block is open.
  case incomplete
  /// The text has mistakes; what it declared has no effect.
  case mistakes(ScenarioError)
  /// A call ended in an error, mocked or of the mock itself, that nothing caught.
  ///
  /// With the line that called.
  case failed(MockServiceError, place: SourcePlace)
  /// The task was cancelled.
  ///
  /// With the first line of the text.
  case interrupted(place: SourcePlace)

  /// Whether the text did not do what it says.
  public var isFailure: Bool {
    switch self {
    case .values, .incomplete: false
    case .mistakes, .failed, .interrupted: true
    }
  }
}

extension ConsoleOutcome: CustomStringConvertible {
  /// The values one below the other, or what went wrong; empty where there is nothing to say.
  public var description: String {
    switch self {
    case .values(let values): values.joined(separator: "\n")
    case .incomplete: ""
    case .mistakes(let error): error.description
    case .failed, .interrupted: diagnostics.map(\.description).joined(separator: "\n")
    }
  }

  /// What went wrong; empty where nothing did.
  package var diagnostics: [MockDiagnostic] {
    switch self {
    case .values, .incomplete: []
    case .mistakes(let error): error.mistakes
    case .failed(let error, let place):
      [MockDiagnostic(code: "failed-call", at: place, sentence: Self.text(of: error))]
    case .interrupted(let place):
      [MockDiagnostic(code: "interrupted", at: place, problem: "interrupted")]
    }
  }

  /// An error of the mock itself says what to do; a mocked one is shown with all that an app sees.
  private static func text(of error: MockServiceError) -> String {
    guard MockErrorCode(rawValue: error.code) == nil else { return error.message }
    let message = error.message == error.code ? "" : ": \(error.message)"
    let details = error.details.map { ", details \($0.shortText)" } ?? ""
    return "the call failed with \(error.code)\(message)\(details)"
  }
}
