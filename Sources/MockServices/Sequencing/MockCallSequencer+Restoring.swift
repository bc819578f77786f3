extension MockCallSequencer {
  /// Brings the sequencer back to a configuration, as if it were new.
  ///
  /// - Parameters:
  ///   - methods: The configuration by method name.
  ///   - places: The places of responses in a script, by method and index.
  package func restore(
    _ methods: [String: MockMethodConfig], places: [String: [Int: String]] = [:]
  ) {
    log.forget(tables.values.map(\.identity))
    tables = [:]
    for (name, config) in methods { replace(name, with: config, places: places[name] ?? [:]) }
  }
}
