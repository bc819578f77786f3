internal import MockData

/// Checks the responses of one method for probable errors.
struct MethodCheck {
  let service: String
  let name: String
  let method: MockMethodConfig

  /// Whether the method can have warnings.
  ///
  /// A method with a single static response can't, unless the response has a pattern or several values.
  static func mayFind(_ method: MockMethodConfig) -> Bool {
    method.responses.count > 1
      || method.responses.contains {
        $0.match != nil || $0.result == .callback || $0.result == .passthrough
          || $0.values?.count ?? 0 > 1
      }
  }

  private var title: String { "\(service).\(name)" }

  /// Sufficient for all patterns of a thousand rules.
  private static let comparisonLimit = 1_000_000

  /// The warnings about rules and responses that no call can get.
  ///
  /// If a method has more than a thousand rules, only the first rules are compared with later rules.
  var reachability: [MockConfigurationWarning] {
    var warnings: [MockConfigurationWarning] = []
    var rules: [(match: MatchPattern, index: Int)] = []
    var known: Set<AnyCodableValue> = []
    let most = max(20, Self.comparisonLimit / max(1, method.responses.count))
    for (index, response) in method.responses.enumerated() {
      guard let match = response.match, known.insert(match.value.withPlainNumbers).inserted else {
        continue
      }
      if match.isImpossible {
        warnings.append(warning(.impossibleMatch(method: title), at: index, .key("match")))
      } else if let earlier = rules.prefix(most).first(where: { $0.match.subsumes(match) }) {
        warnings.append(
          warning(
            .unreachableRule(method: title, index: earlier.index), at: index, .key("match")))
      }
      rules.append((match, index))
    }
    if let all = rules.first(where: { $0.match.subsumesEverything }),
      let plain = method.responses.firstIndex(where: { $0.match == nil })
    {
      warnings.append(
        warning(.unreachableResponses(method: title, index: all.index), at: plain))
    }
    return warnings
  }

  /// The warnings about values whose kinds differ from the kinds in an earlier response.
  ///
  /// The responses of routes may differ, because they also differ by status. Of these, only an empty object instead of a
  /// list, and a body that contains a status, are probable errors.
  var shapes: [MockConfigurationWarning] {
    if HTTPHost.isName(service) { return bodies }
    var known: (shape: ValueShape, index: Int)?
    for (index, response) in method.responses.enumerated() {
      let values = response.result == .success ? response.value.map { [$0] } : response.values
      for value in values ?? [] {
        let shape = ValueShape(value)
        guard let (earlier, first) = known else {
          known = (shape, index)
          continue
        }
        if let (path, own, other) = earlier.contradiction(to: shape) {
          return [
            warning(
              .otherShape(
                method: title, part: path.description, found: other.phrase, other: own.phrase,
                index: first), at: index)
          ]
        }
        known = (earlier.merged(with: shape), first)
      }
    }
    return []
  }

  private var bodies: [MockConfigurationWarning] {
    let bodies = method.responses.map { response in
      (response.value?.member(at: ["status"]), response.value?.member(at: ["body"]))
    }
    let list = bodies.firstIndex { status, body in
      if case .array(let elements)? = body, status == nil { !elements.isEmpty } else { false }
    }
    return method.responses.indices.compactMap { index in
      if let status = Self.statusInBody(of: method.responses[index]) {
        return warning(.statusInBody(method: title, status: status), at: index)
      }
      guard let list, bodies[index] == (nil, .dictionary([:])) else { return nil }
      return warning(.emptyObject(method: title, index: list), at: index)
    }
  }

  /// Returns the status in the body of a route's response that doesn't have another status.
  private static func statusInBody(of response: MockResponse) -> Int? {
    guard response.result == .success, case .dictionary(let members)? = response.value,
      members["status"] == nil
    else { return nil }
    return members["body"].flatMap(HTTPStatus.inBody)
  }

  /// The warnings about headers that are written like a usual header, but without its hyphens.
  var headers: [MockConfigurationWarning] {
    guard HTTPHost.isName(service) else { return [] }
    return method.responses.enumerated().flatMap { index, response in
      let first = response.value ?? response.values?.first
      guard case .dictionary(let headers)? = first?.member(at: ["headers"]) else {
        return [MockConfigurationWarning]()
      }
      return headers.keys.sorted().compactMap { name in
        HeaderName.meant(by: name).map { warning(.headerName(name, usual: $0), at: index) }
      }
    }
  }

  /// The warning about a route with an HTTP method such as `GTE`.
  var requestMethod: [MockConfigurationWarning] {
    guard HTTPHost.isName(service), let used = (try? RouteTemplate(name))?.method,
      let usual = RouteTemplate.usualMethod(meantBy: used)
    else { return [] }
    return [warning(.requestMethod(used, usual: usual), at: 0)]
  }

  var computed: [MockConfigurationWarning] {
    method.responses.enumerated().flatMap { index, response in
      let names = (response.callback.map { [$0] } ?? []) + (response.match?.predicates ?? [])
      return names.map { warning(.computed(callback: $0), at: index) }
    }
  }

  private func warning(
    _ problem: MockConfigurationWarning.Problem, at index: Int, _ member: JSONPath.Step? = nil
  ) -> MockConfigurationWarning {
    var warning = MockConfigurationWarning(
      problem, at: .key("services"), .key(service), .key("methods"), .key(name),
      .key("responses"), .index(index))
    if let member { warning.steps.steps.append(member) }
    return warning
  }
}
