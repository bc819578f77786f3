public import MockCalls

/// Describes how to create and install the mock of a service.
public struct MockServiceRegistration: Sendable {
  /// The name of the service in configurations.
  public let service: String
  /// The type under which an app resolves the service.
  public let type: any Any.Type
  /// The requirements of the service's protocol, which a live session sends to the test, or `nil` if they aren't known.
  package var contract: _MockContract? { makeContract() }
  private let makeContract: @Sendable () -> _MockContract?
  private let make: @Sendable (MockCallSequencer, any MockServiceReceiver) -> Void

  /// Creates a registration.
  ///
  /// - Parameters:
  ///   - service: The name of the service in configurations.
  ///   - type: The type under which an app resolves it, such as `(any LoginService).self`.
  ///   - contract: The requirements of its protocol, which are created on demand (default: `nil`, if they aren't
  ///     known).
  ///   - make: Creates the mock and passes it to the receiver under that type.
  public init(
    _ service: String, as type: any Any.Type,
    contract: @autoclosure @escaping @Sendable () -> _MockContract? = nil,
    make: @escaping @Sendable (MockCallSequencer, any MockServiceReceiver) -> Void
  ) {
    self.service = service
    self.type = type
    makeContract = contract
    self.make = make
  }

  /// Creates the mock and passes it to a receiver.
  ///
  /// Call this method on the main actor. A `@MainActor` mock with subjects must be created there. On any other actor,
  /// it traps.
  ///
  /// - Parameters:
  ///   - sequencer: The source of the mock's responses.
  ///   - receiver: The receiver of the mock.
  public func install(_ sequencer: MockCallSequencer, in receiver: any MockServiceReceiver) {
    make(sequencer, receiver)
  }
}

/// A mock that ``MockServiceRegistry`` can create from a configuration.
///
/// The macros add this conformance.
public protocol RegisteredMock {
  /// The name of the service, the type under which it is resolved, and how to create the mock.
  static var mockRegistration: MockServiceRegistration { get }
}
