package import MockCalls
package import MockConfiguration
package import MockData

/// A run of a scenario in one file: the script, the events, and the issues.
///
/// The file's format is JSON Lines. The article on traces describes each line.
package struct MockTrace: Sendable, Equatable {
  /// The version of the format that is written.
  ///
  /// It is also the latest version that can be read.
  package static let version = 1

  package var header: Header
  /// The script with its modules and fixtures.
  ///
  /// Their names are the names that locations contain.
  package var script: MockScript
  package var events: [Event]
  /// The issues.
  ///
  /// A trace that a test has written contains at least one.
  package var issues: [Issue]

  package init(header: Header, script: MockScript, events: [Event], issues: [Issue]) {
    (self.header, self.script, self.events, self.issues) = (header, script, events, issues)
  }

  package struct Header: Sendable, Equatable {
    /// The version of the package that wrote the trace.
    package var package = MockLuaVersion.current
    package var test: String?
    package var clock: MockClock.Mode
    /// The start time of the clock, in milliseconds since 1970.
    package var startMs: Int
    /// The total number of calls, and how many of them the log has dropped.
    package var calls: Int
    package var dropped: Int
    /// The schedule of an explored test, and its description in words; nil for any other test.
    package var plan: String?
    package var planInWords: String?
    /// The number of runs of an explored test, up to the one that is shown; nil for any other test.
    package var runs: Int?
    /// The calls of an explored test that can fail, but that no run made fail, with the reasons.
    package var notTried: [String] = []

    package init(test: String?, clock: MockClock.Mode, startMs: Int, calls: Int, dropped: Int) {
      (self.test, self.clock, self.startMs) = (test, clock, startMs)
      (self.calls, self.dropped) = (calls, dropped)
    }
  }

  package enum Event: Sendable, Equatable {
    case call(Call)
    case answer(Response)
    /// Changes of the shared state that weren't made by a response.
    ///
    /// The first event contains the whole state. In a replay, functions run again and make their own changes again.
    case state([String: AnyCodableValue], isOfScript: Bool)
    case gate(String, isOpen: Bool)
  }

  /// The start of a call.
  package struct Call: Sendable, Equatable {
    /// The number of the call among all calls, from 1.
    package var order: Int
    package var service: String?
    package var method: String
    package var arguments: AnyCodableValue
    /// The number of the call among the method's calls, and the number within its rule and key.
    package var count: Int
    package var step: Int
    package var key: AnyCodableValue?
    package var lacksKey: Bool
    /// The index of the response in the configuration, and its location in the script.
    package var response: Int?
    package var place: ScriptLocation?
    /// The time on the clock; nil if it isn't known.
    package var at: Duration?
    package var caller: Caller
    package var candidates: [CallCandidate]

    package init(
      order: Int, service: String?, method: String, arguments: AnyCodableValue, count: Int,
      step: Int, key: AnyCodableValue?, lacksKey: Bool, response: Int?, place: ScriptLocation?,
      at: Duration?, caller: Caller, candidates: [CallCandidate]
    ) {
      (self.order, self.service, self.method) = (order, service, method)
      (self.arguments, self.count, self.step) = (arguments, count, step)
      (self.key, self.lacksKey, self.response) = (key, lacksKey, response)
      (self.place, self.at, self.caller, self.candidates) = (place, at, caller, candidates)
    }

    package var name: String { service.map { "\($0).\(method)" } ?? method }
  }

  package enum Caller: Sendable, Equatable {
    case test
    case app(String)
    /// A function of the script that computes the response to another call.
    case script
    /// The test, whose closure responded to the call.
    case stubbed
  }

  /// The end of a call.
  package struct Response: Sendable, Equatable {
    package var order: Int
    package var outcome: MockCallOutcome
    /// The script's value, if the app's type rejected it.
    package var given: AnyCodableValue?
    package var duration: Duration?
    /// The changes that the call made to the shared state.
    package var changes: [String: AnyCodableValue]

    package init(
      order: Int, outcome: MockCallOutcome, given: AnyCodableValue?, duration: Duration?,
      changes: [String: AnyCodableValue]
    ) {
      (self.order, self.outcome, self.given) = (order, outcome, given)
      (self.duration, self.changes) = (duration, changes)
    }
  }

  /// An issue of the test, or an issue that only strict tests report.
  package struct Issue: Sendable, Equatable {
    package var text: String
    /// The line of the test; nil if it isn't known.
    package var place: ScriptLocation?
    /// The check of the scenario that found the issue; nil for an expectation of the test itself.
    package var check: String?
    /// The number of the call that the issue concerns, if any.
    package var call: Int?
    /// Whether the issue fails the test; false for an issue that only strict tests report.
    package var isFailure = true

    package init(
      text: String, place: ScriptLocation? = nil, check: String? = nil, call: Int? = nil,
      isFailure: Bool = true
    ) {
      (self.text, self.place, self.check, self.call) = (text, place, check, call)
      self.isFailure = isFailure
    }
  }
}

