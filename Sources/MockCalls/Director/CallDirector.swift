internal import MockConfiguration
package import MockData

/// Holds the responses of calls and decides when each one arrives while a test is explored.
///
/// Ordinary tests have no director.
///
/// A director controls everything that is created while it is ``CallDirection/current``: contexts pass it their
/// responses, and virtual clocks let it decide when time passes. Its methods are called without holding a ranked lock.
package protocol CallDirector: AnyObject, Sendable {
  /// Returns the number of a call, which is unique within the run.
  func number(of call: LoggedCall, in log: MockCallLog) -> Int

  /// Returns the fault to inject into a call whose response has been computed, if any.
  func fault(of call: DirectedCall) -> CallFault?

  /// Returns the index of the response that a call gets instead of a randomly chosen one.
  ///
  /// Unlike the other functions, it is called under a ranked lock.
  func response(of order: Int) -> Int?

  /// Records that the stream of a call has sent an element, which is counted from 1.
  func note(element: Int, of order: Int)

  /// Waits until it is the call's turn.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - delay: The delay of its response in the script.
  /// - Throws: `CancellationError` if the task is canceled, or if the director cancels the call.
  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws

  /// Called when a call starts to wait at a gate, or with `nil` when it stops waiting.
  func note(_ call: DirectedCall, waitsAt gate: String?)

  /// Called when something starts to sleep on a clock.
  func noteSleepers(on clock: MockClock)

  /// Called when work outside of calls begins.
  ///
  /// Nothing else may happen until it ends.
  func beginWork()

  /// Called when work outside of calls has ended.
  func endWork()

  /// Makes the director wait for a queue before anything else happens.
  func add(_ queue: any UnseenQueue)

  /// Stops waiting for a queue.
  func remove(_ queue: any UnseenQueue)

  /// Runs `body` so that its tasks belong to the director's run.
  func withRun<Result>(_ body: () throws -> Result) rethrows -> Result
}

extension CallDirector {
  package func response(of order: Int) -> Int? { nil }
  package func beginWork() {}
  package func endWork() {}
  package func add(_ queue: any UnseenQueue) {}
  package func remove(_ queue: any UnseenQueue) {}
  package func withRun<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

/// The director that controls everything created on the current task.
package enum CallDirection {
  @TaskLocal package static var current: (any CallDirector)?
}

/// A call, as a director sees it.
package struct DirectedCall: Sendable {
  /// The number that the director assigned.
  ///
  /// With a single scenario, it is the number in the log.
  package var order: Int
  package var service: String?
  package var method: String
  /// The number of the call among the calls of its method, from 1.
  package var count: Int
  /// The location of its response in a script.
  package var place: ScriptLocation?
  package var clock: MockClock
  /// The contracts of the mocks' protocols.
  package var contracts: MockContracts
  /// The errors that its caller accepts.
  package var errors: CallErrors
  /// Whether the caller can receive a `CancellationError`.
  package var isCancellable: Bool
  /// The value of its response, if any.
  package var value: AnyCodableValue?
  /// Whether the call returns a list that isn't empty.
  package var canBeEmpty = false
  /// Whether the call returns an optional that isn't `nil`.
  package var canBeNull = false
  /// The indices of the other responses that it could have got by chance.
  package var alternatives: [Int] = []

  /// The method with its service.
  package var name: String { service.map { "\($0).\(method)" } ?? method }
}

/// The unique numbers by which a director identifies the calls of a run.
///
/// These are usually the numbers in the log. A second scenario also counts from 1 in its log, and so does a restarted
/// scenario. To keep the numbers unique, this type numbers the calls of the second scenario from 10,001, the calls of
/// the third from 20,001, and so on.
package struct CallNumbers: Sendable {
  private static let distance = 10_000
  /// The logs in the order of their first calls, with another entry each time a log restarts.
  private var logs: [(log: MockCallLog, epoch: Int)] = []

  package init() {}

  /// Returns the number of a call.
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
