internal import MockConfiguration
internal import MockData

/// The reasons why a call fails, other than configured errors.
enum CallProblem {
  /// The method has no responses.
  ///
  /// If the service has no responses at all, `services` lists the services that have some.
  case unconfigured(
    MethodIdentity, nearest: MethodIdentity?, known: [String], services: [String] = [],
    isOfScript: Bool = false)
  /// No stub accepts the call, and the test has no script.
  ///
  case unstubbed(MethodIdentity, Callee)
  /// The stub passes the call on to the script, but the test has no script.
  case passedOn(MethodIdentity)
  /// The mock is relaxed, but the type of the result has no default.
  case noDefault(MethodIdentity, type: String)
  /// The test is relaxed, but the app makes the call in another process, whose types aren't known in this process.
  case notRelaxed(MethodIdentity)
  /// No scenario was running when the mock was created, or when its type was called.
  case noScenario(MethodIdentity, Callee)
  case noMatch(MethodIdentity, arguments: AnyCodableValue, candidates: [Candidate])
  case exhausted(MethodIdentity, responses: Int, call: Int, index: Int, key: AnyCodableValue?)
  /// The sequence keys of the method take up too many bytes.
  ///
  /// `byteSize` is the size of the key of this call.
  case tooManyKeys(MethodIdentity, keys: Int, byteSize: Int, limit: Int)
  case noResponder(MethodIdentity, name: String, index: Int)
  case nestedCallback(MethodIdentity, name: String, index: Int?)
  case missingValue(MethodIdentity, index: Int?, type: String)
  case decodingFailed(MethodIdentity, index: Int?, path: JSONPath, reason: String)
  /// The response passes the call through, but the mock has no live service.
  case notLive(MethodIdentity, index: Int?)
  /// The value's type can't be represented as data.
  case notDecodable(MethodIdentity, index: Int?, type: String)
  case unknownGate(String, known: [String])

  /// The part of a service that was called.
  enum Callee {
    case mock
    /// The type of the mock, by a static requirement.
    case type
    /// A struct of closures, which can't be stubbed.
    case client
  }

  /// A rule that could have matched the call, and the reason why it didn't.
  struct Candidate {
    var index: Int
    var place: ScriptLocation?
    var mismatch: MatchMismatch
    /// The argument whose name the pattern probably misspells, if the call has no argument with the name in the
    /// pattern.
    var nearest: String?
    /// The argument whose members the pattern needs, although the argument was recorded only as a description.
    var described: DescribedArgument?
  }

  var code: MockErrorCode {
    switch self {
    case .unconfigured, .unstubbed, .passedOn, .noDefault, .notRelaxed, .noScenario: .unconfigured
    case .noMatch: .noMatch
    case .exhausted, .tooManyKeys: .exhausted
    case .noResponder: .noResponder
    case .nestedCallback: .scriptError
    case .missingValue: .missingValue
    case .decodingFailed, .notDecodable: .decodingFailed
    case .unknownGate: .unknownGate
    case .notLive: .notLive
    }
  }

  /// The location of the response that has the problem, if the response comes from a script.
  var place: ScriptLocation? {
    switch self {
    case .unconfigured(let method, let nearest, _, _, _):
      SocketEvent.split(method.name) == nil ? nearest?.firstPlace : nil
    case .noMatch(let method, _, _), .tooManyKeys(let method, _, _, _): method.firstPlace
    case .exhausted(let method, _, _, let index, _), .noResponder(let method, _, let index):
      method.place(of: index)
    case .nestedCallback(let method, _, let index), .missingValue(let method, let index, _),
      .decodingFailed(let method, let index, _, _), .notDecodable(let method, let index, _),
      .notLive(let method, let index):
      method.place(of: index)
    case .unknownGate, .unstubbed, .passedOn, .noDefault, .notRelaxed, .noScenario: nil
    }
  }

  /// Secrets are hidden.
  var error: MockServiceError {
    guard MockSecrets.isOn, let method else {
      return MockServiceError(problem: code, description, at: place)
    }
    let redaction = method.redaction ?? Redaction()
    let shown = redacted(by: redaction)
    return MockServiceError(problem: code, redaction.redacted(shown.description), at: place)
  }

  private var method: MethodIdentity? {
    switch self {
    case .unconfigured(let method, _, _, _, _), .unstubbed(let method, _),
      .passedOn(let method), .noDefault(let method, _), .notRelaxed(let method),
      .noScenario(let method, _), .noMatch(let method, _, _),
      .exhausted(let method, _, _, _, _),
      .tooManyKeys(let method, _, _, _), .noResponder(let method, _, _),
      .nestedCallback(let method, _, _), .missingValue(let method, _, _),
      .decodingFailed(let method, _, _, _), .notDecodable(let method, _, _),
      .notLive(let method, _):
      method
    case .unknownGate: nil
    }
  }

