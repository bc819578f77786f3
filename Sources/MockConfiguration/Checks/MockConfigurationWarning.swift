package import MockData

/// A part of a configuration that is valid but probably not intended.
package struct MockConfigurationWarning: Sendable, Equatable {
  /// The kind of a problem, with its details but without its location.
  package enum Problem: Sendable, Equatable {
    /// A shared value that no service binds and nothing sets.
    case unusedSharedKey(String)
    /// A property is bound to a shared value that is null, that nothing sets, and that no other service uses.
    case emptyBinding(property: String, key: String)
    /// A bound property also has an initial value, which is never used, because the shared value replaces it.
    case overriddenInitialValue(property: String, key: String)
    /// An earlier rule accepts all arguments that this rule accepts.
    ///
    /// `index` is the earlier rule's first response, from 0.
    case unreachableRule(method: String, index: Int)
    /// A rule accepts every call, so the responses without a rule are never used.
    case unreachableResponses(method: String, index: Int)
    /// The pattern matches no arguments.
    case impossibleMatch(method: String)
    /// The value, or part of it, has a different kind in the response at `index`, which is counted from 0.
    case otherShape(method: String, part: String, found: String, other: String, index: Int)
    /// The body of a route's response is an empty object, but a list in the response at `index`, which is counted from 0.
    case emptyObject(method: String, index: Int)
    /// The body of a route's response contains a status, which isn't the status of the response.
    case statusInBody(method: String, status: Int)
    /// A header is written like a usual header, but without its hyphens.
    case headerName(String, usual: String)
    /// A route has an unknown HTTP method that is spelled almost like a usual one.
    case requestMethod(String, usual: String)
    /// A script computes the response at run time, but only static responses are allowed.
    case computed(callback: String)
    /// The configuration is too large for an environment variable on some platforms, even when it is compressed.
    case tooLarge(size: Int, platforms: [MockLaunchPlatform])
    /// The error is written in the response itself, as in the first version of the format.
    case flatError
    /// A key that was ignored because a newer format may define it.
    case ignoredKey(MockConfigurationProblem)
  }

  package var problem: Problem
  /// The path in the configuration, such as `services.OTP.methods.verify.responses[0].match`.
  package var path: String { steps.description }
  /// The location in the text; nil if the configuration wasn't read from text.
  package var place: ScriptLocation?

  package var steps: JSONPath

  package init(_ problem: Problem, at steps: JSONPath.Step...) {
    self.init(problem, at: JSONPath(steps))
  }

  init(_ problem: Problem, at path: JSONPath) {
    self.problem = problem
    steps = path
  }
}

extension MockConfigurationWarning {
  /// By default, the diagnostic has the location in the text.
  ///
  /// `responses` returns the location of a response by index, so that messages show its line; by default, messages
  /// identify responses by number.
  package func diagnostic(
    at place: ScriptLocation? = nil, responses: (Int) -> ScriptLocation? = { _ in nil }
  ) -> MockDiagnostic {
    var notes: [MockDiagnostic.Note] = []
    if let other = problem.otherResponse.flatMap(responses) {
      let isRule =
        switch problem {
        case .otherShape, .emptyObject: false
        default: true
        }
      notes.append(
        MockDiagnostic.Note(isRule ? "the rule is here" : "the other response is here", at: other))
    }
    let isRefused = if case .computed = problem { true } else { false }
    return MockDiagnostic(
      isRefused ? .error : .warning, code: problem.code, at: place ?? self.place, path: path,
      problem: problem.statement { responses($0)?.line }, suggestion: problem.suggestion,
      notes: notes)
  }
}

extension MockConfigurationWarning.Problem: CustomStringConvertible {
  /// The message, in the form `problem; suggestion`.
  ///
  /// It identifies responses by number.
  package var description: String {
    let problem = statement { _ in nil }
    return suggestion.map { "\(problem); \($0)" } ?? problem
  }

