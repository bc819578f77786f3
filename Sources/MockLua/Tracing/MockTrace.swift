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
  /// They have the names that places use.
  package var script: MockScript
  /// The events, in order.
  package var events: [Event]
  /// The issues.
  ///
  /// A trace that a test has written contains at least one.
  package var issues: [Issue]

  /// General information about the run.
  package struct Header: Sendable, Equatable {
    /// The version of the package that wrote the trace.
    package var package = MockLuaVersion.current
    /// The name of the test; nil if it isn't known.
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
    /// The calls of an explored test that could fail but weren't made to fail, with the reasons.
    package var notTried: [String] = []
  }

  /// An event of a run.
  package enum Event: Sendable, Equatable {
    case call(Call)
    case answer(Answer)
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
    /// The index of the response in the configuration, and its place in the script.
    package var response: Int?
    package var place: ScriptLocation?
    /// The time on the clock; nil if it isn't known.
    package var at: Duration?
    package var caller: Caller
    package var candidates: [CallCandidate]

    /// The service and method, as in `Service.method`.
    package var name: String { service.map { "\($0).\(method)" } ?? method }
  }

  /// The caller of a call.
  package enum Caller: Sendable, Equatable {
    case test
    case app(String)
    /// A function of the script that computes the response to another call.
    case script
    /// The test, whose closure responded to the call.
    case stubbed
  }

  /// The end of a call.
  package struct Answer: Sendable, Equatable {
    package var order: Int
    package var outcome: MockCallOutcome
    /// The script's value, if the app's type rejected it.
    package var given: AnyCodableValue?
    package var duration: Duration?
    /// The changes that the call made to the shared state.
    package var changes: [String: AnyCodableValue]
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

/// The version of the package.
package enum MockLuaVersion {
  package static let current = "0.1.0"
}
