internal import LuaRuntime
public import MockCalls
internal import MockConfiguration
public import MockData
internal import MockLua

/// A problem with the scenario of a test: an error in the script, or in how the test uses it.
public struct ScenarioIssue: Sendable, Equatable {
  /// The check that found the issue.
  public var check: ScenarioCheck
  package var diagnostic: MockDiagnostic
  /// The call that caused the issue, or nil if the issue doesn't concern a single call.
  public var call: MockCallRecord?

  package init(
    _ check: ScenarioCheck, _ problem: String, at place: ScriptLocation? = nil,
    call: MockCallRecord? = nil
  ) {
    self.check = check
    self.call = call
    diagnostic = MockDiagnostic(code: "\(check)", at: place, sentence: problem)
  }
}

extension ScenarioIssue: CustomStringConvertible {
  /// The issue as `place: problem`.
  public var description: String { diagnostic.description }

  /// The location in the script, such as `login.lua:12`, or nil if it isn't known.
  public var place: ScriptLocation? { diagnostic.place }

  /// The problem and how to fix it, in one sentence.
  ///
  /// A list of calls may follow, one per line.
  public var problem: String { diagnostic.message }
}

extension ScenarioIssue {
  /// Creates the issue for a failure of code that can't throw.
  ///
  /// The shared state doesn't know which code updated it. If a used response sets the invalid value, the issue's
  /// location is that response. Otherwise, the location is the declaration of the value.
  init(_ failure: MockFailure, calls: [MockCallRecord], scenario: LuaScenario) {
    let configuration = scenario.configuration
    let writer = failure.update.flatMap { update in
      calls.first { $0.place != nil && $0.response(in: configuration)?.sets(update) == true }
    }
    let place =
      failure.place ?? writer?.place ?? failure.declared.flatMap { scenario.place(of: $0) }
    self.init(ScenarioCheck(failure), failure.message, at: place)
  }
}

extension LuaScenario {
  /// Returns the location at which a value was declared; nil if the declaration has a different value.
  fileprivate func place(of declared: MockFailure.Declared) -> ScriptLocation? {
    let value =
      declared.service.map { configuration.services[$0]?.initialState?[declared.name] }
      ?? configuration.sharedState?[declared.name]?.initial
    return value == declared.value ? valuePlaces[declared.service]?[declared.name] : nil
  }
}

extension MockCallRecord {
  fileprivate func response(in configuration: MockServiceConfiguration) -> MockResponse? {
    guard let service, let index = responseIndex,
      let responses = configuration.services[service]?.methods[method]?.responses,
      responses.indices.contains(index)
    else { return nil }
    return responses[index]
  }
}

extension MockResponse {
  fileprivate func sets(_ update: [String: AnyCodableValue]) -> Bool {
    update.allSatisfy { updateSharedState?[$0.key] == $0.value }
  }
}

extension ScenarioIssue {
  /// Returns the issues that concern the whole log rather than a single call.
  static func all(in log: MockCallLog) -> [ScenarioIssue] {
    var issues = log.unusedResponses().sorted { $0.isBefore($1) }.map { unused in
      ScenarioIssue(
        .unusedResponses,
        "response \(unused.index + 1) of `\(unused.method)` was never used;"
          + " make a call that uses it, or add `\(unused.isInSwift ? "." : ":")optional()`",
        at: unused.place)
    }
    let dropped = log.droppedCount
    if dropped > 0 {
      let (calls, pronoun) = dropped == 1 ? ("call", "it") : ("\(dropped) calls", "they")
      issues.append(
        ScenarioIssue(
          .droppedCalls,
          "the call log dropped the first \(calls), so \(pronoun) can't be verified;"
            + " \(log.suggestionForDropped(limit: "`logLimit`"))"))
    }
    do throws(MockVerificationError) {
      try log.verifyNoMoreCalls()
    } catch {
      issues.append(
        ScenarioIssue(
          .unverifiedCalls, "\(error)", call: error.calls.count == 1 ? error.calls.first : nil))
    }
    return issues
  }
}

