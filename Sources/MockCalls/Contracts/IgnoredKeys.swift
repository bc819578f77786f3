internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Finds keys of configured values that the app's types ignore.
///
/// Only strict tests request this check. A configured response is checked the first time it is decoded as each type. A
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
  /// Sends a failure to the process that requested the check, or is `nil` in that process.
  private let forward: (@Sendable (MockFailure) -> Void)?

  init() { forward = nil }

  /// Checks a response on behalf of a test in another process.
  ///
  /// - Parameter forward: Sends a failure to that process.
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

  /// Returns whether a response must be checked while it is decoded.
  func watches(
    _ method: MethodIdentity, _ index: Int, element: Int?, as type: any Any.Type
  ) -> Bool {
    guard forward == nil else { return true }
    guard method.prepared.indices.contains(index) else { return false }
    let prepared = method.prepared[index]
    if prepared.response.ignoresUnknownKeys == true { return false }
    if prepared.isComputed { return true }
    let reading = Reading(
      method: method.number, index: index, element: element, type: ObjectIdentifier(type))
    return state.withLock { $0.read.insert(reading).inserted }
  }

  /// Adds the keys that a type has ignored.
  func add(
    _ ignored: [KeyWatch.Ignored], of method: MethodIdentity, _ index: Int, element: Int?
  ) {
    guard !ignored.isEmpty else { return }
    let place: [JSONPath.Step] =
      element.map { [.key("values"), .index($0)] } ?? [.key("value")]
    let failures = ignored.map { key in
      MockFailure(
        .ignoredKey,
        Self.text(key.name, at: place + key.path.steps, nearest: key.nearest, of: method, index),
        at: method.place(of: index))
    }
    for failure in failures {
      if let forward { forward(failure) } else { add(failure) }
    }
  }

  /// Returns the message about a key that the app's type ignores.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - steps: The path from the response to the object that contains the key.
  ///   - nearest: A similar key that the type looks for and doesn't find, or `nil`.
  ///   - method: The method.
  ///   - index: The index of the response, from 0.
  /// - Returns: The problem, and how to fix it.
  static func text(
    _ name: String, at steps: [JSONPath.Step], nearest: String?, of method: MethodIdentity,
    _ index: Int
  ) -> String {
    let permission =
      method.isOfScript
      ? "permit it with `:ignore_unknown_keys()`" : "permit it with `\"ignoresUnknownKeys\": true`"
    let path = JSONPath(steps + [.key(name)])
    let shown = method.isOfScript ? path.ofScript : path.description
    let hint =
      nearest.map { "did you mean `\($0.escaped)`? Otherwise, \(permission)" }
      ?? "remove it, or \(permission)"
    return
      "`\(method)`, response \(index + 1): the type that the app decodes ignores `\(shown.escaped)`; \(hint)"
  }

  /// Adds a failure, unless it is already present.
  package func add(_ failure: MockFailure) {
    state.withLock { state in
      if !state.failures.contains(failure) { state.failures.append(failure) }
    }
  }
}
