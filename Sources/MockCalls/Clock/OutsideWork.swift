internal import MockPlatform

/// Work of the app that isn't counted as a call.
///
/// For example, a request may not have reached its mock yet, or a response may be on its way to the app's completion
/// handler. Until such work ends, a virtual clock doesn't move, and an explored run takes no step.
package final class OutsideWork: Sendable {
  private let clock: MockClock
  private let director: (any CallDirector)?
  private let isOpen = Locked(true)

  /// Begins work that affects the calls of a context.
  package init(in context: MockCallContext) {
    (clock, director) = (context.clock, context.director)
    clock.state.withLock { $0.active += 1 }
    director?.beginWork()
  }

  deinit { end() }

  /// Ends the work, if it hasn't ended yet.
  package func end() {
    guard isOpen.exchange(false) else { return }
    clock.state.withLock { $0.active -= 1 }
    clock.noticeChange()
    director?.endWork()
  }
}

extension MockCallContext {
  /// Makes the clock and the director wait for a queue.
  ///
  /// Until it is empty, no time passes, and no run takes a step.
  package func add(_ queue: any UnseenQueue) {
    clock.state.withLock { $0.unseenQueues[ObjectIdentifier(queue)] = queue }
    director?.add(queue)
  }

  package func remove(_ queue: any UnseenQueue) {
    clock.state.discard {
      $0.unseenQueues.removeValue(forKey: ObjectIdentifier(queue))
    }
    director?.remove(queue)
  }

  /// Runs `body` as part of the director's run, if there is a director.
  package func withRun<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let director else { return try body() }
    return try director.withRun(body)
  }
}

extension MockClock {
  /// Makes the clock wait for the jobs of a test before it moves, or stops waiting if `jobs` is `nil`.
  package func watch(_ jobs: (any JobCount)?) {
    state.discard { state in
      defer { state.jobs = jobs }
      return state.jobs
    }
  }
}

/// Finds the owner of the tasks that a callback starts.
///
/// The callback may be the completion handler of a request.
package enum CallbackOwners {
  /// The object that counts or runs the jobs of a test.
  package typealias Owner = any AnyObject & Sendable

  /// A struct is used because bare closures in generic storage gain a thunk each time they are moved.
  private struct Finder {
    let find: @Sendable () -> Owner?
  }

  // Also read when the runtime creates or wakes a task, possibly while other locks are held.
  private static let finders = Locked<(ofTask: Finder?, ofThread: Finder?)>(
    (nil, nil), isHook: true)

  /// Sets the function that finds the owner of the current task.
  package static func findOfTask(_ find: @escaping @Sendable () -> Owner?) {
    finders.withLock { $0.ofTask = Finder(find: find) }
  }

  /// Sets the function that finds the owner of the callback that the current thread runs.
  package static func findOfThread(_ find: @escaping @Sendable () -> Owner?) {
    finders.withLock { $0.ofThread = Finder(find: find) }
  }

  /// The owner of the callback that the current thread runs, or `nil` if it isn't running one.
  package static var ofThread: Owner? { finders.withLock { $0.ofThread }?.find() }

  /// The owner of the current task, or of the callback that the current thread runs.
  package static var current: Owner? { finders.withLock { $0.ofTask }?.find() ?? ofThread }
}
