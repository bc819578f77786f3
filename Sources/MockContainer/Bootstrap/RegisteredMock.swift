/// A mock that ``MockServiceRegistry`` can make from a configuration; the macros conform to it.
public protocol RegisteredMock {
  /// The name of the service, the type as which it is resolved, and how the mock is made.
  static var mockRegistration: MockServiceRegistration { get }
}
