public import Foundation

/// A mock that is written by hand: it records its calls, and answers from stubs that a test sets.
///
/// One line gives a mock all that it needs, also an actor's or the main actor's:
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
/// A mock may declare `invocations`, `stubbedResults` and `mockLock` itself instead. The methods here
/// then reach them under `mockLock`, and it is the mock's own task to do so too.
public protocol MockProtocol: AnyObject {
  /// What `mockStorage` is: ``MockStorage``, or nothing where a mock declares its storage itself.
  associatedtype Storage = Void

  /// Where the mock keeps its calls and stubs.
  var mockStorage: Storage { get }

  /// The calls by method; each element is the list of the arguments of one call.
  var invocations: [String: [Any]] { get set }

  /// The results that the test has set, by method; `"name_error"` holds the error of a method.
  var stubbedResults: [String: Any] { get set }

  /// A lock for further state of the mock.
  var mockLock: NSLock { get }

  /// Records a call.
  func recordInvocation(_ method: String, arguments: Any...)

  /// The result that the test has set for a method, else the default.
  func stubbedResult<T>(
    for method: String, default defaultValue: T, file: StaticString, line: UInt
  ) -> T

  /// Expects that a method was called so many times.
  func verify(_ method: String, called times: Int, file: StaticString, line: UInt)

  /// Forgets all calls and stubs.
  func reset()
}

extension MockProtocol where Storage == Void {
  /// Nothing: the mock declares its storage itself.
  public var mockStorage: Void { () }
}

extension MockProtocol where Storage == MockStorage {
  /// The calls by method; each element is the list of the arguments of one call.
  public var invocations: [String: [Any]] {
    get { mockStorage.contents { $0.invocations } }
    _modify { yield &mockStorage[changing: \.invocations] }
  }

  /// The results that the test has set, by method; `"name_error"` holds the error of a method.
  public var stubbedResults: [String: Any] {
    get { mockStorage.contents { $0.stubbedResults } }
    _modify { yield &mockStorage[changing: \.stubbedResults] }
  }

  /// A lock for further state of the mock; calls and stubs have another, so both may be used inside it.
  public var mockLock: NSLock { mockStorage.lock }
}
