public import Foundation

/// A handwritten mock, which records its calls and responds with the stubs that a test sets.
///
/// One line adds everything that a mock needs, even if it is an actor or on the main actor:
///
/// ```swift
/// final class MockUserService: UserService, MockProtocol {
///   let mockStorage = MockStorage()
///
///   func currentUser() async throws -> User? {
///     try await respond(to: "currentUser", default: User.makeStub())
///   }
/// }
/// ```
///
/// Alternatively, a mock can declare `invocations`, `stubbedResults`, and `mockLock` itself. The methods of this
/// protocol then access them under `mockLock`, and the mock must do so too.
public protocol MockProtocol: AnyObject {
  /// The type of `mockStorage`: ``MockStorage``, or `Void` if a mock declares its storage itself.
  associatedtype Storage = Void

  /// The storage of the mock's calls and stubs.
  var mockStorage: Storage { get }

  /// The calls by method; each element is the list of arguments of one call.
  var invocations: [String: [Any]] { get set }

  /// The results that the test has set, by method; `"name_error"` contains the error of a method.
  var stubbedResults: [String: Any] { get set }

  /// A lock for additional state of the mock.
  var mockLock: NSLock { get }

  /// Records a call.
  func recordInvocation(_ method: String, arguments: Any...)

  /// Returns the result that the test has set for a method, or the default.
  func stubbedResult<T>(
    for method: String, default defaultValue: T, file: StaticString, line: UInt
  ) -> T

  /// Expects that a method was called a number of times.
  func verify(_ method: String, called times: Int, file: StaticString, line: UInt)

  /// Removes all calls and stubs.
  func reset()
}

extension MockProtocol where Storage == Void {
  /// Empty, because the mock declares its storage itself.
  public var mockStorage: Void { () }
}

extension MockProtocol where Storage == MockStorage {
  /// The calls by method; each element is the list of arguments of one call.
  public var invocations: [String: [Any]] {
    get { mockStorage.contents { $0.invocations } }
    _modify { yield &mockStorage[changing: \.invocations] }
  }

  /// The results that the test has set, by method; `"name_error"` contains the error of a method.
  public var stubbedResults: [String: Any] {
    get { mockStorage.contents { $0.stubbedResults } }
    _modify { yield &mockStorage[changing: \.stubbedResults] }
  }

  /// A lock for additional state of the mock; calls and stubs use a different lock, so they can be accessed while it's
  /// held.
  public var mockLock: NSLock { mockStorage.lock }
}
