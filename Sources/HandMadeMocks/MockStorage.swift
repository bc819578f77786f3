internal import Foundation
public import MockServices

/// The calls and stubs of a handwritten mock, which can be used from any thread.
///
/// `@unchecked Sendable`: `guarded` is only accessed under `contentsLock`. Arguments and stubs that aren't `Sendable`
/// are passed on unchanged, so the code that creates them is responsible for using them safely.
public final class MockStorage: @unchecked Sendable {
  struct Contents {
    var invocations: [String: [Any]] = [:]
    var stubbedResults: [String: Any] = [:]
    var shouldThrowError = false
    var errorToThrow: (any Error)?
    var simulatedDelay: TimeInterval = 0
    var clock: MockClock
  }

  /// A lock for the mock's own state.
  let lock = NSLock()
  private let contentsLock = NSLock()
  /// A lock that a thread holds while it changes a part of the contents, from reading the part to writing it back.
  ///
  /// The lock is recursive because an object that is released during the change may call the mock.
  private let changing = NSRecursiveLock()
  private var guarded: Contents

  /// Creates empty storage.
  ///
  /// - Parameter clock: The clock that measures simulated delays. The default is the system clock.
  public init(clock: MockClock = .system) {
    guarded = Contents(clock: clock)
  }

  func contents<Result>(_ body: (inout Contents) -> Result) -> Result {
    contentsLock.withLock { body(&guarded) }
  }

  /// If the caller changes a part of the contents, other threads wait until the change is done.
  subscript<Part>(changing part: WritableKeyPath<Contents, Part>) -> Part {
    get { contents { $0[keyPath: part] } }
    _modify {
      changing.lock()
      defer { changing.unlock() }
      var changed = contents { $0[keyPath: part] }
      // This copy keeps the replaced value alive, so that it is released outside of `contentsLock`.
      let previous = changed
      yield &changed
      contents { $0[keyPath: part] = changed }
      withExtendedLifetime(previous) {}
    }
  }

  /// Removes everything except the clock.
  func reset() {
    // Release the old contents outside of the lock, because a `deinit` may call the mock.
    changing.lock()
    defer { changing.unlock() }
    let previous = contents { contents in
      let previous = contents
      contents = Contents(clock: previous.clock)
      return previous
    }
    withExtendedLifetime(previous) {}
  }
}

/// Records the states that a mock goes through, so that a test can verify them.
///
/// ```swift
/// let states = MockStateRecorder<DownloadState>()
/// func start() { states.transition(to: .running) }
/// ```
public final class MockStateRecorder<State: Equatable & Sendable>: Sendable {
  private let history: Locked<[State]>

  /// Creates a recorder.
  ///
  /// - Parameter initial: The first state, or nil (the default) to begin without a state.
  public init(_ initial: State? = nil) {
    history = Locked(initial.map { [$0] } ?? [])
  }

  /// The states in order, starting with the initial one.
  public var stateHistory: [State] { history.withLock { $0 } }

  /// The latest state, or nil if no state has been recorded.
  public var state: State? { stateHistory.last }

  /// Records a state.
  public func transition(to newState: State) {
    history.withLock { $0.append(newState) }
  }

  /// Expects that exactly these states were recorded.
  ///
  /// If they weren't, this method records a failure at the caller's line.
  ///
  /// - Parameters:
  ///   - expected: The states in order, starting with the initial one.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
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