package enum MockLuaVersion {
  package static let current = "0.1.0"
}

extension MockTrace {
  /// The trace as JSON Lines.
  ///
  /// A line ending follows the last line.
  package var utf8: [UInt8] {
    values.reduce(into: []) { text, line in
      text += line.compactJSON
      text.append(0x0A)
    }
  }

  private var values: [AnyCodableValue] {
    [headerValue, ["event": "script", "script": script.encodedValue]] + events.map(\.value)
      + issues.map(\.value)
  }

  /// The first line.
  package var headerValue: AnyCodableValue {
    .object([
      "trace": .int(Self.version), "package": .string(header.package), "lua": "5.4",
      "lines": .int(2 + events.count + issues.count), "clock": .string(header.clock.rawValue),
      "startMs": .int(header.startMs), "calls": .int(header.calls),
      "test": header.test.map { .string($0) }, "plan": header.plan.map { .string($0) },
      "planInWords": header.planInWords.map { .string($0) }, "runs": header.runs.map { .int($0) },
      "notTried": header.notTried.isEmpty ? .none : .array(header.notTried.map { .string($0) }),
      "dropped": header.dropped > 0 ? .int(header.dropped) : .none,
    ])
  }
}

extension MockTrace.Event {
  /// The event as data, for a line of the file.
  package var value: AnyCodableValue {
    switch self {
    case .call(let call): call.value
    case .answer(let answer): answer.value
    case .state(let values, let isOfScript):
      .object([
        "event": "state", "set": .dictionary(values), "by": isOfScript ? "script" : .none,
      ])
    case .gate(let name, let isOpen):
      ["event": "gate", "gate": .string(name), "open": .bool(isOpen)]
    }
  }
}

extension MockTrace.Call {
  fileprivate var value: AnyCodableValue {
    let (app, by): (AnyCodableValue?, AnyCodableValue?) =
      switch caller {
      case .test: (nil, nil)
      case .app(let name): (.string(name), nil)
      case .script: (nil, "script")
      case .stubbed: (nil, "closure")
      }
    let rules = candidates.map { $0.value(forInspector: false) }
    return .object([
      "event": "call", "order": .int(order), "method": .string(method), "arguments": arguments,
      "count": .int(count), "step": .int(step), "service": service.map { .string($0) },
      "key": key, "lacksKey": lacksKey ? true : .none, "response": response.map { .int($0) },
      "place": place.map { .string($0.description) }, "atMs": at?.milliseconds, "app": app,
      "by": by, "candidates": rules.isEmpty ? .none : .array(rules),
    ])
  }
}

extension MockTrace.Response {
  fileprivate var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = ["event": "answer", "order": .int(order)]
    switch outcome {
    case .running: members["result"] = "none"
    case .cancelled: members["result"] = "cancelled"
    case .returned(let value):
      members["result"] = "success"
      members["value"] = value
    case .threw(let error):
      members["result"] = "error"
      members["error"] = .object([
        "code": .string(error.code), "message": .string(error.message), "details": error.details,
        "problem": error.problem.map { .string($0.rawValue) },
        "place": error.place.map { .string($0.description) },
      ])
    }
    members["given"] = given
    members["durationMs"] = duration?.milliseconds
    if !changes.isEmpty { members["set"] = .dictionary(changes) }
    return .dictionary(members)
  }
}

extension MockTrace.Issue {
  /// The issue as data, for a line of the file.
  package var value: AnyCodableValue {
    .object([
      "event": isFailure ? "issue" : "warning", "text": .string(text),
      "place": place.map { .string($0.description) }, "check": check.map { .string($0) },
      "call": call.map { .int($0) },
    ])
  }
}

extension Duration {
  /// The duration in milliseconds, with a precision of a microsecond.
  fileprivate var milliseconds: AnyCodableValue {
    let (seconds, attoseconds) = components
    let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    return microseconds % 1000 == 0
      ? .int(microseconds / 1000) : .double(Double(microseconds) / 1000)
  }
}
