public import MockData

/// An error in a mock configuration: the problem, its place, and a suggestion.
public struct MockConfigurationError: Error, Sendable, Equatable {
  /// The facts of the problem.
  package var problem: MockConfigurationProblem
  /// The place in the configuration, such as `services.OTP.methods.verify.responses[0].delayMs`; empty for the
  /// configuration as a whole.
  public var path: String
  /// The file or the environment variable with the configuration.
  ///
  /// For text, it includes the line and column. It is nil if the configuration wasn't read from text.
  public var place: ScriptLocation?

  /// Creates an error from its facts; by default without a path and a place.
  package init(
    problem: MockConfigurationProblem, path: String = "", at place: ScriptLocation? = nil
  ) {
    self.problem = problem
    self.path = path
    self.place = place
  }
}

extension MockConfigurationError: CustomStringConvertible {
  /// The error as `file:line:column: path: problem; suggestion`.
  public var description: String { diagnostic.description }

  /// The error as a diagnostic.
  package var diagnostic: MockDiagnostic {
    MockDiagnostic(
      at: place, path: path, problem: problem.statement, suggestion: problem.suggestion)
  }
}

extension MockConfigurationError {
  /// Creates an error from a decoding error, which has no line.
  package init(_ error: any Error) {
    let placed = (error as? DecodingError)?.context
    let own = placed?.underlyingError as? PlacedProblem
    self.init(
      problem: own?.problem ?? .other(placed?.debugDescription ?? String(describing: error)),
      path: JSONPath(placed?.codingPath ?? []).description)
  }
}

extension DecodingError {
  /// The context of the error, which every case has.
  package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
