extension MockCallSequencer {
  /// Brings the sequencer back to a configuration, as if it were new.
  ///
  /// The log was reset before: calls in flight, which began in an earlier epoch of it, throw
  /// `CancellationError`.
  ///
  /// - Parameters:
  ///   - methods: The configuration by method name.
  ///   - places: The places of responses in a script, by method and index.
  package func restore(
    _ methods: [String: MockMethodConfig], places: [String: [Int: String]] = [:]
  ) {
    firstEpoch = log.epoch
    log.forget(tables.values.map(\.identity))
    tables = [:]
    for (name, config) in methods { replace(name, with: config, places: places[name] ?? [:]) }
  }

  /// Ends a call whose task was cancelled, or that began before the sequencer was restored.
  func checkCancellation(of call: RunningCall) throws {
    try Task.checkCancellation()
    if call.logged.epoch < firstEpoch { throw CancellationError() }
  }
}
