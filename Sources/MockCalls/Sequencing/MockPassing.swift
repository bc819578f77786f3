internal import MockConfiguration

/// Which calls a scenario passes to the live services beyond what it says itself, so that they can be recorded.
package enum MockPassing: Sendable {
  /// None.
  case asWritten
  /// Those that nothing of the scenario answers.
  case missing
  /// All.
  case all

  /// What holds for the scenarios that are made now.
  @TaskLocal package static var current = MockPassing.asWritten

  /// Makes something whose scenario passes these calls.
  package func applied<Result, Failure: Error>(
    _ make: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Self.$current.withValue(self) {
      Swift.Result { () throws(Failure) in try make() }
    }.get()
  }

  /// The responses of a method with those that pass its calls.
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
