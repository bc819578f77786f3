internal import MockConfiguration
package import MockData

/// Decides when the response of each call arrives while a test is explored.
///
/// Ordinary tests have no director.
///
/// A director controls everything that is created while it is ``CallDirection/current``: contexts let it hold their
/// responses, and virtual clocks let it decide when time passes. Its methods are called without holding a ranked lock.
package protocol CallDirector: AnyObject, Sendable {
  /// Returns the number of a call, which is unique within the run.
  func number(of call: LoggedCall, in log: MockCallLog) -> Int

  /// Returns the fault to inject into a call, if any.
  ///
  /// The response of the call has already been computed.
  func fault(of call: DirectedCall) -> CallFault?

  /// Returns the index of the response that a call gets, instead of choosing a response by chance.
  ///
  /// Unlike the other methods, this one is called under a ranked lock.
  func response(of order: Int) -> Int?

  /// Records that the stream of a call has sent an element.
  ///
  /// Elements are numbered from 1.
  func note(element: Int, of order: Int)

  /// Waits for a call's turn.
  ///
  /// `delay` is the delay that the script configures for the response. Throws `CancellationError` if the task is
  /// canceled, or if the director cancels the call.
  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws

  /// Called when a call starts to wait at a gate.
  ///
  /// When the call stops waiting, this method is called again with `nil`.
  func note(_ call: DirectedCall, waitsAt gate: String?)

  /// Called when something starts to sleep on a clock.
  func noteSleepers(on clock: MockClock)

  /// Called when work outside of calls begins.
  ///
  /// Until the work ends, nothing else happens.
  func beginWork()

  func endWork()

  /// Makes the director wait for a queue before anything else happens.
  func add(_ queue: any UnseenQueue)

  func remove(_ queue: any UnseenQueue)

  /// Runs `body` so that the tasks that it starts belong to the director's run.
  func withRun<Result>(_ body: () throws -> Result) rethrows -> Result
}

extension CallDirector {
  func note(element: Int, of call: LoggedCall, in log: MockCallLog) {
    note(element: element, of: number(of: call, in: log))
  }

  package func response(of order: Int) -> Int? { nil }
  package func beginWork() {}
  package func endWork() {}
  package func add(_ queue: any UnseenQueue) {}
  package func remove(_ queue: any UnseenQueue) {}
  package func withRun<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

/// The director that controls everything that the current task creates.
package enum CallDirection {
  @TaskLocal package static var current: (any CallDirector)?
}

/// The facts about a call that a director needs.
package struct DirectedCall: Sendable {
  /// The number that the director has assigned to the call.
  ///
  /// If the test has a single scenario, this is the number in the log.
  package var order: Int
  package var service: String?
  package var method: String
  /// The arguments as JSON, shortened and without secrets, or empty for a call without arguments.
  package var arguments: String
  /// The number of the call among the method's calls, starting at 1.
  package var count: Int
  /// The location of the call's response in a script.
  package var place: ScriptLocation?
  package var clock: MockClock
  /// The contracts of the mocks that share the call's sequencers.
  package var contracts: MockContracts
  package var errors: CallErrors
  /// Whether the caller can throw a `CancellationError`.
  package var isCancellable: Bool
  package var value: AnyCodableValue?
  /// Whether the call returns a list that has elements, so that an empty list is a fault.
  package var canBeEmpty = false
  /// Whether the call returns an optional that has a value, so that `nil` is a fault.
  package var canBeNull = false
  /// The indices of the other responses that could have been chosen by chance.
  package var alternatives: [Int] = []

  package var name: String { service.map { "\($0).\(method)" } ?? method }
}

extension MockArguments {
  /// The maximum number of characters of the arguments in a description of a schedule.
  private static let wordLimit = 60

  /// Returns the arguments as JSON, shortened and without secrets, or an empty string for a call without arguments.
  func words(_ redaction: Redaction) -> String {
    let value = value
    return value == [:] ? "" : redaction.redacted(value).text(limit: Self.wordLimit)
  }
}

/// The numbers by which a director identifies the calls of a run.
///
/// Usually, these are the numbers in the log. But the log of a second scenario also starts at 1, and so does the log of
/// a scenario that was restarted. To keep the numbers unique, the calls of the second log are numbered from 10,001, the
/// calls of the third from 20,001, and so on.
package struct CallNumbers: Sendable {
  private static let distance = 10_000
  /// The logs in the order of their first calls.
  ///
  /// If a log restarts, it is added again.
  private var logs: [(log: MockCallLog, epoch: Int)] = []

  package init() {}

  package mutating func number(of call: LoggedCall, in log: MockCallLog) -> Int {
    let index =
      logs.firstIndex { $0.log === log && $0.epoch == call.epoch }
      ?? {
        logs.append((log, call.epoch))
        return logs.count - 1
      }()
    return call.order + index * Self.distance
  }
}
