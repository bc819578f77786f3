package import MockCalls
package import MockConfiguration
package import MockData

/// A run of a scenario as one file: the script, what happened, and what went wrong.
///
/// As text it is JSON, one object a line; the article on traces says what each line has.
package struct MockTrace: Sendable, Equatable {
  /// The version of the format that is written, and the latest that is read.
  package static let version = 1

  package var header: Header
  /// The script with its modules and fixtures; its name is the one that places have.
  package var script: MockScript
  /// What happened, in order.
  package var events: [Event]
  /// What went wrong; at least one in a trace that a test leaves.
  package var issues: [Issue]

  /// What the trace is of.
  package struct Header: Sendable, Equatable {
    /// The version of the package that wrote it.
    package var package = MockLuaVersion.current
    /// The test; nil where none is known.
    package var test: String?
    package var clock: MockClock.Mode
    /// When the clock started, in milliseconds since 1970.
    package var startMs: Int
    /// How many calls were made in all, and how many of them the log no longer had.
    package var calls: Int
    package var dropped: Int
    /// The plan under which the test was explored, and the same in words; nil for any other test.
    package var plan: String?
    package var planInWords: String?
    /// The number of runs of an explored test, up to the one that is shown; nil for any other test.
    package var runs: Int?
    /// The calls of an explored test that can fail and were not let fail, with the reasons.
    package var notTried: [String] = []
  }

  /// Something that happened.
  package enum Event: Sendable, Equatable {
    case call(Call)
    case answer(Answer)
    /// Values of the shared state that no answer has set; the first event says them all. Those of a function are set
    /// again where it runs again.
    case state([String: AnyCodableValue], isOfScript: Bool)
    case gate(String, isOpen: Bool)
  }

  /// The beginning of a call.
  package struct Call: Sendable, Equatable {
    /// The number among all calls, from 1.
    package var order: Int
    package var service: String?
    package var method: String
    package var arguments: AnyCodableValue
    /// The number of the call of the method, and within its rule and key.
    package var count: Int
    package var step: Int
    package var key: AnyCodableValue?
    package var lacksKey: Bool
    /// The response: its place in the configuration's list, and in the script.
    package var response: Int?
    package var place: SourcePlace?
    /// The time on the clock; nil where it is not known.
    package var at: Duration?
    package var caller: Caller
    package var candidates: [CallCandidate]

    /// The method with its service.
    package var name: String { service.map { "\($0).\(method)" } ?? method }
  }

  /// Who made a call.
  package enum Caller: Sendable, Equatable {
    case test
    case app(String)
    /// A function of the script, which is answering another call.
    case script
    /// The test, which has answered it itself, by a closure.
    case stubbed
  }

  /// The end of a call.
  package struct Answer: Sendable, Equatable {
    package var order: Int
    package var outcome: MockCallOutcome
    /// The value that the script has given, where the app's type has refused it.
    package var given: AnyCodableValue?
    package var duration: Duration?
    /// What it has changed of the shared state.
    package var changes: [String: AnyCodableValue]
  }

  /// Something that went wrong, or that a strict test would be told.
  package struct Issue: Sendable, Equatable {
    package var text: String
    /// The line of the test; nil where none is known.
    package var place: SourcePlace?
    /// The check of the scenario that has found it; nil for what the test itself expected.
    package var check: String?
    /// The call that it is about.
    package var call: Int?
    /// False for what only a strict test is told.
    package var isFailure = true

    package init(
      text: String, place: SourcePlace? = nil, check: String? = nil, call: Int? = nil,
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
