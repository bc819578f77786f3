internal import CMockPlatform
internal import MockPlatform

/// The stubs of a mock, with a method for each requirement.
///
/// Pass a closure to the method, or configure the ``MockStub`` that the method returns.
///
/// `mock.on` returns the stubs of one mock, and `MockX.all.on` the stubs for all mocks of a protocol. The macro
/// generates a subclass for each protocol. Stubs take precedence over the script. Later stubs take precedence over
/// earlier ones, and a mock's own stubs over the stubs for all mocks. A stub stays until you remove it or the scenario
/// is reset.
open class _MockStubbing {
  /// The core of the mock.
  ///
  /// Generated code uses this property.
  public let _mocking: _MockServiceCore

  /// Creates the stubs of a mock.
  ///
  /// Generated code calls this initializer.
  public required init(_mocking: _MockServiceCore) {
    self._mocking = _mocking
  }

  /// Adds a stub at a line of the test.
  ///
  /// Generated code calls this method. `stub` creates a stub of the requirement's own type from a closure without
  /// parameters. `first` is the stub that contains the test's closure, or `nil` if the test hasn't passed one.
  public final func _add<Stub: Sendable, Value, Failure: Error>(
    _ stub: @escaping (@escaping @Sendable () throws -> Value) -> Stub,
    first: Stub? = nil, file: StaticString, line: UInt
  ) -> MockStub<Value, Failure> {
    let location = MockSourceLocation(file: file, line: line)
    let entry = StubEntry(Stub.self, first, at: location)
    let isRefused =
      _mocking.mock == 0
      && _mocking.sequencer.context.failTestWithoutScenario(
        "no scenario is running here, so the stub would also apply to other tests;"
          + " add `.scenario(...)` or `.mocked` to the test (in XCTest, keep a `ScenarioSession`), and add the"
          + " stub in the task of the test", at: location
      )
    if !isRefused { _mocking.stubs.add(entry) }
    return MockStub(_mocking, entry) { stub($0) }
  }
}

extension _MockServiceCore {
  /// Removes the stubs of the mock, so that the script responds again.
  package func removeStubs() { stubs.removeAll() }
}

/// All mocks of a protocol in one scenario, however they were created.
///
/// The properties `on`, `verify`, and `push` of a mock concern only that mock. If your test has no reference to a mock,
/// because a container or the bootstrap creates it, use `MockX.all`:
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
  /// Generated code calls this initializer.
  ///
  /// - Parameter core: The core of the whole service.
  public init(_ core: _MockServiceCore) { self.core = core }

  /// The stubs for all mocks.
  ///
  /// A mock's own stubs take precedence over these stubs.
  public var on: Stubbing { Stubbing(_mocking: core) }

  /// The verifications of calls to all mocks.
  ///
  /// Calls from scripts and other processes count, too.
  public var verify: Verifying { Verifying(_mocking: core) }

  /// Pushes values to the open streams and the handlers of all mocks.
  public var push: Pushing { Pushing(_mocking: core) }

  /// Removes the stubs of all mocks, so that the script responds again.
  public func removeStubs() { core.sequencer.stubs.removeAll() }
}
