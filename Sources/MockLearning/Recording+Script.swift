internal import MockCalls
internal import MockConfiguration
package import MockData
package import MockLua
package import MockRecording

extension Recording {
  /// The reason why nothing can be learned from a script.
  package struct NoRecording: Error {
    package var place: ScriptLocation?
    package var problem: String
    package var suggestion: String
  }

  /// Creates a recording from the calls that a recorded script handles, in a plausible order.
  ///
  /// A script contains the order of each method's calls, but not the order of calls to different methods. So each call
  /// is placed where it is consistent with the data: a list that contains a row comes after the call that created the
  /// row.
  ///
  /// Throws ``NoRecording`` if a response isn't a plain value.
  package init(_ scenario: LuaScenario) throws(NoRecording) {
    let configuration = scenario.configuration
    if let key = configuration.sharedState?.keys.sorted().first {
      throw NoRecording(
        place: scenario.valuePlaces[nil]?[key],
        problem: "the script already declares the shared key `\(key)`",
        suggestion: Self.suggestion)
    }
    var queues: [[Entry]] = []
    for (service, entry) in configuration.services.sortedByKeyBytes() {
      for (method, config) in entry.methods.sortedByKeyBytes() {
        let places = scenario.places[service]?[method] ?? []
        for (number, response) in config.responses.enumerated() {
          let place = places.indices.contains(number) ? places[number] : nil
          if let problem = Self.problem(of: response) {
            throw NoRecording(
              place: place, problem: "`\(service).\(method)` \(problem)",
              suggestion: Self.suggestion)
          }
          var plain = response
          plain.match = nil
          var entry = Entry(
            service: service, method: method,
            arguments: Self.arguments(response.match?.value.recorded(), of: service),
            response: plain)
          entry.isOrdered = false
          // Responses of the same rule form a sequence. Responses of different rules have no order.
          if number > 0, config.responses[number - 1].match?.value == response.match?.value {
            queues[queues.count - 1].append(entry)
          } else {
            queues.append([entry])
          }
        }
      }
    }
    let order = CallOrder(queues)
    self.init(
      entries: order.entries,
      notes: order.isCut
        ? ["finding the order of the calls took too long: state that depends on it isn't learned"]
        : [])
  }

  /// A script with learned functions doesn't contain the calls from which they were learned.
  private static let suggestion =
    "name a trace, or a recording of `mocklua serve --record OUT --no-learn`"

  private static func problem(of response: MockResponse) -> String? {
    switch response.result {
    case .callback: return "gets its response from a function"
    case .passthrough: return "is passed to a live service"
    case .success, .error, .stream: break
    }
    if response.updateSharedState != nil { return "sets shared state" }
    if response.gate != nil { return "waits at a gate" }
    if let match = response.match?.value, match.recorded() == nil {
      return "has a rule with a condition that isn't a value"
    }
    return nil
  }

  private static func arguments(_ pattern: AnyCodableValue?, of service: String) -> AnyCodableValue
  {
    guard HTTPHost.isName(service) else { return pattern ?? .dictionary([:]) }
    var members = pattern?.members ?? [:]
    for name in ["path", "query", "headers"] where members[name] == nil {
      members[name] = .dictionary([:])
    }
    return .dictionary(members)
  }
}

extension AnyCodableValue {
  /// Returns the value that a recorded rule compares, or nil if its pattern isn't one of a recording.
  ///
  /// For a secret of which a recording compares only the presence, the value is a placeholder.
  fileprivate func recorded(under name: String = "") -> AnyCodableValue? {
    switch self {
    case .dictionary(let members):
      if let value = members["$eq"], members.count == 1 { return value }
      if members == ["$exists": true], MockSecrets.isSecret(name) { return "1-redacted-1" }
      var inner: [String: AnyCodableValue] = [:]
      for (key, value) in members where !key.hasPrefix("$") {
        inner[key] = value.recorded(under: key)
      }
      return inner.count == members.count ? .dictionary(inner) : nil
    case .array(let elements):
      let inner = elements.compactMap { $0.recorded(under: name) }
      return inner.count == elements.count ? .array(inner) : nil
    default: return self
    }
  }
}
