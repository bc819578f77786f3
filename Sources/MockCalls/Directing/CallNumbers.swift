/// The numbers by which a director knows the calls of a run, which no two of them share.
///
/// They are those of the log. A second scenario counts from 1 as well, and so does one that begins again; their calls are
/// numbered from 10,001 on, those of the next from 20,001 on.
package struct CallNumbers: Sendable {
  private static let distance = 10_000
  /// The logs in the order in which calls came from them, anew each time one begins again.
  private var logs: [(log: MockCallLog, epoch: Int)] = []

  package init() {}

  /// The number of a call.
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
