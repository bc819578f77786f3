internal import MockCalls
internal import MockContainer
internal import MockPlatform

#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

/// A request from `resume()` until the app's completion handler, delegate, or continuation has run.
///
/// # Detecting the end of the app's code
///
/// On Linux, Foundation creates the protocol in `resume()`, before `resume()` returns, so the request is counted from
/// then on. The session forwards each event before the protocol's call returns: directly to the continuation of
/// `data(for:)`, and through an operation in the delegate queue to completion handlers and delegates. An operation that
/// is queued later therefore runs after the app's code.
///
/// Apple's Foundation creates the protocol on a separate thread and forwards its events later. On Apple platforms, a
/// request is counted only while MockHTTP itself works on it.
///
/// A request isn't counted while its call waits at a gate or for its delay, because the call already reports that it
/// waits.
final class RequestFlight: Sendable {
  private let context: MockCallContext?
  private let isAnsweredElsewhere: Bool
  /// The work that is counted from `resume()` until the call begins.
  private let start: Locked<OutsideWork?>
  private let queues = Locked<RequestQueues?>(nil)
  /// The owner of the tasks that the app's completion handler starts.
  private let owner = CallbackOwners.current

  /// Starts counting the request.
  init(_ source: (any RouteSource)?) {
    context = source?.context
    isAnsweredElsewhere = source?.isAnsweredElsewhere ?? false
    start = Locked(context.map { OutsideWork(in: $0) })
  }

  /// The clock on which the request can time out; nil if it can't.
  ///
  /// If another process responds, only that process knows how much of its scenario's time has passed.
  var clock: MockClock? { isAnsweredElsewhere ? nil : context?.clock }
  /// Whether a director, and not the script, decides when a response arrives.
  var isDirected: Bool { context?.director != nil }

  /// Starts loading the request, possibly for the second time.
  func load(_ task: URLSessionTask?) {
    if start.withLock({ $0 == nil }), let work = begin() {
      withExtendedLifetime(start.exchange(work)) {}
    }
    guard let context, let task, let found = RequestQueues(of: task) else { return }
    queues.withLock { $0 = found }
    context.add(found)
  }

  func makeCall(limit: Duration?, _ body: () throws -> Void) rethrows {
    guard let context, context.director != nil else { return try body() }
    try CallTimeLimit.$current.withValue(limit) { try context.withRun(body) }
  }

  /// Ends the work that is counted until the call begins.
  func hasBegun() { start.exchange(nil)?.end() }

  /// Starts another piece of work, which is counted until it ends.
  func begin() -> OutsideWork? { context.map { OutsideWork(in: $0) } }

  /// Sends an event to the session.
  ///
  /// The event counts as work until the app's code has handled it.
  func deliver(_ body: () -> Void) {
    guard let queues = queues.withLock(\.self) else { return body() }
    let work = begin()
    let isOwned = CallbackQueues.begin(queues.delegates, for: owner)
    queues.tell(body)
    queues.whenDelivered {
      if isOwned { CallbackQueues.end(queues.delegates) }
      work?.end()
    }
  }

  /// Ends the request after the last event.
  func end() {
    hasBegun()
    guard let context, let queues = queues.withLock(\.self) else { return }
    context.remove(queues)
  }

  /// Ends the request after a cancellation.
  ///
  /// The session itself reports the cancellation to the app.
  func cancel() {
    guard let queues = queues.withLock(\.self) else { return end() }
    let work = begin()
    end()
    queues.work.async { queues.whenDelivered { work?.end() } }
  }
}

/// The queues on which a session loads a request and notifies the app.
final class RequestQueues: UnseenQueue {
  fileprivate let work: DispatchQueue
  fileprivate let delegates: OperationQueue

  /// Finds the queues of a task; nil if the system doesn't expose them.
  init?(of task: URLSessionTask) {
    #if canImport(FoundationNetworking)
      guard let (work, delegates) = LinuxTask.queues(of: task) else { return nil }
      (self.work, self.delegates) = (work, delegates)
    #else
      return nil
    #endif
  }

  /// Runs `body` on the session's work queue.
  fileprivate func tell(_ body: () -> Void) {
    #if canImport(FoundationNetworking)
      LinuxTask.run(on: work, body)
    #else
      body()
    #endif
  }

