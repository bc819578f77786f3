/// Follows a log, and returns each call once after it has ended.
package struct EndedCalls {
  private var next = 1
  /// The number of times that the log had been reset.
  ///
  /// Each reset restarts its numbering.
  private var epoch = 0
  private var running: Set<Int> = []

  package init() {}

  /// Returns the calls that have ended since the previous call of this method, if the log still keeps them.
  package mutating func take(from log: MockCallLog) -> [MockCallRecord] {
    let now = log.epoch
    if epoch != now { (epoch, next, running) = (now, 1, []) }
    let last = log.ended(of: running)
    running.subtract(last)
    return last.compactMap(log.call)
      + log.calls(from: next).filter { call in
        next = call.order + 1
        if call.outcome == .running { running.insert(call.order) }
        return call.outcome != .running
      }
  }
}
