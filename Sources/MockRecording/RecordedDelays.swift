internal import MockCalls
internal import MockConfiguration

/// The delays of live services.
///
/// Each method gets its median delay, so that equal responses stay equal.
struct RecordedDelays {
  private var delays: [String: Int] = [:]

  init(_ calls: [MockCallRecord]) {
    var times: [String: [Int]] = [:]
    for call in calls where call.isPassed {
      guard let duration = call.duration else { continue }
      let (seconds, attoseconds) = duration.components
      let ms = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
      times["\(call.service ?? "")\u{0}\(call.method)", default: []].append(ms)
    }
    delays = times.mapValues { Self.rounded($0.sorted()[$0.count / 2]) }
  }

  /// Returns the calls with the delays of their methods.
  ///
  /// A delay of less than a millisecond is dropped.
  func delayed(_ entries: [Recording.Entry]) -> [Recording.Entry] {
    entries.map { entry in
      var entry = entry
      if let ms = delays[entry.key], ms > 0 { entry.response.delayMs = .fixed(ms: ms) }
      return entry
    }
  }

  /// Rounds to two significant digits, as a person would.
  private static func rounded(_ ms: Int) -> Int {
    var unit = 1
    while ms / unit >= 100 { unit *= 10 }
    return (ms + unit / 2) / unit * unit
  }
}
