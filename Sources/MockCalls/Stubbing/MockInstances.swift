/// All mocks of a protocol in one scenario, however they were created.
///
/// The `on` and `verify` properties of a mock concern only that mock. Use `MockX.all` for mocks that your test has no
/// reference to, such as those that a container or the bootstrap creates:
///
/// ```swift
/// MockAnalytics.all.on.track { event in ... }
/// MockAnalytics.all.verify.track().called(2)
/// ```
public struct MockInstances<
  Stubbing: _MockStubbing, Verifying: _MockVerifying, Pushing: _MockPushing
> {
  private let core: _MockServiceCore

  /// Creates the access to all mocks of a service.
  ///
  /// Generated code calls it.
  ///
  /// - Parameter core: The core of the whole service.
  public init(_ core: _MockServiceCore) { self.core = core }

  /// The stubs of every mock, after each mock's own stubs.
  public var on: Stubbing { Stubbing(_mocking: core) }

  /// The calls of every mock, including those that scripts and other processes make.
  public var verify: Verifying { Verifying(_mocking: core) }

  /// Pushes values to the open streams and the handlers of every mock.
  public var push: Pushing { Pushing(_mocking: core) }

  /// Removes the stubs of every mock, so that the script responds again.
  public func removeStubs() { core.sequencer.stubs.removeAll() }
}