  /// Calls `body` when all operations in the delegate queue have run.
  fileprivate func whenDelivered(_ body: @escaping @Sendable () -> Void) {
    if delegates.maxConcurrentOperationCount == 1 {
      delegates.addOperation(body)
    } else {
      delegates.addBarrierBlock(body)
    }
  }

  func whenPassed(_ body: @escaping @Sendable () -> Void) {
    // `cancel()` needs two passes through the queue.
    work.async { [work] in
      work.async { work.async(execute: body) }
    }
  }
}

/// The owners of the callbacks on delegate queues.
///
/// The tasks that a callback starts are counted for its owner.
private enum CallbackQueues {
  private struct Entry {
    let owner: CallbackOwners.Owner
    var count: Int
    /// Whether another owner has callbacks on the queue too.
    var isShared = false
  }

  // Also read when the runtime creates or wakes a task, possibly under other locks.
  private static let entries = Locked<[ObjectIdentifier: Entry]>([:], isHook: true)
  private static let isSet: Bool = {
    CallbackOwners.findOfThread {
      guard let queue = OperationQueue.current else { return nil }
      return entries.withLock { $0[ObjectIdentifier(queue)] }.flatMap {
        $0.isShared ? nil : $0.owner
      }
    }
    return true
  }()

  /// Registers a callback, or returns false if it has no owner or its queue also runs other work.
  static func begin(_ queue: OperationQueue, for owner: CallbackOwners.Owner?) -> Bool {
    guard let owner, queue !== OperationQueue.main, isSet else { return false }
    entries.withLock { entries in
      let key = ObjectIdentifier(queue)
      var entry = entries[key] ?? Entry(owner: owner, count: 0)
      entry.count += 1
      if entry.owner !== owner { entry.isShared = true }
      entries[key] = entry
    }
    return true
  }

  static func end(_ queue: OperationQueue) {
    let left = entries.withLock { entries -> Entry? in
      let key = ObjectIdentifier(queue)
      entries[key]?.count -= 1
      return entries[key]?.count == 0 ? entries.removeValue(forKey: key) : nil
    }
    withExtendedLifetime(left) {}
  }
}

/// The timeouts of a request, on the clock of its scenario.
final class RequestTimeout: Sendable {
  /// The maximum time that the session waits for the next piece of a response; nil for no limit.
  private let idle: Duration?
  /// The deadline for the complete response, measured from the clock's start; nil for no limit.
  private let end: Duration?
  private let clock: MockClock
  private let deadline = Locked<(deadline: ClockDeadline?, isOver: Bool)>((nil, false))

  init(_ request: URLRequest, _ configuration: URLSessionConfiguration?, on clock: MockClock) {
    self.clock = clock
    let stated = request.timeoutInterval
    // A request that sets the default explicitly looks the same as one that doesn't set a timeout.
    let idle =
      stated == Self.standard ? configuration?.timeoutIntervalForRequest ?? stated : stated
    self.idle = Self.duration(idle)
    end = Self.duration(configuration?.timeoutIntervalForResource).map { clock.elapsed + $0 }
  }

  /// The default timeout of `URLRequest`, in seconds.
  private static let standard: TimeInterval = 60
  /// The time above which there is no limit, in seconds (about 30 years).
  private static let intervalLimit: TimeInterval = 1e9

  private static func duration(_ interval: TimeInterval?) -> Duration? {
    guard let interval, interval > 0, interval < intervalLimit else { return nil }
    return .seconds(interval)
  }

  /// The remaining time for the call; nil for no limit.
  var limit: Duration? {
    let rest = end.map { $0 - clock.elapsed }
    return [idle, rest].compactMap(\.self).min()
  }

  /// Starts waiting for the first piece, unless the response has already arrived.
  func begin(_ fire: @escaping @Sendable () -> Void) {
    guard let limit, deadline.withLock({ !$0.isOver && $0.deadline == nil }) else { return }
    let made = ClockDeadline(on: clock, at: clock.elapsed + limit, fire)
    let isOver = deadline.withLock { deadline in
      deadline.deadline = made
      return deadline.isOver
    }
    if isOver { made.cancel() }
  }

  /// Restarts the timeout after a piece has arrived.
  func restart() {
    guard let limit, let deadline = deadline.withLock(\.deadline) else { return }
    deadline.move(to: clock.elapsed + limit)
  }

  func cancel() {
    let made = deadline.withLock { deadline in
      deadline.isOver = true
      return deadline.deadline.take()
    }
    made?.cancel()
  }
}
