internal import MockConfiguration
internal import MockData

/// The problems that make a call fail, other than configured errors.
enum CallProblem {
  /// The method has no responses.
  ///
  /// If its service has none either, `services` lists the services that do.
  case unconfigured(
    MethodIdentity, nearest: MethodIdentity?, known: [String], services: [String] = [],
    isOfScript: Bool = false)
  /// No stub accepts the call, and there is no script.
  ///
  /// A struct of closures has no stubs, and isn't a mock.
  case unstubbed(MethodIdentity, isOfMock: Bool)
  /// The mock is relaxed, but the result's type has no default.
  case noDefault(MethodIdentity, type: String)
  /// The mock was created while no scenario was running.
  case noScenario(MethodIdentity)
  case noMatch(MethodIdentity, arguments: AnyCodableValue, candidates: [Candidate])
  case exhausted(MethodIdentity, responses: Int, call: Int, index: Int, key: AnyCodableValue?)
  /// The method's sequence keys take too many bytes.
  ///
  /// `byteSize` is the size of this call's key.
  case tooManyKeys(MethodIdentity, keys: Int, byteSize: Int, limit: Int)
  case noResponder(MethodIdentity, name: String, index: Int)
  case nestedCallback(MethodIdentity, name: String, index: Int?)
  case missingValue(MethodIdentity, index: Int?, type: String)
  case decodingFailed(MethodIdentity, index: Int?, path: JSONPath, reason: String)
  /// The response passes the call through, but the mock has no live service.
  case notLive(MethodIdentity, index: Int?)
  /// No data can represent the type.
  case notDecodable(MethodIdentity, index: Int?, type: String)
  case unknownGate(String, known: [String])

  /// A rule that could have matched, and the reason why it didn't.
  struct Candidate {
    var index: Int
    var place: ScriptLocation?
    var mismatch: MatchMismatch
    /// The argument that was probably meant, if the call has no argument with the pattern's name.
    var nearest: String?
    /// The argument that the pattern looks into although it was recorded only as a description.
    var described: DescribedArgument?
  }

  var code: MockErrorCode {
    switch self {
    case .unconfigured, .unstubbed, .noDefault, .noScenario: .unconfigured
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

  /// The location of the response with the problem, if it comes from a script.
  var place: ScriptLocation? {
    switch self {
    case .unconfigured(_, let nearest, _, _, _): nearest?.firstPlace
    case .noMatch(let method, _, _), .tooManyKeys(let method, _, _, _): method.firstPlace
    case .exhausted(let method, _, _, let index, _), .noResponder(let method, _, let index):
      method.place(of: index)
    case .nestedCallback(let method, _, let index), .missingValue(let method, let index, _),
      .decodingFailed(let method, let index, _, _), .notDecodable(let method, let index, _),
      .notLive(let method, let index):
      method.place(of: index)
    case .unknownGate, .unstubbed, .noDefault, .noScenario: nil
    }
  }

  /// The error, without secrets.
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
      .noDefault(let method, _), .noScenario(let method), .noMatch(let method, _, _),
      .exhausted(let method, _, _, _, _),
      .tooManyKeys(let method, _, _, _), .noResponder(let method, _, _),
      .nestedCallback(let method, _, _), .missingValue(let method, _, _),
      .decodingFailed(let method, _, _, _), .notDecodable(let method, _, _),
      .notLive(let method, _):
      method
    case .unknownGate: nil
    }
  }

  /// Returns the problem without the secrets in the values that it quotes.
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
      let response = index.flatMap { method.prepared.indices.contains($0) ? $0 : nil }
        .map { method.prepared[$0].response }
      if let value = response?.value { redaction.remember(value) }
      if let values = response?.values { redaction.remember(.array(values)) }
      return self
    case .unconfigured, .unstubbed, .noDefault, .noScenario, .tooManyKeys, .noResponder,
      .nestedCallback, .missingValue, .notDecodable, .unknownGate, .notLive:
      return self
    }
  }
}
