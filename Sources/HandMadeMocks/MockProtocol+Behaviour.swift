public import Foundation
public import MockServices

extension MockProtocol where Storage == MockStorage {
  /// Whether every method with a stubbed outcome throws ``errorToThrow``; false by default.
  public var shouldThrowError: Bool {
    get { mockStorage.contents { $0.shouldThrowError } }
    set { mockStorage.contents { $0.shouldThrowError = newValue } }
  }

  /// The error to throw with ``shouldThrowError``; nil, the default, means ``MockError/stubbedFailure(method:)``.
  public var errorToThrow: (any Error)? {
    get { mockStorage.contents { $0.errorToThrow } }
    set { mockStorage.contents { $0.errorToThrow = newValue } }
  }

  /// The delay of ``simulateDelay()`` in seconds; 0 by default.
  public var simulatedDelay: TimeInterval {
    get { mockStorage.contents { $0.simulatedDelay } }
    set { mockStorage.contents { $0.simulatedDelay = newValue } }
  }

  /// The clock of simulated delays; with a virtual clock, delays take no time.
  public var clock: MockClock {
    get { mockStorage.contents { $0.clock } }
    set { mockStorage.contents { $0.clock = newValue } }
  }

  /// Waits for ``simulatedDelay`` on ``clock``.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  public nonisolated(nonsending) func simulateDelay() async throws {
    let (delay, clock) = mockStorage.contents { ($0.simulatedDelay, $0.clock) }
    if delay > 0 { try await clock.sleep(for: .seconds(delay)) }
  }

  /// Performs the steps of a simple method: records the call, waits, and returns the response.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments, in order.
  ///   - defaultValue: The result if there is no stub.
  ///   - file: The file of a failure; the caller's by default.
  ///   - line: The line of a failure; the caller's by default.
  /// - Returns: The stub or the default.
  /// - Throws: The error that the test has set, or `CancellationError` if the task is canceled.
  public nonisolated(nonsending) func respond<T>(
    to method: String, arguments: Any..., default defaultValue: T, file: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> T {
    record(method, arguments)
    try await simulateDelay()
    return try stubbedOutcome(for: method, default: defaultValue, file: file, line: line)
  }
}
