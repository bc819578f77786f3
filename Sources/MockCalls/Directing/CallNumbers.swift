/// The unique numbers by which a director identifies the calls of a run.
///
/// These are usually the numbers in the log. A second scenario also counts from 1 in its log, and so does a restarted
/// scenario. Their calls are therefore numbered from 10,001 here, those of the next one from 20,001, and so on.
package struct CallNumbers: Sendable {
  private static let distance = 10_000
  /// The logs in the order of their first calls, with another entry each time a log restarts.
  private var logs: [(log: MockCallLog, epoch: Int)] = []

  package init() {}

  /// Returns the number of a call.
  package mutating func number(of call: LoggedCall, in log: MockCallLog) -> Int {
    let index =
      logs.firstIndex { $0.log === log && $0.epoch == call.epoch }
      ?? {
        logs.append((log, call.epoch))
        return logs.count - 1
      }()
    return call.order + index * Self.distance
  }
}
