internal import MockConfiguration
internal import MockData
internal import ValueForms

/// What a call can fail with besides the errors of its configuration.
enum CallProblem {
  case unconfigured(MethodIdentity, nearest: MethodIdentity?, known: [String])
  case noMatch(MethodIdentity, arguments: AnyCodableValue, candidates: [Candidate])
  case exhausted(MethodIdentity, responses: Int, call: Int, index: Int, key: AnyCodableValue?)
  case noResponder(MethodIdentity, name: String, index: Int)
  case nestedCallback(MethodIdentity, name: String, index: Int?)
  case missingValue(MethodIdentity, index: Int?, type: String)
  case decodingFailed(MethodIdentity, index: Int?, path: String, reason: String)
  case unknownGate(String, known: [String])

  /// A rule that could have answered, and why it did not.
  struct Candidate {
    var index: Int
    var place: String?
    var mismatch: MatchMismatch
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
    case .unconfigured(_, let nearest, _): nearest?.firstPlace
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
    MockServiceError(problem: code, message, at: place)
  }

  /// The problem as `problem; what to write`.
  private var message: String {
    switch self {
    case .unconfigured(let method, _, let known):
      let hint = NearestName.hint(for: method.name, among: known)
      return "`\(method.shown)` has no responses; "
        + (hint ?? "add `\(method.name.shown)` to the methods of the service")
    case .noMatch(let method, let arguments, let candidates):
      let lines = candidates.map { "\n  \($0)" }.joined()
      return "no `match` of `\(method.shown)` accepts \(arguments.shortText);"
        + " add a response without `match`, or one for these arguments:\(lines)"
    case .exhausted(let method, let responses, let call, _, let key):
      let owner = key.map { " for the key \($0.shortText)" } ?? ""
      return
        "`\(method.shown)` has \(responses) \(responses == 1 ? "response" : "responses")\(owner)"
        + " and was called \(call) times; add a response, or another `exhaustBehavior`"
    case .noResponder(let method, let name, let index):
      return
        "`\(method.shown)`, response \(index + 1), is computed by `\(name.shown)`, and nothing runs it;"
        + " run the script in this process, or write a static response"
    case .nestedCallback(let method, let name, _):
      return "the function of `\(method.shown)` answered with the callback `\(name.shown)`;"
        + " return a success, an error or a stream"
    case .missingValue(let method, let index, let type):
      return
        "`\(method.shown)`\(Self.response(index)) has no value, and one of type \(type) is expected;"
        + " add a `value`"
    case .decodingFailed(let method, let index, let path, let reason):
      return "`\(method.shown)`\(Self.response(index)), `\(path.shown)`: \(reason)"
    case .unknownGate(let name, let known):
      return "unknown gate `\(name.shown)`; "
        + (NearestName.hint(for: name, among: known) ?? "no response has a `gate`")
    }
  }

  private static func response(_ index: Int?) -> String {
    index.map { ", response \($0 + 1)" } ?? ""
  }
}

extension CallProblem.Candidate: CustomStringConvertible {
  var description: String {
    (place.map { "\($0): " } ?? "") + "response \(index + 1): \(mismatch)"
  }
}

extension MethodIdentity {
  /// The name with its service, as messages quote it.
  fileprivate var shown: String { description.shown }
}
