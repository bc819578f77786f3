internal import CMockPlatform
internal import MockPlatform

/// The stubs of a mock, with methods for each requirement.
///
/// Pass a method a closure that responds to calls, or configure the ``MockStub`` that the method returns.
///
/// `mock.on` returns the stubs of a mock, and `MockX.all.on` the stubs for all mocks of a protocol. The macro generates a
/// subclass for each protocol. Stubs take precedence over the script, later stubs over earlier ones, and a mock's own
/// stubs over stubs for all mocks. A stub stays until you remove it or the scenario is reset.
open class _MockStubbing {
  /// The mock's responses and properties.
  ///
  /// Generated code uses it.
  public let _mocking: _MockServiceCore

  /// Creates the stubs of a mock.
  ///
  /// Generated code calls it.
  public required init(_mocking: _MockServiceCore) {
    self._mocking = _mocking
  }

  /// Adds a stub.
  ///
  /// Generated code calls it.
  ///
  /// - Parameters:
  ///   - stub: Creates the requirement's stub from a closure that has no parameters.
  ///   - first: The requirement's stub with the test's closure, or `nil` for a stub without responses.
  ///   - file: The file of the test that adds the stub.
  ///   - line: The line of the test that adds the stub.
  /// - Returns: The stub.
  public final func _add<Stub: Sendable, Value, Failure: Error>(
    _ stub: @escaping (@escaping @Sendable () throws -> Value) -> Stub,
    first: Stub? = nil, file: StaticString, line: UInt
  ) -> MockStub<Value, Failure> {
    let entry = StubEntry(
      Stub.self, first, at: MockSourceLocation(file: file, line: line))
    _mocking.stubs.add(entry)
    return MockStub(_mocking, entry) { stub($0) }
  }
}

extension _MockServiceCore {
  /// Removes the typed stubs of the mock, so that the script responds again.
  package func removeStubs() { stubs.removeAll() }
}

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

  /// Creates an instance for all mocks of a service.
  ///
  /// Generated code calls it.
  ///
  /// - Parameter core: The core of the whole service.
  public init(_ core: _MockServiceCore) { self.core = core }

  /// The stubs for every mock.
  ///
  /// A mock's own stubs take precedence.
  public var on: Stubbing { Stubbing(_mocking: core) }

  /// The verifications of every mock, including calls from scripts and other processes.
  public var verify: Verifying { Verifying(_mocking: core) }

  /// Pushes values to the open streams and the handlers of every mock.
  public var push: Pushing { Pushing(_mocking: core) }

  /// Removes the stubs of every mock, so that the script responds again.
  public func removeStubs() { core.sequencer.stubs.removeAll() }
}
