public import Foundation
public import MockServices

/// A handwritten mock, which records its calls and responds with the stubs that a test sets.
///
/// One line adds everything that a mock needs, even if the mock is an actor or isolated to the main actor:
///
/// ```swift
/// final class MockUserService: UserService, MockProtocol {
///   let mockStorage = MockStorage()
///
///   func currentUser() async throws -> User? {
///     try await respond(to: "currentUser", default: User.makeStub())
///   }
/// }
/// ```
///
/// Alternatively, a mock can declare `invocations`, `stubbedResults`, and `mockLock` itself. The methods of this
/// protocol then hold `mockLock` while they access the two properties. The mock's own code must do the same.
public protocol MockProtocol: AnyObject {
  /// The type of `mockStorage`: ``MockStorage``, or `Void` if the mock declares its storage itself.
  associatedtype Storage = Void

  /// The object that stores the mock's calls and stubs.
  var mockStorage: Storage { get }

  /// The recorded calls, by method.
  ///
  /// Each element is the list of arguments of one call.
  var invocations: [String: [Any]] { get set }

  /// The results that the test has set, by method.
  ///
  /// The error of the method `name` has the key `"name_error"`.
  var stubbedResults: [String: Any] { get set }

  /// A lock for state that the mock adds.
  var mockLock: NSLock { get }

  /// Records a call.
  func recordInvocation(_ method: String, arguments: Any...)

  /// Returns the result that the test has set for a method, or the default.
  func stubbedResult<T>(
    for method: String, default defaultValue: T, file: StaticString, line: UInt
  ) -> T

  /// Expects that a method was called an exact number of times.
  func verify(_ method: String, called times: Int, file: StaticString, line: UInt)

  /// Removes all calls and stubs.
  func reset()
}

extension MockProtocol where Storage == Void {
  /// Empty, because the mock declares its storage itself.
  public var mockStorage: Void { () }
}

extension MockProtocol where Storage == MockStorage {
  /// The recorded calls, by method.
  ///
  /// Each element is the list of arguments of one call.
  public var invocations: [String: [Any]] {
    get { mockStorage.contents { $0.invocations } }
    _modify { yield &mockStorage[changing: \.invocations] }
  }

  /// The results that the test has set, by method.
  ///
  /// The error of the method `name` has the key `"name_error"`.
  public var stubbedResults: [String: Any] {
    get { mockStorage.contents { $0.stubbedResults } }
    _modify { yield &mockStorage[changing: \.stubbedResults] }
  }

  /// A lock for state that the mock adds.
  ///
  /// Calls and stubs have a different lock, so you can access them while you hold this one.
  public var mockLock: NSLock { mockStorage.lock }
}

extension MockProtocol {
  /// Records a call to a method with its arguments.
  ///
  /// - Parameters:
  ///   - method: The name of the method, for verifications.
  ///   - arguments: The arguments in order.
  public func recordInvocation(_ method: String, arguments: Any...) {
    record(method, arguments)
  }

  /// Records a call to a method with its arguments, for mocks that record calls with `await`.
  ///
  /// It does the same as ``recordInvocation(_:arguments:)``.
  ///
  /// - Parameters:
  ///   - method: The name of the method, for verifications.
  ///   - arguments: The arguments in order.
  public nonisolated(nonsending) func recordInvocationAsync(
    _ method: String, arguments: Any...
  ) async {
    record(method, arguments)
  }

  /// Returns the arguments of a method's calls, with the oldest call first.
  ///
  /// - Parameter method: The name that the mock passed when it recorded the calls.
  /// - Returns: A list of arguments for each call.
  public func calls(of method: String) -> [[Any]] {
    let calls = recorded()[method] ?? []
    // A mock with its own storage may have stored a single argument without a list.
    return calls.map { $0 as? [Any] ?? [$0] }
  }

  /// Removes all calls and stubs.
  ///
  /// In a mock that uses ``MockStorage``, this also resets all other settings except the clock.
  public func reset() {
    if let storage = mockStorage as? MockStorage { return storage.reset() }
    let previous = mockLock.withLock {
      defer { (invocations, stubbedResults) = ([:], [:]) }
      return (invocations, stubbedResults)
    }
    withExtendedLifetime(previous) {}
  }

  func record(_ method: String, _ arguments: [Any]) {
    if let storage = mockStorage as? MockStorage {
      storage.contents { $0.invocations[method, default: []].append(arguments) }
    } else {
      mockLock.withLock { invocations[method, default: []].append(arguments) }
    }
  }

  func recorded() -> [String: [Any]] {
    if let storage = mockStorage as? MockStorage { return storage.contents { $0.invocations } }
    return mockLock.withLock { invocations }
  }

  func stub(for key: String) -> Any? {
    if let storage = mockStorage as? MockStorage {
      return storage.contents { $0.stubbedResults[key] }
    }
    return mockLock.withLock { stubbedResults[key] }
  }
}

extension MockProtocol where Storage == MockStorage {
  /// Whether `respond`, `stubbedOutcome`, and `throwStubbedError` throw ``errorToThrow`` for every method.
  ///
  /// The default is false.
  public var shouldThrowError: Bool {
    get { mockStorage.contents { $0.shouldThrowError } }
    set { mockStorage.contents { $0.shouldThrowError = newValue } }
  }

  /// The error to throw if ``shouldThrowError`` is true.
  ///
  /// If it is nil, which is the default, the error is ``MockError/stubbedFailure(method:)``.
  public var errorToThrow: (any Error)? {
    get { mockStorage.contents { $0.errorToThrow } }
    set { mockStorage.contents { $0.errorToThrow = newValue } }
  }

  /// The delay of ``simulateDelay()``, in seconds.
  ///
  /// The default is 0.
  public var simulatedDelay: TimeInterval {
    get { mockStorage.contents { $0.simulatedDelay } }
    set { mockStorage.contents { $0.simulatedDelay = newValue } }
  }

  /// The clock that measures simulated delays.
  ///
  /// With a virtual clock, delays take no real time.
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

  /// Performs the steps of a simple method: records the call, waits for the simulated delay, and returns the response.
  ///
  /// - Parameters:
  ///   - method: The name of the method.
  ///   - arguments: The arguments, in order.
  ///   - defaultValue: The value to return if the method has no stub.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  /// - Returns: The stubbed result, or the default.
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
