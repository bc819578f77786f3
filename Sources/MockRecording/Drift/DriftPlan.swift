internal import MockCalls
package import MockConfiguration
internal import MockContainer
package import MockData
package import MockLua
package import MockRoutes

/// The requests to send to the live service, with the script's responses to them.
///
/// ```
///   the rules of routes  ->  a request for each  ->  the script's responses to it
/// ```
package struct DriftPlan: Sendable {
  /// The user's settings for the requests.
  package struct Given: Sendable {
    /// Path parameters by name, for rules that don't specify them.
    package var parameters: [String: String] = [:]
    /// Headers to add to every request.
    package var headers: [(name: String, value: String)] = []
    /// The HTTP methods that requests may use.
    package var methods: Set<String> = ["GET", "HEAD"]

    package init() {}
  }

  /// A rule with a request that matches it.
  package struct Question: Sendable {
    /// The request, addressed to the host in the script.
    package var request: RoutedRequest
    /// The location and the value of each response, in order if they form a sequence.
    package var answers: [(place: ScriptLocation?, value: RoutedValue)]
    /// The merged shape of all bodies that the route returns.
    package var known: ValueShape
    package var service: String

    /// The request as shown in messages.
    package var title: String { "\(request.method) \(request.path)" }
  }

  /// A rule for which no request is sent, with the reason.
  package struct LeftOut: Sendable {
    package var title: String
    package var place: ScriptLocation?
    package var reason: String

    package init(title: String, place: ScriptLocation?, reason: String) {
      (self.title, self.place, self.reason) = (title, place, reason)
    }
  }

  package private(set) var questions: [Question] = []
  package private(set) var leftOut: [LeftOut] = []

  /// Runs functions of the script, each with the initial state of the script.
  package init(_ runtime: ScenarioRuntime, given: Given) async {
    let services = runtime.configuration.services
    for (name, entry) in services.sortedByKeyBytes() {
      guard let host = try? HTTPHost(name), HTTPHost.isName(name) else {
        leaveOut(
          name, at: runtime.place(name, entry.methods.keys.sorted().first ?? "", 0),
          "a protocol doesn't have an address; compare it with `.scenario(..., drift:)`")
        continue
      }
      let routes = entry.methods.sortedByKeyBytes().sorted {
        (runtime.place(name, $0.key, 0)?.line ?? 0) < (runtime.place(name, $1.key, 0)?.line ?? 0)
      }
      for (route, method) in routes {
        await add(route, method.responses, of: name, host, runtime, given)
      }
    }
  }

  private mutating func leaveOut(_ title: String, at place: ScriptLocation?, _ reason: String) {
    leftOut.append(LeftOut(title: title, place: place, reason: reason))
  }

  private mutating func add(
    _ route: String, _ responses: [MockResponse], of service: String, _ host: HTTPHost,
    _ runtime: ScenarioRuntime, _ given: Given
  ) async {
    guard let template = try? RouteTemplate(route) else { return }
    guard template.event == nil else {
      return leaveOut(
        route, at: runtime.place(service, route, 0),
        "sockets aren't compared with the live service")
    }
    let method = template.method ?? "GET"
    guard given.methods.contains(method) else {
      return leaveOut(
        route, at: runtime.place(service, route, 0),
        "\(method) may change data on the live service; write `--methods \(method)` to send it")
    }
    let known = ResponseDrift.known(of: responses, isOfRoute: true)
    for rule in Self.rules(of: responses) {
      let place = runtime.place(service, route, rule[0])
      do {
        guard rule.contains(where: { [.success, .callback].contains(responses[$0].result) }) else {
          throw RuleRequest.Problem(reason: Self.reason(responses[rule[0]]))
        }
        let request = try RuleRequest.request(
          template, responses[rule[0]].match, at: host.anyOrigin, given: given)
        try Self.check(request, reaches: rule[0], of: service, route, runtime)
        var answers: [(place: ScriptLocation?, value: RoutedValue)] = []
        for index in rule {
          guard let value = await Self.answer(responses[index], to: request, runtime) else {
            continue
          }
          answers.append((runtime.place(service, route, index), value))
        }
        guard !answers.isEmpty else {
          throw RuleRequest.Problem(reason: Self.reason(responses[rule[0]]))
        }
        questions.append(
          Question(request: request, answers: answers, known: known, service: service))
      } catch let problem as RuleRequest.Problem {
        leaveOut(route, at: place, problem.reason)
      } catch {
        leaveOut(route, at: place, "\(error)")
      }
    }
  }

  /// Responses with the same pattern belong to the same rule.
  private static func rules(of responses: [MockResponse]) -> [[Int]] {
    var rules: [[Int]] = []
    var numbers: [AnyCodableValue?: Int] = [:]
    for (index, response) in responses.enumerated() {
      let pattern = response.match?.value.withPlainNumbers
      if let number = numbers[pattern] {
        rules[number].append(index)
      } else {
        numbers[pattern] = rules.count
        rules.append([index])
      }
    }
    return rules
  }

  /// Checks that a request reaches the rule for which it was created.
  private static func check(
    _ request: RoutedRequest, reaches index: Int, of service: String, _ route: String,
    _ runtime: ScenarioRuntime
  ) throws {
    let call = try runtime.routes.call(for: request)
    let found = try runtime.sequencer(for: call.service).explanation(
      of: call.method, arguments: MockArguments(data: call.arguments))
    guard call.service == service, call.method == route, found.answering?.index == index else {
      throw RuleRequest.Problem(
        reason: "the request built from this rule matches another rule")
    }
  }

  /// Returns the value of a response, or nil if the response can't be compared with a live response.
  private static func answer(
    _ response: MockResponse, to request: RoutedRequest, _ runtime: ScenarioRuntime
  ) async -> RoutedValue? {
    var value: RoutedValue?
    switch response.result {
    case .success: value = try? RoutedValue(response.value)
    case .callback: value = await played(request, runtime)
    default: return nil
    }
    return value.flatMap { ResponseDrift.isCondition($0) ? nil : $0 }
  }

  private static func played(
    _ request: RoutedRequest, _ runtime: ScenarioRuntime
  ) async -> RoutedValue? {
    guard (try? await runtime.reset()) != nil, let call = try? runtime.routes.call(for: request)
    else { return nil }
    let work = GatedWork<MockPlayedCall.Response>(runtime.gates)
    let sequencer = runtime.sequencer(for: call.service)
    let (_, progress) = await work.run {
      await sequencer.play(call.method, arguments: MockArguments(data: call.arguments)).answer
    }
    guard case .ended(.success(let value)) = progress else { return nil }
    return try? RoutedValue(value)
  }

  private static func reason(_ response: MockResponse) -> String {
    switch response.result {
    case .error: "its response is a network error, which a request can't trigger"
    case .stream: "it is a stream"
    case .passthrough: "it passes its requests through"
    case .callback: "its function doesn't return anything to compare"
    default: "its response is a server error, which a request can't trigger"
    }
  }
}

extension HTTPHost {
  /// An origin that matches the host.
  fileprivate var anyOrigin: HTTPOrigin {
    let host =
      switch name {
      case .exact(let name): name
      case .suffix(let suffix): "any\(suffix)"
      case .any: "localhost"
      }
    return HTTPOrigin(
      scheme: scheme ?? (host == "localhost" ? "http" : "https"), host: host, port: port)
  }
}

extension ScenarioRuntime {
  fileprivate nonisolated func place(
    _ service: String, _ method: String, _ index: Int
  ) -> ScriptLocation? {
    let places = scenario.places[service]?[method] ?? []
    return places.indices.contains(index) ? places[index] : nil
  }
}
