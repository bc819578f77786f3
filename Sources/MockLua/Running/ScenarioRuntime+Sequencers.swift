public import MockServices

/// Mocks that an app makes at its launch take their answers from the runtime's own sequencers.
extension ScenarioRuntime: MockSequencerSource {}
