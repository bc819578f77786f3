import MockLua
import MockServices

/// Plays calls and writes each answer as it comes.
struct PlayingSession: Sendable {
  private(set) var counts: PlayedCounts

  private let player: ScenarioPlayer
  private let flushesEachLine: Bool
  private let printsState: Bool
  private var output = LineWriter()
  private let renderer: DiagnosticRenderer
  private let writer = JSONWriter(style: .compact)

  init(
    player: ScenarioPlayer, flushesEachLine: Bool = false, printsState: Bool = false,
    failsOnError: Bool = false, color: ColorChoice = .auto
  ) {
    renderer = DiagnosticRenderer(style: MessageStyle(of: .standardError, color))
    self.player = player
    self.flushesEachLine = flushesEachLine
    self.printsState = printsState
    counts = PlayedCounts(failsOnError: failsOnError)
  }

  /// Plays the calls of the command line.
  mutating func play(_ requests: [MockCallRequest]) async throws(CommandFailure) {
    for request in requests { try await play(request) }
    try finish()
  }

  /// Plays the calls of a file, one a line; what comes before a mistake in it is played and printed.
  mutating func play(callsOf path: String) async throws(CommandFailure) {
    var failure: CommandFailure?
    do throws(CommandFailure) {
      var calls = try CallFile(path: path)
      while true {
        if calls.mayWait { try output.flush() }
        guard let request = try calls.next() else { break }
        try await play(request)
      }
    } catch {
      failure = error
    }
    if let failure {
      try output.flush()
      throw failure
    }
    try finish()
  }

  private mutating func play(_ request: MockCallRequest) async throws(CommandFailure) {
    let call = await player.play(request)
    counts.calls += 1
    if let error = call.error {
      counts.errors += 1
      if error.code == MockErrorCode.scriptError.rawValue {
        counts.scriptMistakes += 1
        Descriptor.standardError.report(renderer.text(of: error.diagnostic))
      }
    }
    try write(call.value)
    if flushesEachLine { try output.flush() }
  }

  private mutating func finish() throws(CommandFailure) {
    if printsState { try write(["state": .dictionary(player.sharedState.snapshot)]) }
    try output.flush()
  }

  private mutating func write(_ value: AnyCodableValue) throws(CommandFailure) {
    let line: [UInt8]
    do {
      line = try writer.utf8(from: value)
    } catch {
      throw .unencodable(cause: error)
    }
    try output.write(line)
  }
}
