public import MockCalls

/// How the mock of one service is made and handed over.
public struct MockServiceRegistration: Sendable {
  /// The name of the service in configurations.
  public let service: String
  /// The type as which an app resolves the service.
  public let type: any Any.Type
  /// What the service's protocol requires, which a live session tells the test; nil where nobody knows.
  package var contract: _MockContract? { makeContract() }
  private let makeContract: @Sendable () -> _MockContract?
  private let make: @Sendable (MockCallSequencer, any MockServiceReceiver) -> Void

  /// Creates a registration.
  ///
  /// - Parameters:
  ///   - service: The name of the service in configurations.
  ///   - type: The type as which an app resolves it, such as `(any LoginService).self`.
  ///   - contract: What its protocol requires; nil, the default, where nobody knows. Made when it is asked for.
  ///   - make: Makes the mock and gives it to the receiver as that type.
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

  /// Makes the mock and gives it to a receiver.
  ///
  /// Call it on the main actor: a `@MainActor` mock with subjects is made there, and traps elsewhere.
  ///
  /// - Parameters:
  ///   - sequencer: Where the mock's answers come from.
  ///   - receiver: Who takes the mock.
  public func install(_ sequencer: MockCallSequencer, in receiver: any MockServiceReceiver) {
    make(sequencer, receiver)
  }
}

/// A mock that ``MockServiceRegistry`` can make from a configuration; the macros conform to it.
public protocol RegisteredMock {
  /// The name of the service, the type as which it is resolved, and how the mock is made.
  static var mockRegistration: MockServiceRegistration { get }
}
