internal import Foundation

extension MockProtocol {
  /// Records a call of a method with its arguments.
  ///
  /// - Parameters:
  ///   - method: The name under which a test verifies the call.
  ///   - arguments: The arguments in order.
  public func recordInvocation(_ method: String, arguments: Any...) {
    record(method, arguments)
  }

  /// Records a call like ``recordInvocation(_:arguments:)``, for mocks that wait for it.
  ///
  /// - Parameters:
  ///   - method: The name under which a test verifies the call.
  ///   - arguments: The arguments in order; they are recorded flat, not as a list in a list.
  public nonisolated(nonsending) func recordInvocationAsync(
    _ method: String, arguments: Any...
  ) async {
    record(method, arguments)
  }

  /// The arguments of the calls of a method, oldest first.
  ///
  /// - Parameter method: The name under which the calls were recorded.
  /// - Returns: A list of arguments for each call.
  public func calls(of method: String) -> [[Any]] {
    let calls = recorded()[method] ?? []
    // A mock with storage of its own may have put a sole argument there without a list around it.
    return calls.map { $0 as? [Any] ?? [$0] }
  }

  /// Forgets all calls and stubs, and what ``MockStorage`` keeps besides; the clock stays.
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
