internal import MockServices

/// A record of the states of a mock, for verification in a test.
///
/// ```swift
/// let states = MockStateRecorder<DownloadState>()
/// func start() { states.transition(to: .running) }
/// ```
public final class MockStateRecorder<State: Equatable & Sendable>: Sendable {
  private let history: Locked<[State]>

  /// Creates a recorder.
  ///
  /// - Parameter initial: The first state; none by default.
  public init(_ initial: State? = nil) {
    history = Locked(initial.map { [$0] } ?? [])
  }

  /// The states in order, starting with the initial one.
  public var stateHistory: [State] { history.withLock { $0 } }

  /// The last state; nil if there was neither an initial state nor a transition.
  public var state: State? { stateHistory.last }

  /// Records a state.
  public func transition(to newState: State) {
    history.withLock { $0.append(newState) }
  }

  /// Expects exactly these states, and records a failure at the caller's line otherwise.
  ///
  /// - Parameters:
  ///   - expected: The states in order, starting with the initial one.
  ///   - file: The file of a failure; the caller's by default.
  ///   - line: The line of a failure; the caller's by default.
  public func verifyStateTransitions(
    _ expected: [State], file: StaticString = #filePath, line: UInt = #line
  ) {
    let actual = stateHistory
    guard actual != expected else { return }
    let index = zip(actual, expected).prefix { $0 == $1 }.count
    let found = index < actual.count ? "`\(actual[index])`" : "none"
    let wanted = index < expected.count ? "`\(expected[index])`" : "no more"
    MockFailureHandler.report(
      MockFailure(
        severity: .expectation,
        message: "expected \(wanted) as state \(index + 1), found \(found)\n"
          + "  expected: \(expected)\n  found: \(actual)",
        sourceLocation: MockSourceLocation(file: file, line: line)))
  }
}
