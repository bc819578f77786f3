public import MockServices
internal import ValueForms

/// Mocks that an app makes at its launch take their answers from the runtime's own sequencers.
extension ScenarioRuntime: MockSequencerSource {}

extension ScenarioRuntime {
  /// The sequencer of a service that the scenario declares.
  ///
  /// A name that it does not declare is reported at the caller's line, in a test as an issue: it is nearly always
  /// misspelled. Such a sequencer answers `unconfigured`.
  ///
  /// - Parameters:
  ///   - service: The service's name.
  ///   - declared: Whether the scenario must declare it; true by default.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  /// - Returns: The same sequencer for the same name.
  public nonisolated func sequencer(
    for service: String, declared: Bool = true, file: StaticString = #filePath, line: UInt = #line
  ) -> MockCallSequencer {
    let names = configuration.services.keys
    if declared, !names.contains(service) {
      let hint =
        NearestName.hint(for: service, among: names)
        ?? "it declares none; ask on purpose with `declared: false`"
      context.report(
        MockFailure(
          severity: .report,
          message: "the scenario declares no service `\(service.shown)`; \(hint)",
          sourceLocation: MockSourceLocation(file: file, line: line)))
    }
    return sequencers.sequencer(for: service)
  }
}
