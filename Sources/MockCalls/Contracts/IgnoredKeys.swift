internal import MockPlatform

/// Finds keys of configured values that the app's types ignore.
///
/// Only strict tests request this check. A configured response is checked once for each type that it is decoded as. A
/// dynamic response is checked every time.
package final class IgnoredKeys: Sendable {
  private struct Reading: Hashable {
    var method: Int
    var index: Int
    var element: Int?
    var type: ObjectIdentifier
  }

  private struct State {
    var read: Set<Reading> = []
    var failures: [MockFailure] = []
  }

  private let watching = AtomicNumber()
  private let state = Locked(State())
  /// Sends a failure to the process that requested the check.
  ///
  /// It is `nil` in that process.
  private let forward: (@Sendable (MockFailure) -> Void)?

  init() { forward = nil }

  /// Creates a check on behalf of a test in another process.
  init(forwarding forward: @escaping @Sendable (MockFailure) -> Void) {
    self.forward = forward
    isWatching = true
  }

  /// Whether a test requested the check.
  package var isWatching: Bool {
    get { watching.value != 0 }
    set { watching.value = newValue ? 1 : 0 }
  }

  /// The failures found so far, in the order of the calls.
  package var failures: [MockFailure] { state.withLock { $0.failures } }

  /// Whether another process requested the check of a response.
  var isForwarding: Bool { forward != nil }

  /// Returns whether a configured response is decoded as a type for the first time.
  ///
  /// Both indices start at 0, and `element` is `nil` if the value isn't in a stream. `method` is the number of the
  /// method.
  func isNew(_ index: Int, element: Int?, of method: Int, as type: any Any.Type) -> Bool {
    let reading = Reading(
      method: method, index: index, element: element, type: ObjectIdentifier(type))
    return state.withLock { $0.read.insert(reading).inserted }
  }

  /// Adds a failure, unless it is already present, or forwards it.
  package func add(_ failure: MockFailure) {
    if let forward { return forward(failure) }
    state.withLock { state in
      if !state.failures.contains(failure) { state.failures.append(failure) }
    }
  }
}
