internal import Foundation

extension MockProtocol {
  /// Records a call of a method with its arguments.
  ///
  /// - Parameters:
  ///   - method: The name of the method, for verifications.
  ///   - arguments: The arguments in order.
  public func recordInvocation(_ method: String, arguments: Any...) {
    record(method, arguments)
  }

  /// Records a call like ``recordInvocation(_:arguments:)``, for mocks that await the recording.
  ///
  /// - Parameters:
  ///   - method: The name of the method, for verifications.
  ///   - arguments: The arguments in order, which are recorded as a flat list.
  public nonisolated(nonsending) func recordInvocationAsync(
    _ method: String, arguments: Any...
  ) async {
    record(method, arguments)
  }

  /// Returns the arguments of a method's calls, with the oldest call first.
  ///
  /// - Parameter method: The name with which the calls were recorded.
  /// - Returns: A list of arguments for each call.
  public func calls(of method: String) -> [[Any]] {
    let calls = recorded()[method] ?? []
    // A mock with its own storage may have stored a single argument without a list.
    return calls.map { $0 as? [Any] ?? [$0] }
  }

  /// Removes all calls and stubs, and everything else in ``MockStorage`` except the clock.
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
