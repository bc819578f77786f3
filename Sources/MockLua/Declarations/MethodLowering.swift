internal import LuaRuntime
internal import MockConfiguration
internal import MockData

/// Converts the declarations of one method to its configuration.
///
/// It names the method's functions, and finds rules and responses that are never reached.
struct MethodLowering {
  let service: String
  /// Whether requests have a `raw` field.
  private let isRaw: Bool
  let method: ScriptRecord.Method
  /// The delay of responses that don't have their own delay.
  let delay: MockDelay?
  let rules: RouteRules?

  private(set) var dynamicAnswers: [DynamicAnswer] = []
  /// The location of each response in the script.
  private(set) var places: [ScriptLocation] = []
  private var counted = CountedScript.Method()

  init(
    service: ScriptRecord.Service, method: ScriptRecord.Method, delay: MockDelay?,
    rules: RouteRules?
  ) {
    (self.service, isRaw) = (service.name, service.isRaw)
    self.method = method
    self.delay = delay
    self.rules = rules
  }

  /// The parts of a request that a pattern can match, or nil if the method isn't a route.
  private var routePattern: RoutePattern? { RoutePattern(service, method.name, isRaw: isRaw) }

  private var name: String { "\(service).\(method.name)" }

  mutating func lower(into lowering: inout ScenarioLowering) -> MockMethodConfig {
    checkReachability(&lowering)
    checkSequenceKey(&lowering)
    var responses: [MockResponse] = []
    if let rule = rules?.request, rule.rejects {
      responses.append(rule.rejection)
      places.append(rule.place ?? ScriptLocation(file: lowering.script, line: 1))
    }
    for item in method.behavior.items {
      switch item {
      case .response(let response):
        append(response, match: nil, to: &responses, &lowering)
      case .rule(let rule):
        let match = lowerPattern(rule, &lowering)
        for response in rule.responses {
          append(response, match: match, to: &responses, &lowering)
        }
      }
    }
    if let problem = MockConfigurationProblem(chancesOf: responses) {
      lowering.note("\(problem)", at: method.place)
    }
    return MockMethodConfig(
      responses: responses,
      exhaustBehavior: method.behavior.exhausted.flatMap { ExhaustBehavior(rawValue: $0) },
      sequenceKey: method.behavior.sequenceKey)
  }

  private mutating func append(
    _ response: ScriptRecord.Response, match: MatchPattern?, to responses: inout [MockResponse],
    _ lowering: inout ScenarioLowering
  ) {
    lowering.checkUpdates(response)
    let place = response.place ?? method.place ?? ScriptLocation(file: lowering.script, line: 1)
    var lowered = lower(response, match: match, place: place, &lowering)
    guard lowering.admits(response, at: place) else { return }
    if let function = response.function {
      lowering.counted?.count(function: function, isOptional: response.fields.optional == true)
    }
    for _ in 0..<response.times {
      lowering.counted?.count(&lowered, at: place, of: service, method.name, &counted)
      responses.append(lowered)
      places.append(place)
    }
  }

  private mutating func lower(
    _ response: ScriptRecord.Response, match: MatchPattern?, place: ScriptLocation,
    _ lowering: inout ScenarioLowering
  ) -> MockResponse {
    var lowered = MockResponse(result: .success)
    do throws(RouteProblem) {
      lowered = try response.lowered(
        of: service, method.name, rules?.form ?? RoutedForm(of: method.name))
      let described = method.isExample ? nil : rules?.operation
      let found = described?.problems(of: &lowered, within: &lowering.schemaBudget) ?? []
      for problem in found {
        lowering.note(problem.description, at: place)
      }
    } catch {
      lowering.note(error.description, at: place)
    }
    if let function = response.function {
      lowered.callback = nameFunction(
        function, at: response.definedAt ?? place, isStream: response.isStream)
    }
    lowered.delayMs = response.fields.delayMs ?? delay
    lowered.delayOrigin.isOfAll = response.fields.delayMs == nil
    lowered.match = match
    return lowered
  }

