internal import MockConfiguration

/// The calls that a scenario additionally passes to the live services, so that they can be recorded.
package enum MockPassing: Sendable {
  /// No additional calls.
  case asWritten
  /// The calls that the scenario has no response for.
  case missing
  /// All calls.
  case all

  /// The mode for scenarios that are created now.
  @TaskLocal package static var current = MockPassing.asWritten

  /// Runs a closure that creates a scenario in this mode.
  package func applied<Result, Failure: Error>(
    _ make: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Self.$current.withValue(self) {
      Swift.Result { () throws(Failure) in try make() }
    }.get()
  }

  /// Returns the configuration of a method, with the responses that pass its calls through in this mode.
  func applied(to config: MockMethodConfig) -> MockMethodConfig {
    let pass = MockResponse(result: .passthrough)
    var config = config
    switch self {
    case .asWritten: break
    case .missing:
      if !config.responses.contains(where: { $0.match == nil }) { config.responses.append(pass) }
    case .all: config = MockMethodConfig(responses: [pass])
    }
    return config
  }
}
