public import Foundation
public import MockServices

extension MockProtocol where Storage == MockStorage {
  /// Whether every method that asks for its outcome throws ``errorToThrow``; false by default.
  public var shouldThrowError: Bool {
    get { mockStorage.contents { $0.shouldThrowError } }
    set { mockStorage.contents { $0.shouldThrowError = newValue } }
  }

  /// The error of ``shouldThrowError``; nil, the default, means ``MockError/stubbedFailure(method:)``.
  public var errorToThrow: (any Error)? {
    get { mockStorage.contents { $0.errorToThrow } }
    set { mockStorage.contents { $0.errorToThrow = newValue } }
  }

  /// How long ``simulateDelay()`` waits, in seconds; 0 by default.
  public var simulatedDelay: TimeInterval {
    get { mockStorage.contents { $0.simulatedDelay } }
    set { mockStorage.contents { $0.simulatedDelay = newValue } }
  }

  /// The clock of simulated delays; a virtual one lets a test pass them in no time.
  public var clock: MockClock {
    get { mockStorage.contents { $0.clock } }
    set { mockStorage.contents { $0.clock = newValue } }
  }

  /// Waits for ``simulatedDelay`` on ``clock``.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public nonisolated(nonsending) func simulateDelay() async throws {
    let (delay, clock) = mockStorage.contents { ($0.simulatedDelay, $0.clock) }
    if delay > 0 { try await clock.sleep(for: .seconds(delay)) }
  }

  /// Does all that a simple method does: records the call, waits, and answers.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: Its arguments in order.
  ///   - defaultValue: The result without a stub.
  ///   - file: The file of a failure; the caller's by default.
  ///   - line: The line of a failure; the caller's by default.
  /// - Returns: The stub or the default.
  /// - Throws: The error that the test has set; `CancellationError` when the task is cancelled.
  public nonisolated(nonsending) func respond<T>(
    to method: String, arguments: Any..., default defaultValue: T, file: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> T {
    record(method, arguments)
    try await simulateDelay()
    return try stubbedOutcome(for: method, default: defaultValue, file: file, line: line)
  }
}