  /// Returns the problem, with secrets hidden in the values that it quotes.
  private func redacted(by redaction: Redaction) -> CallProblem {
    switch self {
    case .noMatch(let method, let arguments, let candidates):
      return .noMatch(
        method, arguments: redaction.redacted(arguments),
        candidates: candidates.map { candidate in
          var candidate = candidate
          let path = candidate.mismatch.path
          candidate.mismatch.expected = redaction.redacted(
            candidate.mismatch.expected, named: path)
          candidate.mismatch.actual = candidate.mismatch.actual.map {
            redaction.redacted($0, named: path)
          }
          return candidate
        })
    case .exhausted(let method, let responses, let call, let index, let key):
      return .exhausted(
        method, responses: responses, call: call, index: index,
        key: key.map { redaction.redacted($0, named: method.keyName) })
    case .decodingFailed(let method, let index, _, _):
      // The reason may quote the response's value, so its secrets are remembered.
      let response = index.flatMap(method.response)?.response
      if let value = response?.value { redaction.remember(value) }
      if let values = response?.values { redaction.remember(.array(values)) }
      return self
    case .unconfigured, .unstubbed, .passedOn, .noDefault, .notRelaxed, .noScenario,
      .tooManyKeys, .noResponder, .nestedCallback, .missingValue, .notDecodable, .unknownGate,
      .notLive:
      return self
    }
  }
}

extension CallProblem: CustomStringConvertible {
  /// The message, in the form `problem; what to write`.
  ///
  /// It uses the terms of Lua if the responses come from a script, and the terms of JSON otherwise.
  var description: String {
    switch self {
    case .unconfigured(let method, _, let known, let services, let isOfScript):
      if known.isEmpty, let service = method.service, !services.isEmpty {
        return
          "`\(method.escaped)` has no responses, because there is no service `\(service.escaped)`; "
          + (NearestName.hint(for: service, candidates: services) ?? "add it")
      }
      if let (socket, event) = SocketEvent.split(method.name), event == .message,
        let service = method.service, HTTPHost.isName(service)
      {
        return
          "`\(method.escaped)` has no responses; write them without a key in the socket, as in"
          + " `[\"\(socket.escaped)\"] = socket { reply(...) }`"
      }
      let added =
        isOfScript
        ? "write `\(method.name.luaKey) = reply(...)` in the service"
        : "add `\(method.name.escaped)` to the methods of the service"
      // A method with the name of another requirement has a key with labels.
      let base = method.name.prefix { $0 != "(" }
      if base.count < method.name.count, known.contains(String(base)) {
        return
          "`\(method.escaped)` has no responses, because its key isn't `\(String(base).escaped)`; \(added)"
      }
      return "`\(method.escaped)` has no responses; "
        + (NearestName.nearest(to: method.name, candidates: known).map {
          "did you mean `\($0.escaped)`?"
        } ?? added)
    case .unstubbed(let method, .client):
      return
        "nothing responds to `\(method.escaped)`; set the closure, or give the test a script: `.scenario(...)`"
    case .unstubbed(let method, let callee):
      return
        "no stub of `\(method.escaped)` accepts the call; add `\(Self.stub(of: method, callee))` before the call"
    case .noDefault(let method, let type):
      return
        "`\(method.escaped)` is relaxed, but \(type) has no default; conform it to `MockValue` with a"
        + " `static var mockDefault`, or give the call a response"
    case .passedOn(let method):
      return
        "the stub of `\(method.escaped)` passed the call on, but no script responds to it; return a value, or give the"
        + " test a script: `.scenario(...)`"
    case .notRelaxed(let method):
      return
        "`\(method.escaped)` has no responses, and `.relaxed` doesn't apply to an app in another process; give the"
        + " call a response in the script"
    case .noScenario(let method, .type):
      return
        "no scenario responds to `\(method.escaped)`, because none is running; add `.scenario(...)` or `.mocked` to the"
        + " test (in XCTest, keep a `ScenarioSession`), and call the static requirement in the task of the test"
    case .noScenario(let method, _):
      let mock = "Mock\(method.service ?? "Service")"
      return
        "no scenario responds to `\(method.escaped)`, because none was running when `\(mock)()` was created; add"
        + " `.scenario(...)` or `.mocked` to the test (in XCTest, keep a `ScenarioSession`), create the mock in the task"
        + " of the test, or name the scenario: `\(mock)(runtime)`"
    case .noMatch(let method, let arguments, let candidates):
      let lines = candidates.map { "\n  \($0.text(isOfScript: method.isOfScript))" }.joined()
      return method.isOfScript
        ? "no `when` of `\(method.escaped)` accepts \(ScriptText.of(arguments));"
          + " add a `reply(...)` to the list, or a `when` for these arguments:\(lines)"
        : "no `match` of `\(method.escaped)` accepts \(arguments.shortText);"
          + " add a response without `match`, or one for these arguments:\(lines)"
    case .exhausted(let method, let responses, let call, _, let key):
      let owner =
        key.map { " for the key \(method.isOfScript ? ScriptText.of($0) : $0.shortText)" } ?? ""
      return
        "`\(method.escaped)` has \(responses) \(responses == 1 ? "response" : "responses")\(owner)"
        + " and was called \(call) times; "
        + (method.isOfScript
          ? "add a `reply(...)`, or set `exhausted` to another value"
          : "add a response, or set `exhaustBehavior` to another value")
    case .tooManyKeys(let method, let keys, let byteSize, let limit):
      let name = "`\((method.keyName ?? "").escaped)`"
      let word = method.isOfScript ? "by" : "sequenceKey"
      return
        "`\(method.escaped)` keeps \(keys) \(keys == 1 ? "value" : "values") of \(name), and another value of"
        + " \(byteSize) bytes would exceed the limit of \(limit >> 20) MiB; use a short argument for `\(word)`,"
        + " such as a number"
    case .noResponder(let method, let name, let index):
      return
        "`\(method.escaped)`, response \(index + 1), is computed by `\(name.escaped)`, but no script is running;"
        + " run the script in this process, or write a static response"
    case .notLive(let method, let index):
      let problem =
        "`\(method.escaped)`\(Self.response(index, end: ",")) passes its calls through, but there is no live service;"
      if let service = method.service, HTTPHost.isName(service) {
        return problem
          + " use `mocklua serve` with a host that the script names, or a `.mocked` session"
      }
      let service = method.service.map { "Mock\($0)" } ?? "the mock"
      return problem
        + " create the mock with `\(service)(passingTo: live)`, or write `reply(...)` if the method is static, takes a"
        + " completion handler, or returns a publisher"
    case .nestedCallback(let method, let name, _):
      return "the function of `\(method.escaped)` returned the callback `\(name.escaped)`;"
        + " return a success, an error, or a stream"
    case .missingValue(let method, let index, let type):
      return
        "`\(method.escaped)`\(Self.response(index, end: ",")) has no value, but a value of type \(type) is expected; "
        + (method.isOfScript ? "write `reply(value)`" : "add a `value`")
    case .decodingFailed(let method, let index, let path, let reason):
      let shown = method.isOfScript ? path.ofScript : path.description
      return "`\(method.escaped)`\(Self.response(index)), `\(shown.escaped)`: \(reason)"
    case .notDecodable(let method, _, let type):
      return
        "`\(method.escaped)`: data cannot represent \(type); make the type `Decodable` or a `MockValue`,"
        + " or add a stub: `\(Self.stub(of: method))`"
    case .unknownGate(let name, let known):
      return "unknown gate `\(name.escaped)`; "
        + (NearestName.hint(for: name, candidates: known) ?? "no response waits at a gate")
    }
  }

