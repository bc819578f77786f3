/// All mocks of a protocol in one scenario, no matter what created them.
///
/// `on` and `verify` of a mock concern that mock only. Use `MockX.all` for mocks that your test doesn't hold, such as those
/// that a container or the bootstrap creates:
///
/// ```swift
/// MockAnalytics.all.on.track { event in ... }
/// MockAnalytics.all.verify.track().called(2)
/// ```
public struct MockInstances<Stubbing: _MockStubbing, Verifying: _MockVerifying> {
  private let core: _MockServiceCore

  /// Creates the access to all mocks of a service; generated code calls it.
  ///
  /// - Parameter core: The part that belongs to the service and to no mock.
  public init(_ core: _MockServiceCore) { self.core = core }

  /// The stubs of every mock; a mock's own stubs come first.
  public var on: Stubbing { Stubbing(_mocking: core) }

  /// The calls of every mock, also those that scripts and other processes make.
  public var verify: Verifying { Verifying(_mocking: core) }

  /// Removes the stubs of every mock, so that the script answers again.
  public func removeStubs() { core.sequencer.stubs.removeAll() }
}
