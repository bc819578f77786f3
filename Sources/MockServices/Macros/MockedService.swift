public import MockCalls
public import MockConfiguration
public import MockContainer

/// What `@Mocked` makes: the requirements of the protocol are implemented for types that conform to this.
///
/// So a mock also answers for the protocols that its own inherits from, where those are `@Mocked`.
public protocol MockedService: AnyObject, RegisteredMock {
  /// The name of the service in configurations, which is that of the protocol.
  nonisolated static var _mockService: String { get }

  /// What the protocol requires, by which a scenario is checked.
  nonisolated static var _mockContract: _MockContract { get }

  /// Where the answers and the values of the properties come from.
  nonisolated var _mocking: _MockServiceCore { get }

  /// Creates a mock on its core; generated code does.
  nonisolated init(_mocking: _MockServiceCore)
}

extension MockedService {
  /// The sequencer of the service, for counts and replacements.
  public nonisolated var sequencer: MockCallSequencer { _mocking.sequencer }

  /// Creates a mock that a sequencer answers.
  public nonisolated init(sequencer: MockCallSequencer) {
    self.init(_mocking: _MockServiceCore(sequencer))
    sequencer.context.contracts.join(
      sequencer.service ?? Self._mockService, Self._mockContract)
  }

  /// Creates a mock from its entry in a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The entry.
  ///   - sharedState: The state that the services share; nil, the default, for none.
  public nonisolated init(
    configuration: MockServiceEntry, sharedState: MockSharedState? = nil
  ) {
    self.init(
      _mocking: _MockServiceCore(
        configuration: configuration, sharedState: sharedState, service: Self._mockService))
  }

  /// Creates a mock that a scenario answers, such as a `ScenarioRuntime`.
  ///
  /// - Parameter source: Has the sequencer of the service, by the protocol's name.
  public nonisolated init(_ source: some MockSequencerSource) {
    self.init(sequencer: source.sequencer(for: Self._mockService))
  }

  /// Creates a mock that the current scenario answers: that of the test with the trait `.scenario(...)`, else that
  /// of the bootstrap.
  public nonisolated init() {
    self.init(sequencer: MockCurrentSource.current.sequencer(for: Self._mockService))
  }
}

extension _MockServiceCore {
  /// The core of a mock that stands before a live service; generated code makes it.
  ///
  /// - Parameters:
  ///   - live: The service.
  ///   - source: What answers; nil for the current scenario.
  ///   - service: The name of the service.
  ///   - contract: What its protocol requires.
  /// - Returns: The core.
  public static func passing(
    to live: Any, by source: (any MockSequencerSource)?, as service: String,
    contract: _MockContract
  ) -> _MockServiceCore {
    nonisolated(unsafe) let live = live
    let sequencer = (source ?? MockCurrentSource.current).sequencer(for: service)
    sequencer.context.contracts.join(sequencer.service ?? service, contract)
    return _MockServiceCore(sequencer, passingTo: { live })
  }
}

extension MockedService {
  /// Removes the typed stubs of this mock, so that the script answers again.
  public nonisolated func removeStubs() { _mocking.removeStubs() }
}

extension MockedService {
  /// The contract of an inherited protocol of which nothing is known, since it is not mocked, or an alias of several.
  ///
  /// The macro writes one for each protocol that is mocked.
  @_disfavoredOverload
  public nonisolated static func _mockContract(of type: Any.Type) -> _MockContract {
    let name = "\(type)"
    return _MockContract(unmocked: name, isPartial: name.contains(" & "))
  }
}
