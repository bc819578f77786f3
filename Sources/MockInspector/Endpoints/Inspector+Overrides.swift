internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockHTTPServer
internal import MockLua
internal import MockLuaTools
internal import MockPlatform

extension Inspector {
  /// Handles `PUT /__admin/services/{Service}/{method}/override`: returns the given response from now on.
  func override(_ service: String, _ method: String, _ exchange: HTTPExchange) throws(Refusal) {
    let scenario = session.scenario
    try checkService(service)
    let body = try exchange.object(keys: ["response", "arguments"])
    // The page has only seen placeholders, so the response shows them again.
    let (shown, rule) = (try OverrideRule(body), try OverrideRule(body.mapValues(meant)))
    let unknown = (rule.response.updateSharedState ?? [:]).keys.filter {
      scenario.sharedState[$0] == nil
    }
    if let key = unknown.min() {
      let hint =
        NearestName.hint(for: key, candidates: scenario.sharedState.keys)
        ?? "declare it in the script"
      throw Refusal(404, "unknownKey", "there is no shared key `\(key.escaped)`; \(hint)")
    }
    guard rule.response.dribble == nil || HTTPHost.isName(service) else {
      throw Refusal(
        404, "notRoute", "`dribble` is for routes, and `\(service.escaped)` isn't a host; remove it"
      )
    }
    scenario.answer(
      with: rule.response, matching: rule.pattern, service: service, method: method,
      number: overrides.add(1))
    exchange.answer(["lua": .string(shown.lua(service, method))])
  }

  /// Handles `DELETE /__admin/services/{Service}/{method}/override`: restores the script's responses.
  func withdraw(_ service: String, _ method: String, _ exchange: HTTPExchange) throws(Refusal) {
    let scenario = session.scenario
    guard scenario.configuration.services[service]?.methods[method] != nil else {
      throw Refusal(
        404, MockErrorCode.unconfigured.rawValue,
        "there is no `\(service.escaped).\(method.escaped)`")
    }
    _ = scenario.withdrawAnswers(service: service, method: method)
    exchange.answer(204, [], .empty)
  }

  /// Handles `POST /__admin/lua`: returns the script text for a response.
  func writeLua(_ exchange: HTTPExchange) throws(Refusal) {
    let body = try exchange.object(keys: ["call", "response", "arguments"])
    let request = try body.call()
    let rule = try OverrideRule(body)
    exchange.answer(["lua": .string(rule.lua(request.service, request.method))])
  }
}

/// A response and the arguments that it applies to.
struct OverrideRule {
  let response: MockResponse
  /// The arguments; nil for all calls.
  let arguments: AnyCodableValue?
  let pattern: MatchPattern?

  init(_ body: [String: AnyCodableValue]) throws(Refusal) {
    guard let value = body["response"] else {
      throw .badRequest(
        "`response` must be a response such as {\"result\":\"success\",\"value\":1}")
    }
    do {
      response = try AnyCodableValueDecoder().decode(MockResponse.self, from: value)
    } catch {
      let context = (error as? DecodingError)?.context
      let path = JSONPath(context?.codingPath ?? []).description
      let text = (path.isEmpty ? "" : path + ": ") + (context?.debugDescription ?? "\(error)")
      throw .badRequest("`response` is not valid: \(text)")
    }
    guard response.result != .callback, response.match == nil else {
      throw .badRequest("`response` must be a success, an error, or a stream, without a `match`")
    }
    let waits = [response.delayMs?.longestMs, response.intervalMs, response.dribble?.ms]
    if let wait = waits.compactMap(\.self).max(), wait > Self.waitLimit {
      throw .badRequest("`response` waits longer than \(Self.waitLimit) ms")
    }
    guard response.dribble?.pieces ?? 0 <= Self.pieceLimit else {
      throw .badRequest("`response` has more than \(Self.pieceLimit) pieces")
    }
    arguments =
      body["arguments"] == nil ? nil : try body.arguments("arguments")
    // Without arguments, calls can't be distinguished.
    guard let members = arguments?.members, !members.isEmpty else {
      pattern = nil
      return
    }
    do throws(MockConfigurationError) {
      pattern = try MatchPattern(Self.pattern(members))
    } catch {
      throw .badRequest("no pattern can match these arguments: \(error.problem)")
    }
  }

  /// The maximum delay in milliseconds, about thirty years.
  private static let waitLimit = 1_000_000_000_000
  private static let pieceLimit = 10_000

  /// Returns the pattern that matches exactly these arguments, not only a part of them.
  private static func pattern(_ members: [String: AnyCodableValue]) -> AnyCodableValue {
    // A label that looks like an operator or a path requires a comparison of the whole object.
    if members.keys.contains(where: { $0.hasPrefix("$") || $0.contains(".") }) {
      return ["$eq": .dictionary(members)]
    }
    return .dictionary(
      members.mapValues { value in
        // A pattern that already compares the whole value stays unchanged.
        guard case .dictionary(let inner) = value, Array(inner.keys) != ["$eq"] else {
          return value
        }
        return ["$eq": value]
      })
  }

  /// Returns the rule as script text, to be placed first in the method's list or as its only entry.
  func lua(_ service: String, _ method: String) -> String {
    let answer = LuaText.piece(response, of: service, method)
    guard let pattern else { return ScriptFormat.text(of: answer) }
    let rule = LuaPiece(
      LuaPiece("when("), LuaText.piece(ofPattern: pattern.value), LuaPiece(", "), answer,
      LuaPiece(")"))
    return ScriptFormat.text(of: rule)
  }
}

extension MockDelay {
  fileprivate var longestMs: Int {
    switch self {
    case .fixed(let ms): ms
    case .uniform(_, let most), .logNormal(_, _, let most): most
    }
  }
}
