internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// Finds the keys of configured values that the app's types ignore, where a strict test asks for that.
///
/// Each configured answer is watched when it is decoded for the first time as a type, and each computed one
/// whenever it is.
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
  /// Who takes what is found to the process that asks; nil in that process.
  private let forwarder: (any CallForwarding)?

  init() { forwarder = nil }

  /// Watches one answer for a test in another process, which has said that it asks.
  init(telling forwarder: any CallForwarding) {
    self.forwarder = forwarder
    isWatching = true
  }

  /// Whether somebody asks.
  package var isWatching: Bool {
    get { watching.value != 0 }
    set { watching.value = newValue ? 1 : 0 }
  }

  /// What was found, in the order of the calls.
  package var failures: [MockFailure] { state.withLock { $0.failures } }

  /// Whether an answer has to be watched while it is decoded.
  func watches(
    _ method: MethodIdentity, _ index: Int, element: Int?, as type: any Any.Type
  ) -> Bool {
    guard forwarder == nil else { return true }
    guard method.prepared.indices.contains(index) else { return false }
    let prepared = method.prepared[index]
    if prepared.response.allowsExtra == true { return false }
    if prepared.isComputed { return true }
    let reading = Reading(
      method: method.number, index: index, element: element, type: ObjectIdentifier(type))
    return state.withLock { $0.read.insert(reading).inserted }
  }

  /// Notes what a type has ignored.
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
      if let forwarder { forwarder.report(failure) } else { add(failure) }
    }
  }

  /// What is said of a key that the app's type ignores.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - steps: The way to the object that has it, from the response on.
  ///   - nearest: A key that the type asks for and does not find; nil for none that is near.
  ///   - method: The method.
  ///   - index: The response, from 0.
  /// - Returns: The problem, and what to write.
  static func text(
    _ name: String, at steps: [JSONPath.Step], nearest: String?, of method: MethodIdentity,
    _ index: Int
  ) -> String {
    let permission =
      method.isOfScript
      ? "permit it with `:allows_extra()`" : "permit it with `\"allowsExtra\": true`"
    let path = JSONPath(steps + [.key(name)])
    let shown = method.isOfScript ? path.ofScript : path.description
    let hint =
      nearest.map { "did you mean `\($0.escaped)`? Else \(permission)" }
      ?? "remove it, or \(permission)"
    return
      "`\(method)`, response \(index + 1): the type that the app decodes ignores `\(shown.escaped)`; \(hint)"
  }

  /// Notes what was found, unless it is known.
  package func add(_ failure: MockFailure) {
    state.withLock { state in
      if !state.failures.contains(failure) { state.failures.append(failure) }
    }
  }
}