  /// Returns the name `Service.method#n` for a function.
  ///
  /// `n` is its number within the method, from 1.
  private mutating func nameFunction(
    _ function: Int, at place: ScriptLocation, isStream: Bool = false
  ) -> String {
    let name = "\(name)#\(dynamicAnswers.count + 1)"
    dynamicAnswers.append(
      DynamicAnswer(name: name, place: place, function: function, isStream: isStream))
    return name
  }

  // MARK: - Patterns

  private mutating func lowerPattern(
    _ rule: ScriptRecord.Rule, _ lowering: inout ScenarioLowering
  ) -> MatchPattern? {
    guard let pattern = rule.pattern else { return nil }
    let first = dynamicAnswers.count
    let named = namePredicates(in: pattern, at: rule.place ?? method.place)
    for predicate in dynamicAnswers[first...] {
      lowering.counted?.count(function: predicate.function)
    }
    do throws(MockConfigurationError) {
      let match = try MatchPattern(named)
      if let problem = routePattern?.problem(in: named) {
        lowering.note(problem.description, at: rule.place)
      }
      return match
    } catch {
      lowering.note(error.patternError, at: rule.place)
      return nil
    }
  }

  /// Replaces the numbers of functions in Lua with the names of predicates.
  private mutating func namePredicates(in pattern: AnyCodableValue, at place: ScriptLocation?)
    -> AnyCodableValue
  {
    switch pattern {
    case .dictionary(let fields):
      var named: [String: AnyCodableValue] = [:]
      for (key, value) in fields.sorted(by: { $0.key < $1.key }) {
        if key == "$where", case .int(let function) = value {
          let place = place ?? ScriptLocation(file: "?", line: 1)
          named[key] = .string(nameFunction(function, at: place))
        } else {
          named[key] = namePredicates(in: value, at: place)
        }
      }
      return .dictionary(named)
    case .array(let elements):
      var named: [AnyCodableValue] = []
      for element in elements { named.append(namePredicates(in: element, at: place)) }
      return .array(named)
    default: return pattern
    }
  }

  /// Reports a sequence key that no request has.
  ///
  /// With this key, all requests would share one sequence.
  private func checkSequenceKey(_ lowering: inout ScenarioLowering) {
    guard let key = method.behavior.sequenceKey,
      let problem = routePattern?.problem(in: [key: ["$exists": true]])
    else { return }
    lowering.note("`by`: \(problem.description)", at: method.place)
  }

  // MARK: - Reachability

  /// Reports rules and responses after the pattern `{}`, which matches every call.
  private func checkReachability(_ lowering: inout ScenarioLowering) {
    var catchAll: ScriptRecord.Rule?
    var plain: ScriptRecord.Response?
    for item in method.behavior.items {
      switch item {
      case .response(let response): plain = plain ?? response
      case .rule(let rule):
        if rule.pattern == .dictionary([:]) {
          catchAll = catchAll ?? rule
        } else if let catchAll {
          lowering.note(
            "this rule of `\(name.escaped)` is never reached: `when({}, ...)`\(line(of: catchAll)) accepts "
              + "every call; move it before that rule, or remove it", at: rule.place)
        }
      }
    }
    guard let catchAll, let plain else { return }
    lowering.note(
      "this response of `\(name.escaped)` is never reached: `when({}, ...)`\(line(of: catchAll)) accepts every "
        + "call; write that rule's response without `when`, or remove this one", at: plain.place)
  }

  private func line(of rule: ScriptRecord.Rule) -> String {
    rule.place?.line.map { " on line \($0)" } ?? ""
  }
}

extension MockConfigurationError {
  /// The message about an error in a pattern of a script.
  ///
  /// Suggestions for regular expressions are written in Lua.
  var patternError: String {
    let place = path.isEmpty ? "" : " at `\(path.escapedPath)`"
    let problem =
      if case .invalidRegex(let problem) = problem {
        problem.description(in: .lua)
      } else {
        "\(problem)"
      }
    return "the pattern\(place) is wrong: \(problem)"
  }
}
