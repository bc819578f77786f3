package import MockData
internal import MockPlatform

/// A value that is being pushed to the open streams and handlers of a method.
enum PushedValue: Sendable {
  /// A value that a test pushes, and the same value as data for the log.
  case typed(MockDecoded<Any>, AnyCodableValue)
  /// A value that a script pushes.
  ///
  /// Each receiver decodes it.
  case data(AnyCodableValue)

  /// The value as data, for the log.
  var recorded: AnyCodableValue {
    switch self {
    case .typed(_, let value), .data(let value): value
    }
  }
}

/// A call whose stream or handler can get further values.
protocol PushTarget: AnyObject, Sendable {
  /// Throws ``MockServiceError`` if the value can't be decoded.
  func push(_ value: PushedValue) throws

  /// Ends the stream, or passes the error to the handler.
  func finish(_ error: (any Error)?)
}

/// The open streams and handlers of a scenario, which receive pushed values.
package final class PushTargets: Sendable {
  private struct Entry {
    var service: String?
    var method: String
    /// The number of the called mock, or 0 for a call without a mock.
    var mock: Int
    var target: any PushTarget
  }

  private let entries = Locked<(last: Int, all: [Int: Entry])>((0, [:]), isLeaf: true)

  /// Adds a stream or a handler, and returns its number.
  func add(_ target: any PushTarget, of service: String?, _ method: String, mock: Int) -> Int {
    entries.withLock { entries in
      entries.last += 1
      entries.all[entries.last] = Entry(
        service: service, method: method, mock: mock, target: target)
      return entries.last
    }
  }

  func remove(_ id: Int) {
    entries.discard { $0.all.removeValue(forKey: id) }
  }

  /// Returns the receivers of a method's open calls, in the order in which the calls began.
  ///
  /// If `mock` is 0, the calls to all mocks count.
  func targets(of service: String?, _ method: String, mock: Int) -> [any PushTarget] {
    found { entry in
      entry.service == service && entry.method == method && (mock == 0 || entry.mock == mock)
    }
  }

  /// Returns whether any call to a method is open.
  package func isOpen(_ name: String) -> Bool { !targets(of: name).isEmpty }

  /// Pushes a value to the open calls to a method, such as `Location.updates`.
  ///
  /// - Throws: ``MockServiceError`` if the value can't be decoded.
  package func push(_ value: AnyCodableValue, to name: String) throws {
    for target in targets(of: name) { try target.push(.data(value)) }
  }

  /// Ends the open calls to a method, with an error or nil.
  package func finish(_ name: String, _ error: MockServiceError?) {
    for target in targets(of: name) { target.finish(error) }
  }

  /// Returns the reason why handlers that an app in another process has passed to a method don't receive values.
  package static func outOfReach(_ name: String) -> String {
    "the handler of `\(name)` is in another process, so it can't receive pushed values; change the"
      + " protocol so that the method returns a stream, or call the handler with `reply(...)`"
  }

  /// Ends the streams that stay open for pushed values, and removes all other streams and the handlers.
  ///
  /// This is called when the scenario of the service is reset.
  func endAll(of service: String?) {
    let ended = entries.withLock { entries in
      let ended = entries.all.filter { $0.value.service == service }
      for id in ended.keys { entries.all[id] = nil }
      return ended
    }
    for (_, entry) in ended.sorted(by: { $0.key < $1.key }) {
      (entry.target as? OpenStream)?.endIfAnswered()
    }
  }

  /// Removes all streams and handlers, because they may hold objects of the app.
  package func removeAll() {
    entries.discard { entries in
      defer { entries.all = [:] }
      return entries.all
    }
  }

  private func targets(of name: String) -> [any PushTarget] {
    found { entry in entry.service.map { "\($0).\(entry.method)" } ?? entry.method == name }
  }

  private func found(_ accepts: (Entry) -> Bool) -> [any PushTarget] {
    entries.withLock { $0.all.filter { accepts($0.value) } }.sorted { $0.key < $1.key }
      .map(\.value.target)
  }
}
