internal import Foundation
public import MockServices

/// The calls and stubs of a mock that is written by hand, safe to use from every thread.
///
/// `@unchecked Sendable`: `guarded` is only touched under `contentsLock`. The arguments and stubs themselves are
/// handed on as they are: those that are not `Sendable` belong to whoever made them.
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
  /// Held by whoever changes a part of what is kept, from reading it to writing it back.
  ///
  /// Its owner can take it again, since what is freed meanwhile may call the mock.
  private let changing = NSRecursiveLock()
  private var guarded: Contents

  /// Creates an empty storage.
  ///
  /// - Parameter clock: The clock of simulated delays; the machine's by default.
  public init(clock: MockClock = .system) {
    guarded = Contents(clock: clock)
  }

  /// Reads or changes the contents.
  func contents<Result>(_ body: (inout Contents) -> Result) -> Result {
    contentsLock.withLock { body(&guarded) }
  }

  /// Gives a part out to be changed, and keeps it; changes of other threads wait for each other.
  subscript<Part>(changing part: WritableKeyPath<Contents, Part>) -> Part {
    get { contents { $0[keyPath: part] } }
    _modify {
      changing.lock()
      defer { changing.unlock() }
      var changed = contents { $0[keyPath: part] }
      // What is replaced is freed when this one is, without `contentsLock`.
      let previous = changed
      yield &changed
      contents { $0[keyPath: part] = changed }
      withExtendedLifetime(previous) {}
    }
  }

  /// Forgets everything but the clock.
  func reset() {
    // What is forgotten is released outside of the lock, since a `deinit` may call the mock.
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
