import MockCalls
import MockLua
import MockLuaTools
import MockRecording

/// The scenario of the REPL, with the options for reloading it.
struct ReplScenario: Sendable {
  enum Clock: String, Sendable, CaseIterable {
    case virtual
    case real
  }

  /// The file; nil for an empty scenario.
  var path: String?
  var clock: Clock
  var options: ScenarioOptions
  let console: ScenarioConsole
  /// The text of a configuration; nil for a script.
  let json: String?
  private let isLimited: Bool

  var runtime: ScenarioRuntime { console.runtime }

  /// If `isLimited` is true, a script that runs too long is stopped.
  init(
    path: String?, options: ScenarioOptions, clock: Clock, isLimited: Bool
  ) throws(CommandFailure) {
    (self.path, self.options, self.clock) = (path, options, clock)
    self.isLimited = isLimited
    let source = try path.map { path throws(CommandFailure) in
      try ScenarioSource.read(path, readsStandardInput: false)
    }
    json = source?.json
    let mockClock = clock == .real ? MockClock.real() : .virtual()
    let runtime =
      if let source {
        try source.runtime(options, clock: mockClock)
      } else {
        try rethrowing(
          as: CommandFailure.scenarioError,
          ScenarioRuntime(
            source: "", name: ScenarioConsole.name, directory: ".", options: options,
            clock: mockClock))
      }
    console = ScenarioConsole(runtime, isLimited: isLimited)
  }

  /// Loads the file again, after the path, the variant, or the clock has changed.
  func reloaded(
    after change: (inout ReplScenario) -> Void = { _ in }
  ) throws(CommandFailure) -> ReplScenario {
    var next = self
    change(&next)
    return try ReplScenario(
      path: next.path, options: next.options, clock: next.clock, isLimited: isLimited)
  }
}

/// Formats the time of a clock: `2026-01-01T00:00:00.250Z, 250 ms after the start, virtual`.
enum ClockText {
  static func text(of clock: MockClock) -> String {
    let elapsed = clock.elapsed.wholeMilliseconds
    let kind = clock.mode == .real ? "real" : "virtual"
    return "\(date(clock.sinceEpoch)), \(elapsed) ms after the start, \(kind)"
  }

  /// Returns the date in ISO 8601, UTC, with milliseconds.
  private static func date(_ sinceEpoch: Duration) -> String {
    let (seconds, ms) = sinceEpoch.wholeMilliseconds.quotientAndRemainder(dividingBy: 1000)
    let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return "\(RecordedDate(secondsSince1970: seconds))T"
      + "\(time.joined(separator: ":")).\(padded(ms, 3))Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
