public import MockData

/// A mistake in a mock configuration: what is wrong, where, and what to write instead.
public struct MockConfigurationError: Error, Sendable, Equatable {
  /// What is wrong, as facts.
  package var problem: MockConfigurationProblem
  /// The place in the configuration, such as `services.OTP.methods.verify.responses[0].delayMs`.
  ///
  /// Empty for the configuration as a whole.
  public var path: String
  /// The file or the environment variable that holds the text, with the line and the column where it is text.
  ///
  /// Nil where the configuration was not read from a text.
  public var place: SourcePlace?

  /// Creates an error from its facts; it has neither path nor place by default.
  package init(problem: MockConfigurationProblem, path: String = "", at place: SourcePlace? = nil) {
    self.problem = problem
    self.path = path
    self.place = place
  }
}

extension MockConfigurationError: CustomStringConvertible {
  /// The mistake as `file:line:column: path: problem; what to write`.
  public var description: String { diagnostic.description }

  /// The mistake in words.
  package var diagnostic: MockDiagnostic {
    MockDiagnostic(
      at: place, path: path, problem: problem.statement, remedy: problem.suggestion)
  }
}

extension MockConfigurationError {
  /// Takes over an error of decoding, without a line.
  package init(_ error: any Error) {
    let placed = (error as? DecodingError)?.context
    let own = placed?.underlyingError as? PlacedProblem
    self.init(
      problem: own?.problem ?? .other(placed?.debugDescription ?? String(describing: error)),
      path: JSONPath(placed?.codingPath ?? []).description)
  }
}

extension DecodingError {
  /// The context of whatever case this is.
  package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
