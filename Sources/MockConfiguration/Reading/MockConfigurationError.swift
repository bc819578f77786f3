internal import MockData
internal import ValueForms

/// A mistake in a mock configuration: what is wrong, where, and what to write instead.
public struct MockConfigurationError: Error, Sendable, Equatable {
  /// What is wrong.
  public var problem: MockConfigurationProblem
  /// The place in the configuration, such as `services.OTP.methods.verify.responses[0].delayMs`.
  ///
  /// Empty for the configuration as a whole.
  public var path: String
  /// The file or the environment variable that holds the text; nil where none was named.
  public var file: String?
  /// The line of the text, from 1; nil where the configuration was not read from a text.
  public var line: Int?
  /// The column of the text in characters, from 1; nil where the line is nil.
  public var column: Int?

  /// Creates an error from its facts.
  public init(
    problem: MockConfigurationProblem, path: String = "", file: String? = nil, line: Int? = nil,
    column: Int? = nil
  ) {
    self.problem = problem
    self.path = path
    self.file = file
    self.line = line
    self.column = column
  }
}

extension MockConfigurationError: CustomStringConvertible {
  /// The mistake as `file:line:column: path: problem; what to write`.
  public var description: String {
    let position = [file?.shownPath, line.map(String.init), column.map(String.init)]
      .compactMap(\.self)
    return [position.joined(separator: ":"), path.shownPath, problem.description]
      .filter { !$0.isEmpty }.joined(separator: ": ")
  }
}

extension MockConfigurationError {
  /// Takes over an error of decoding, without a line.
  init(_ error: any Error) {
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
