public import MockCalls
internal import MockConfiguration
internal import MockPlatform

/// The sequencers for static requirements, for initializers, and for mocks that are created without a scenario, such as
/// `MockInboxService()`.
///
/// The trait `.scenario(...)` sets them for its test, and the bootstrap sets them for the process.
public enum MockCurrentSource {
  /// The sequencers of the current task and its children, or `nil` (the default) to use the process's.
  @TaskLocal package static var override: (any MockSequencerSource)?

  /// The sequencers of the process, or `nil` until they are set.
  public static var shared: (any MockSequencerSource)? {
    get {
      SecondCopy.report()
      return process.withLock { $0 }
    }
    set { withExtendedLifetime(process.exchange(newValue)) {} }
  }

  /// Finds the sequencers of the running test if the test framework, such as XCTest, doesn't bind values to tasks.
  package struct TestSource: Sendable {
    let find: @Sendable () -> (any MockSequencerSource)?

    package init(_ find: @escaping @Sendable () -> (any MockSequencerSource)?) { self.find = find }
  }

  /// Finds the running test's sequencers, or is `nil` until a test has created some.
  package static var ofTest: TestSource? {
    get { test.withLock { $0 } }
    set { withExtendedLifetime(test.exchange(newValue)) {} }
  }

  private static let test = Locked<TestSource?>(nil, isLeaf: true)

  private static let process = Locked<(any MockSequencerSource)?>(nil)

  /// The sequencers to use without a scenario, so that stubs can be added.
  private static let unconfigured = {
    var context = MockCallContext()
    context.hasNoScenario = true
    return MockSequencers(MockServiceConfiguration(services: [:]), context: context)
  }()

  /// The services whose mocks were requested while there were no other sequencers.
  static var askedUnconfigured: Set<String> { unconfigured.services }

  /// The current sequencers.
  package static var current: any MockSequencerSource {
    override ?? ofTest?.find() ?? shared ?? unconfigured
  }
}

extension _MockServiceCore {
  /// Returns the core of a whole service.
  ///
  /// Generated code calls it for static requirements.
  ///
  /// - Parameters:
  ///   - service: The name of the service.
  ///   - source: The scenario (default: the current one).
  /// - Returns: A core of the scenario's sequencer.
  public static func ofService(
    _ service: String, in source: (any MockSequencerSource)? = nil
  ) -> _MockServiceCore {
    _MockServiceCore(ofService: (source ?? MockCurrentSource.current).sequencer(for: service))
  }

  /// Returns the core of a client, which is a struct of closures.
  ///
  /// Generated code calls it.
  ///
  /// - Parameters:
  ///   - service: The name of the client.
  ///   - source: The scenario, or `nil` for the current one.
  ///   - contract: Returns the closures of the client, used to check a scenario.
  /// - Returns: A core of the scenario's sequencer.
  public static func ofClient(
    _ service: String, in source: (any MockSequencerSource)?, contract: () -> _MockContract
  ) -> _MockServiceCore {
    let core = ofService(service, in: source)
    core.sequencer.context.contracts.join(core.sequencer.service ?? service, contract())
    return core
  }

  /// Returns the core of a mock that one of its protocol's initializers creates.
  ///
  /// Generated code calls it.
  ///
  /// - Parameter service: The name of the service.
  /// - Returns: A new core of the current scenario's sequencer.
  public static func ofMock(_ service: String) -> _MockServiceCore {
    _MockServiceCore(MockCurrentSource.current.sequencer(for: service))
  }
}
