public import MockCalls
internal import MockConfiguration
internal import MockPlatform

/// The sequencers that respond if a call or a mock doesn't name a scenario.
///
/// Static requirements, initializers, and mocks such as `MockInboxService()` use them.
///
/// The trait `.scenario(...)` sets them for its test, and the bootstrap sets them for the process.
public enum MockCurrentSource {
  /// The sequencers of the current task and its children, or `nil` (the default) to use the sequencers of the process.
  @TaskLocal package static var override: (any MockSequencerSource)?

  /// The sequencers of the process, or `nil` until they are set.
  public static var shared: (any MockSequencerSource)? {
    get {
      SecondCopy.report()
      return process.withLock { $0 }
    }
    set { withExtendedLifetime(process.exchange(newValue)) {} }
  }

  /// Finds the sequencers of the running test if the test framework, such as XCTest, doesn't bind task-local values.
  package typealias TestSource = @Sendable () -> (any MockSequencerSource)?

  /// A closure that finds the running test's sequencers, or `nil` until a test has created some.
  package static var ofTest: TestSource? {
    get { test.withLock { $0 } }
    set { withExtendedLifetime(test.exchange(newValue)) {} }
  }

  private static let test = Locked<TestSource?>(nil, isLeaf: true)

  private static let process = Locked<(any MockSequencerSource)?>(nil)

  /// The sequencers that are used if there are no others, so that a test can still add stubs.
  private static let unconfigured = {
    var context = MockCallContext()
    context.hasNoScenario = true
    return MockSequencers(MockServiceConfiguration(services: [:]), context: context)
  }()

  /// The services whose mocks were requested while there were no other sequencers.
  static var askedUnconfigured: Set<String> { unconfigured.services }

  package static var current: any MockSequencerSource {
    override ?? ofTest?() ?? shared ?? unconfigured
  }
}

extension _MockServiceCore {
  /// Returns a core for all mocks of a service together.
  ///
  /// Generated code calls this method for static requirements and for `MockX.all`.
  ///
  /// - Parameters:
  ///   - service: The name of the service.
  ///   - source: The scenario that responds (default: the current one).
  /// - Returns: A core that uses the scenario's sequencer for the service.
  public static func ofService(
    _ service: String, in source: (any MockSequencerSource)? = nil
  ) -> _MockServiceCore {
    _MockServiceCore(ofService: (source ?? MockCurrentSource.current).sequencer(for: service))
  }

  /// Returns the core that responds to calls to a client, a struct of closures.
  ///
  /// Generated code calls this method.
  ///
  /// - Parameters:
  ///   - service: The name of the client.
  ///   - source: The scenario that responds, or `nil` for the current one.
  ///   - contract: Returns the contract of the client's closures, against which a scenario is checked.
  /// - Returns: A core that uses the scenario's sequencer for the client.
  public static func ofClient(
    _ service: String, in source: (any MockSequencerSource)?, contract: () -> _MockContract
  ) -> _MockServiceCore {
    let core = ofService(service, in: source)
    core.sequencer.context.contracts.join(core.sequencer.service ?? service, contract())
    return core
  }

  /// Returns the core for a mock that is created with one of its protocol's initializers.
  ///
  /// Generated code calls this method.
  ///
  /// - Parameter service: The name of the service.
  /// - Returns: A new core that uses the current scenario's sequencer for the service.
  public static func ofMock(_ service: String) -> _MockServiceCore {
    _MockServiceCore(MockCurrentSource.current.sequencer(for: service))
  }
}