  private static func stub(of method: MethodIdentity, _ callee: Callee = .mock) -> String {
    let name = method.name.prefix { $0 != "(" }
    let mock = "Mock\(method.service ?? "Service")"
    if name == "init" { return "\(mock).on.initializer { ... }" }
    return "\(callee == .type ? mock : "mock").on.\(name) { ... }"
  }

  /// Returns the number of a response, to insert after the name of the method.
  ///
  /// For a pushed value or an unknown number, it is empty.
  private static func response(_ index: Int?, end: String = "") -> String {
    guard let index, index != MethodIdentity.pushedIndex else { return "" }
    return ", response \(index + 1)\(end)"
  }
}

extension CallProblem.Candidate {
  fileprivate func text(isOfScript: Bool) -> String {
    let hint =
      described.map { "; \($0)" } ?? nearest.map { "; did you mean `\($0.escaped)`?" } ?? ""
    guard isOfScript else {
      return (place.map { "\($0): " } ?? "") + "response \(index + 1): \(mismatch)\(hint)"
    }
    let field = mismatch.path.isEmpty ? "the arguments" : "`\(mismatch.path.escaped)`"
    let expected = ScriptText.of(pattern: mismatch.expected)
    let found = mismatch.actual.map { ScriptText.of($0) } ?? "nothing"
    return
      "\(place?.description ?? "response \(index + 1)"): \(field): expected \(expected), found \(found)\(hint)"
  }
}

extension JSONPath {
  /// The path in the terms of Lua.
  ///
  /// Indices start at 1, and the path begins with the word that takes the value.
  var ofScript: String {
    var path = self
    var rest = path.steps[...]
    guard case .key(let first) = rest.popFirst() else { return description }
    let word = first == "value" ? "reply" : first == "values" ? "stream" : first
    path.steps =
      [.key(word)]
      + rest.map { step in
        if case .index(let index) = step { .index(index + 1) } else { step }
      }
    return path.description
  }
}

extension MethodIdentity {
  /// The name with its service, escaped for a message.
  fileprivate var escaped: String { description.escaped }

  /// Whether the method's responses were written in a script.
  var isOfScript: Bool { !places.isEmpty }
}
