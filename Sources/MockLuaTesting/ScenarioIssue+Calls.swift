internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua

extension ScenarioIssue {
  /// Creates the issue for a recorded call, or returns nil if there is no problem.
  init?(_ call: MockCallRecord, scenario: LuaScenario) {
    if case .threw(let error) = call.outcome, let problem = error.problem {
      self.init(error, problem, call)
    } else if call.didNothing {
      self.init(ignored: call, places: scenario.places[call.service ?? ""] ?? [:])
    } else if call.lacksKey {
      let method = scenario.configuration.services[call.service ?? ""]?.methods[call.method]
      self.init(
        .missingKeys,
        "`\(call.qualifiedMethod)` has one sequence for each"
          + " `\(method?.sequenceKey ?? "key")`, which was missing or null in call \(call.count);"
          + " pass it",
        at: call.place, call: call)
    } else {
      return nil
    }
  }

  /// Creates the issue for a call that did nothing.
  ///
  /// Its place is the service's method with the most similar name, or otherwise the service's first method.
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

  /// Whether the issue repeats another one, such as a further call of an exhausted sequence.
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
    case .dropped: self = .droppedValues
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
