internal import ValueForms

extension MockConfigurationWarning.Problem: CustomStringConvertible {
  /// The problem as `problem; what to write`.
  public var description: String {
    switch self {
    case .unusedSharedKey(let key):
      "nothing sets the shared state `\(key.shown)`, and no service binds it; bind it, or remove it"
    case .emptyBinding(let property, let key):
      "binding `\(property.shown)` has no effect: `\(key.shown)` is null, and nothing sets it; "
        + "set it in a response, or give it an initial value"
    case .overriddenInitialValue(let property, let key):
      "the initial value of `\(property.shown)` has no effect: the property is bound to `\(key.shown)`; "
        + "keep one of them"
    case .unreachableRule(let method, let index):
      "this rule of `\(method.shown)` is never reached: the rule of response \(index + 1) accepts "
        + "whatever it does; move it before that, or remove it"
    case .unreachableResponses(let method, let index):
      "this response of `\(method.shown)` is never reached: the rule of response \(index + 1) accepts "
        + "every call; narrow that, or remove it"
    case .impossibleMatch(let method):
      "this rule of `\(method.shown)` is never reached: no arguments can meet its conditions; "
        + "correct them, or remove it"
    case .otherShape(let method, let part, let found, let other, let index):
      "the value of `\(method.shown)`\(part.isEmpty ? "" : " at `\(part.shown)`") is \(found), and \(other) in "
        + "response \(index + 1); one Swift type hardly reads both, so write the same kind"
    case .unopenedGate(let method, let gate):
      "`\(method.shown)` waits at the gate `\(gate.shown)`, which nothing in an emitted configuration opens: an app "
        + "that reads it waits there for ever, unless its own code calls `gates.open`; "
        + "release the gate in a function of a script that travels along, or write a delay"
    case .computed(let callback):
      "`\(callback.shown)` is computed at run time, and only static answers are wanted; "
        + "write the answer as data"
    case .tooLarge(let size, let platforms):
      "the configuration has \(size) bytes of JSON, even compressed more than an environment carries "
        + "on " + platforms.map { "\($0.rawValue) (\($0.limit))" }.joined(separator: ", ")
        + "; it goes into a file there, so write less data where the app cannot read that"
    case .flatError:
      "`code` and `message` on the response itself are deprecated; "
        + "write \"error\": {\"code\": ..., \"message\": ...}"
    case .ignoredKey(let problem):
      "\(problem) (it is ignored, because `formatVersion` is newer than this reader)"
    }
  }

  /// A short name that stays the same, for filters.
  public var code: String {
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