extension MockUnusedResponse {
  /// Responses without a location come last.
  fileprivate func isBefore(_ other: MockUnusedResponse) -> Bool {
    switch (place, other.place) {
    case (let first?, let second?) where first != second:
      (first.file, first.line ?? 0) < (second.file, second.line ?? 0)
    case (nil, _?): false
    case (_?, nil): true
    default: (method, index) < (other.method, other.index)
    }
  }
}

extension ScenarioIssue {
  init?(_ call: MockCallRecord, scenario: LuaScenario) {
    if case .threw(let error) = call.outcome, let problem = error.problem {
      self.init(error, problem, call)
    } else if call.didNothing {
      self.init(ignored: call, places: scenario.places[call.service ?? ""] ?? [:])
    } else if call.lacksKey {
      let method = scenario.configuration.services[call.service ?? ""]?.methods[call.method]
      let key = method?.sequenceKey ?? "key"
      self.init(
        .missingKeys,
        "`\(call.qualifiedMethod)` has one sequence for each `\(key)`, but `\(key)` was missing or null in call"
          + " \(call.count); pass it",
        at: call.place, call: call)
    } else {
      return nil
    }
  }

  /// The issue's location is the method of the service with the most similar name, or otherwise the service's first
  /// method.
  private init(ignored call: MockCallRecord, places: [String: [ScriptLocation]]) {
    let nearest = NearestName.nearest(to: call.method, candidates: places.keys)
    let first = places.values.compactMap(\.first).min {
      ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0)
    }
    self.init(
      .ignoredCalls,
      "`\(call.qualifiedMethod)` has no responses, so the call did nothing; give it `reply()`"
        + (nearest.map { ", or call `\($0)`" } ?? ""),
      at: (nearest.flatMap { places[$0]?.first } ?? first), call: call)
  }

  private init(_ error: MockServiceError, _ problem: MockErrorCode, _ call: MockCallRecord) {
    var text = error.diagnostic.message
    let check = ScenarioCheck(problem)
    // The messages about other problems already name the method.
    if check == .scriptErrors { text += " (in `\(call.qualifiedMethod)`, call \(call.count))" }
    let place = error.diagnostic.place ?? call.place
    self.init(check, text, at: place, call: call)
  }

  /// Whether the issue repeats another one, as with a second call of an exhausted sequence.
  func repeats(_ other: ScenarioIssue) -> Bool {
    guard check == other.check, place.matches(other.place) else { return false }
    if diagnostic.message == other.diagnostic.message { return true }
    switch check {
    case .exhaustedSequences: return call != nil && call?.isSameSequence(as: other.call) == true
    case .missingKeys: return call?.qualifiedMethod == other.call?.qualifiedMethod
    default: return false
    }
  }
}

extension MockCallRecord {
  /// Whether the call had no response and its method returns nothing.
  var didNothing: Bool { responseIndex == nil && outcome == .returned(nil) && !isStubbed }

  fileprivate func isSameSequence(as other: MockCallRecord?) -> Bool {
    qualifiedMethod == other?.qualifiedMethod && key == other?.key
  }
}

extension ScenarioCheck {
  init(_ failure: MockFailure) {
    if let problem = failure.problem {
      self.init(problem)
      return
    }
    switch failure.kind {
    case .unanswered, .unthrowable: self = .lostErrors
    case .skippedWait: self = .skippedWaits
    case .wrongRequest: self = .wrongRequests
    case .dropped: self = .droppedValues
    case .late: self = .lateCalls
    case .ignoredKey: self = .ignoredKeys
    case .defaulted: self = .defaultProperties
    case .unknownCode: self = .unknownCodes
    case .unbound: self = .contracts
    case .unlistedCode: self = .unlistedCodes
    case .other: self = failure.severity == .stop ? .exhaustedSequences : .wrongState
    }
  }

  init(_ problem: MockErrorCode) {
    switch problem {
    case .scriptError, .circularCall, .noResponder, .unknownGate, .wouldWait, .notLive:
      self = .scriptErrors
    case .exhausted: self = .exhaustedSequences
    case .unconfigured: self = .unconfiguredCalls
    case .noMatch: self = .unmatchedCalls
    case .missingValue, .decodingFailed, .unsendable, .sessionLost: self = .wrongValues
    case .unimplemented: self = .unimplementedCalls
    }
  }
}
