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
  /// - Parameter scenario: The script, whose responses must be values.
  /// - Throws: ``NoRecording`` if a response isn't a plain value.
  package init(_ scenario: LuaScenario) throws(NoRecording) {
    let configuration = scenario.configuration
    if let key = configuration.sharedState?.keys.sorted().first {
      throw NoRecording(
        place: scenario.valuePlaces[nil]?[key],
        problem: "the script already declares the shared key `\(key)`",
        suggestion: "name a recording without shared state, or a trace")
    }
    var queues: [CallOrder.Queue] = []
    for (service, entry) in configuration.services.sortedByKeyBytes() {
      for (method, config) in entry.methods.sortedByKeyBytes() {
        let places = scenario.places[service]?[method] ?? []
        for (number, response) in config.responses.enumerated() {
          let place = places.indices.contains(number) ? places[number] : nil
          if let problem = Self.problem(of: response) {
            throw NoRecording(
              place: place, problem: "`\(service).\(method)` \(problem)",
              suggestion: "name a recording whose responses are values, or a trace")
          }
          var plain = response
          plain.match = nil
          let entry = Entry(
            service: service, method: method,
            arguments: Self.arguments(response.match?.value, of: service), response: plain)
          // Responses of the same rule form a sequence. Responses of different rules have no order.
          if number > 0, config.responses[number - 1].match?.value == response.match?.value {
            queues[queues.count - 1].entries.append(entry)
          } else {
            queues.append(CallOrder.Queue(entries: [entry]))
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

  private static func problem(of response: MockResponse) -> String? {
    switch response.result {
    case .callback: return "gets its response from a function"
    case .passthrough: return "is passed to a live service"
    case .success, .error, .stream: break
    }
    if response.updateSharedState != nil { return "sets shared state" }
    if response.gate != nil { return "waits at a gate" }
    if let match = response.match?.value, match.hasOperator {
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
  fileprivate var hasOperator: Bool {
    switch self {
    case .dictionary(let members):
      members.contains { $0.key.hasPrefix("$") || $0.value.hasOperator }
    case .array(let elements): elements.contains(where: \.hasOperator)
    default: false
    }
  }
}
