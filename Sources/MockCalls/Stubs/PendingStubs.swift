internal import CMockPlatform
internal import MockPlatform

/// The line of a test that adds a stub, with the number of the stub's calls that haven't ended.
///
/// The log keeps this object instead of the stub, because the closure of the stub may capture objects of the app.
final class StubPlace: Sendable {
  let location: MockSourceLocation?
  private let pending = AtomicNumber()
  private let nested = Locked<[Int: Int]>([:], isLeaf: true)

  /// The number of pending calls to a stub above which calls are counted for each thread or task.
  private static let unchecked = 16
  /// The maximum number of pending calls to a stub on one thread or in one task.
  private static let nestingLimit = 48

  init(_ location: MockSourceLocation?) { self.location = location }

  /// Begins a call to the stub, or returns false if the stub seems to call itself endlessly.
  ///
  /// `caller` is the number of the thread or task that makes the call.
  func begin(_ caller: @autoclosure () -> Int) -> Bool {
    guard pending.add(1) > Self.unchecked else { return true }
    let caller = caller()
    return nested.withLock { nested in
      nested[caller, default: 0] += 1
      return nested[caller, default: 0] <= Self.nestingLimit
    }
  }

  func end(_ caller: @autoclosure () -> Int) {
    guard pending.add(-1) >= Self.unchecked else { return }
    let caller = caller()
    nested.withLock { nested in
      nested[caller, default: 0] -= 1
      if nested[caller, default: 0] <= 0 { nested[caller] = nil }
    }
  }

  static var thread: Int { Int(bitPattern: mockplatform_thread()) }

  static var task: Int { withUnsafeCurrentTask { $0.map(\.hashValue) ?? thread } }
}

/// The completion handlers that stubs have received, and the streams that stubs have returned, until they end.
///
/// If a test waits for a handler or a stream that never ends, the test is stuck. Ending the entry lets the test
/// continue.
package final class PendingStubs: Sendable {
  private struct Entry {
    var text: String
    /// The number of callers that wait for the handler or the stream.
    var waiters: Int
    var isStream: Bool
    var end: @Sendable () -> Void
  }

  private let entries = Locked<(last: Int, all: [Int: Entry])>((0, [:]), isLeaf: true)

  /// Adds an entry, and returns its number.
  ///
  /// `text` describes the call and its problem, for the message about a stuck test. `isAwaited` is true if a caller is
  /// already waiting for the handler or the stream. `isStream` is true for a stream, whose call has already ended.
  /// `end` ends the stream, or the wait for the handler.
  func add(
    _ text: String, isAwaited: Bool, isStream: Bool = false, end: @escaping @Sendable () -> Void
  ) -> Int {
    entries.withLock { entries in
      entries.last += 1
      entries.all[entries.last] = Entry(
        text: text, waiters: isAwaited ? 1 : 0, isStream: isStream, end: end)
      return entries.last
    }
  }

  func addWaiter(_ id: Int) {
    entries.withLock { $0.all[id]?.waiters += 1 }
  }

  func removeWaiter(_ id: Int) {
    entries.withLock { $0.all[id]?.waiters -= 1 }
  }

  func remove(_ id: Int) {
    entries.discard { $0.all.removeValue(forKey: id) }
  }

  /// Descriptions of the entries that callers are waiting for, for the end of a message.
  package var texts: [String] {
    entries.withLock { $0.all }.sorted { $0.key < $1.key }.map(\.value)
      .filter { $0.waiters > 0 }.map(\.text)
  }

  /// The number of streams that callers are waiting for.
  package var awaitedStreams: Int {
    entries.withLock { $0.all.values.count { $0.waiters > 0 && $0.isStream } }
  }

  /// Ends the entries that callers are waiting for.
  package func endAll() {
    let awaited = entries.withLock { $0.all.values.filter { $0.waiters > 0 } }
    for entry in awaited { entry.end() }
  }
}

extension MockCallLog {
  /// Descriptions of the calls whose `async` stubs are running, for the end of a message.
  package var runningStubs: [String] {
    entries(of: nil).compactMap { order, entry in
      guard entry.isRunning, let stub = entry.stub else { return nil }
      return "#\(order) \(entry.method) waits for its stub"
        + (stub.location.map { " at \($0)" } ?? "")
    }
  }

  /// Records that the stub of a call leaves the call's stream open for pushed values.
  func noteStream(of call: LoggedCall) {
    storage.withLock { storage in
      guard call.epoch == storage.epoch, let slot = storage.slot(call.order) else { return }
      (storage.entries[slot].stub, storage.entries[slot].isStream) = (nil, true)
    }
  }

  /// Records that the stub of a call has returned, and that the call now waits at a gate or on the clock.
  func noteWait(of call: LoggedCall) {
    storage.withLock { storage in
      guard call.epoch == storage.epoch, let slot = storage.slot(call.order) else { return }
      storage.entries[slot].stub = nil
    }
  }
}
