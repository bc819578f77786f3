internal import MockConfiguration
internal import MockData

/// What a call can fail with besides the errors of its configuration.
enum CallProblem {
  /// The method has no responses; `services` are those that have any, where this one has none.
  case unconfigured(
    MethodIdentity, nearest: MethodIdentity?, known: [String], services: [String] = [],
    isOfScript: Bool = false)
  case noMatch(MethodIdentity, arguments: AnyCodableValue, candidates: [Candidate])
  case exhausted(MethodIdentity, responses: Int, call: Int, index: Int, key: AnyCodableValue?)
  case noResponder(MethodIdentity, name: String, index: Int)
  case nestedCallback(MethodIdentity, name: String, index: Int?)
  case missingValue(MethodIdentity, index: Int?, type: String)
  case decodingFailed(MethodIdentity, index: Int?, path: JSONPath, reason: String)
  case unknownGate(String, known: [String])

  /// A rule that could have answered, and why it did not.
  struct Candidate {
    var index: Int
    var place: String?
    var mismatch: MatchMismatch
    /// The argument that may have been meant, where the call has none of the pattern's name.
    var nearest: String?
  }

  var code: MockErrorCode {
    switch self {
    case .unconfigured: .unconfigured
    case .noMatch: .noMatch
    case .exhausted: .exhausted
    case .noResponder: .noResponder
    case .nestedCallback: .scriptError
    case .missingValue: .missingValue
    case .decodingFailed: .decodingFailed
    case .unknownGate: .unknownGate
    }
  }

  /// The place of the response that the problem is about, where it came from a script.
  var place: String? {
    switch self {
    case .unconfigured(_, let nearest, _, _, _): nearest?.firstPlace
    case .noMatch(let method, _, _): method.firstPlace
    case .exhausted(let method, _, _, let index, _), .noResponder(let method, _, let index):
      method.place(of: index)
    case .nestedCallback(let method, _, let index), .missingValue(let method, let index, _),
      .decodingFailed(let method, let index, _, _):
      method.place(of: index)
    case .unknownGate: nil
    }
  }

  var error: MockServiceError {
    MockServiceError(problem: code, description, at: place)
  }
}