  /// A response is identified by its line in the script, or otherwise by number.
  func statement(lineOf line: (Int) -> Int?) -> String {
    func of(_ index: Int) -> String {
      line(index).map { "on line \($0)" } ?? "of response \(index + 1)"
    }
    return switch self {
    case .unusedSharedKey(let key):
      "nothing sets the shared state `\(key.escaped)`, and no service binds it"
    case .emptyBinding(let property, let key):
      "`\(property.escaped)` is always null: it is bound to `\(key.escaped)`, which is null and never set"
    case .overriddenInitialValue(let property, let key):
      "the initial value of `\(property.escaped)` has no effect: the property is bound to `\(key.escaped)`"
    case .unreachableRule(let method, let index):
      "this rule of `\(method.escaped)` is never reached: the rule \(of(index)) accepts everything that this one does"
    case .unreachableResponses(let method, let index):
      "this response of `\(method.escaped)` is never reached: the rule \(of(index)) accepts every call"
    case .impossibleMatch(let method):
      "this rule of `\(method.escaped)` is never reached: no arguments can meet its conditions"
    case .otherShape(let method, let part, let found, let other, let index):
      "the value of `\(method.escaped)`\(part.isEmpty ? "" : " at `\(part.escaped)`") is \(found) here, but \(other) "
        + (line(index).map { "on line \($0)" } ?? "in response \(index + 1)")
    case .emptyObject(let method, let index):
      "the body of `\(method.escaped)` is an empty object here, but a list "
        + (line(index).map { "on line \($0)" } ?? "in response \(index + 1)")
    case .statusInBody(let method, let status):
      "`\(method.escaped)` returns the status 200, and \(status) is only in its body"
    case .headerName(let name, let usual):
      "the header `\(name.escaped)` isn't `\(usual)`"
    case .requestMethod(let name, let usual):
      "the HTTP method `\(name.escaped)` isn't `\(usual)`"
    case .computed(let callback):
      "`\(callback.escaped)` is computed at run time, but only static responses are allowed"
    case .tooLarge(let size, let platforms):
      "even compressed, the configuration's \(size) bytes of JSON exceed the limit of an environment "
        + "variable on " + platforms.map { "\($0.rawValue) (\($0.limit))" }.joined(separator: ", ")
    case .flatError: "`code` and `message` on the response itself are deprecated"
    case .ignoredKey(let problem):
      problem.suggestion == nil ? "\(problem.statement) \(Self.ignored)" : problem.statement
    }
  }

  var suggestion: String? {
    switch self {
    case .unusedSharedKey: "bind it, or remove it"
    case .emptyBinding: "set the key in a response, or give it an initial value"
    case .overriddenInitialValue: "remove the initial value or the binding"
    case .unreachableRule: "move it before that rule, or remove it"
    case .unreachableResponses: "narrow that rule, or remove it"
    case .impossibleMatch: "correct the conditions, or remove the rule"
    case .otherShape: "use the same type in both, because few Swift types can decode both"
    case .emptyObject: "write `array {}` for an empty list, or `[]` in JSON"
    case .statusInBody(_, let status):
      "write `status(\(status), body)`, or `status(200, ...)` to send this value"
    case .headerName(_, let usual): "write `[\"\(usual)\"]`"
    case .requestMethod(_, let usual): "write `\(usual)`"
    case .computed: "write the response as data"
    case .tooLarge: "a file is used instead; write less data if the app cannot read that file"
    case .flatError: "write \"error\": {\"code\": ..., \"message\": ...}"
    case .ignoredKey(let problem): problem.suggestion.map { "\($0) \(Self.ignored)" }
    }
  }

  private static let ignored =
    "(it is ignored, because `formatVersion` is newer than this reader)"

  var otherResponse: Int? {
    switch self {
    case .unreachableRule(_, let index), .unreachableResponses(_, let index),
      .otherShape(_, _, _, _, let index), .emptyObject(_, let index):
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
    case .emptyObject: "empty-object"
    case .statusInBody: "status-in-body"
    case .headerName: "header-name"
    case .requestMethod: "request-method"
    case .computed: "computed-answer"
    case .tooLarge: "too-large"
    case .flatError: "deprecated-error"
    case .ignoredKey: "ignored-key"
    }
  }
}
