internal import MockData

extension MockConfigurationWarning.Problem: CustomStringConvertible {
  /// The problem as `problem; suggestion`, in which responses are identified by number.
  package var description: String {
    let problem = statement { _ in nil }
    return suggestion.map { "\(problem); \($0)" } ?? problem
  }

  /// Returns the problem without a suggestion.
  ///
  /// A response is identified by its line in the script, or otherwise by number.
  func statement(lineOf line: (Int) -> Int?) -> String {
    func of(_ index: Int) -> String {
      line(index).map { "on line \($0)" } ?? "of response \(index + 1)"
    }
    return switch self {
    case .unusedSharedKey(let key):
      "nothing sets the shared state `\(key.escaped)`, and no service binds it"
    case .emptyBinding(let property, let key):
      "`\(property.escaped)` is always null: `\(key.escaped)`, to which it is bound, is null, and nothing sets it"
    case .overriddenInitialValue(let property, let key):
      "the initial value of `\(property.escaped)` has no effect: the property is bound to `\(key.escaped)`"
    case .unreachableRule(let method, let index):
      "this rule of `\(method.escaped)` is never reached: the rule \(of(index)) accepts everything that this one does"
    case .unreachableResponses(let method, let index):
      "this response of `\(method.escaped)` is never reached: the rule \(of(index)) accepts every call"
    case .impossibleMatch(let method):
      "this rule of `\(method.escaped)` is never reached: no arguments can meet its conditions"
    case .otherShape(let method, let part, let found, let other, let index):
      "the value of `\(method.escaped)`\(part.isEmpty ? "" : " at `\(part.escaped)`") is \(found), but \(other) "
        + (line(index).map { "on line \($0)" } ?? "in response \(index + 1)")
    case .unopenedGate(let method, let gate):
      "`\(method.escaped)` waits at the gate `\(gate.escaped)`, which nothing in an emitted configuration opens: an app "
        + "that reads it waits there forever, unless its own code calls `gates.open`"
    case .computed(let callback):
      "`\(callback.escaped)` is computed at run time, but only static responses are allowed"
    case .tooLarge(let size, let platforms):
      "the configuration has \(size) bytes of JSON, which even compressed is more than an environment can hold "
        + "on " + platforms.map { "\($0.rawValue) (\($0.limit))" }.joined(separator: ", ")
    case .flatError: "`code` and `message` on the response itself are deprecated"
    case .ignoredKey(let problem):
      problem.suggestion == nil ? "\(problem.statement) \(Self.ignored)" : problem.statement
    }
  }

  /// The suggestion, if there is one.
  var suggestion: String? {
    switch self {
    case .unusedSharedKey: "bind it, or remove it"
    case .emptyBinding: "set it in a response, or give it an initial value"
    case .overriddenInitialValue: "keep one of them"
    case .unreachableRule: "move it before that, or remove it"
    case .unreachableResponses: "narrow that rule, or remove it"
    case .impossibleMatch: "correct them, or remove it"
    case .otherShape: "a Swift type can rarely decode both, so write the same kind"
    case .unopenedGate:
      "open the gate in a function of the embedded script, or write a delay"
    case .computed: "write the response as data"
    case .tooLarge: "a file is used there, so write less data if the app cannot read it"
    case .flatError: "write \"error\": {\"code\": ..., \"message\": ...}"
    case .ignoredKey(let problem): problem.suggestion.map { "\($0) \(Self.ignored)" }
    }
  }

  private static let ignored =
    "(it is ignored, because `formatVersion` is newer than this reader)"

  /// The other response that the problem concerns.
  var otherResponse: Int? {
    switch self {
    case .unreachableRule(_, let index), .unreachableResponses(_, let index),
      .otherShape(_, _, _, _, let index):
      index
    default: nil
    }
  }

  /// A short, stable name for filtering.
  package var code: String {
    switch self {
    case .unusedSharedKey: "unused-shared-key"
    case .emptyBinding: "empty-binding"
    case .overriddenInitialValue: "overridden-initial-value"
    case .unreachableRule: "unreachable-rule"
    case .unreachableResponses: "unreachable-response"
    case .impossibleMatch: "impossible-match"
    case .otherShape: "other-shape"
    case .unopenedGate: "unopened-gate"
    case .computed: "computed-answer"
    case .tooLarge: "too-large"
    case .flatError: "deprecated-error"
    case .ignoredKey: "ignored-key"
    }
  }
}
