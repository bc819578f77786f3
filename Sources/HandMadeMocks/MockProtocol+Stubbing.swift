public import Foundation
internal import MockServices

extension MockProtocol {
  /// Returns the result that the test has set for a method, or the default.
  ///
  /// The value of a `Result` is unwrapped. A stub of another type, or an error that can't be thrown, is a failure at
  /// the caller's line, and the default is returned.
  ///
  /// - Parameters:
  ///   - method: The key in ``stubbedResults``.
  ///   - defaultValue: The result of a method without a stub.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  /// - Returns: The stub or the default.
  public func stubbedResult<T>(
    for method: String, default defaultValue: T, file: StaticString = #filePath, line: UInt = #line
  ) -> T {
    do {
      return try result(for: method) ?? defaultValue
    } catch {
      let problem = error as? StubProblem ?? .errorFromNonThrowing(method, "\(error)")
      MockFailureHandler.report(problem.failure(at: MockSourceLocation(file: file, line: line)))
      return defaultValue
    }
  }

  /// Returns the result, or throws the error, that the test has set for a method.
  ///
  /// Without either, it returns the default.
  ///
  /// It checks `shouldThrowError` with `errorToThrow` (if the mock uses ``MockStorage``), then the stub `"name_error"`,
  /// and then a `Result` or a value under the method's name.
  ///
  /// - Parameters:
  ///   - method: The key in ``stubbedResults``.
  ///   - defaultValue: The result of a method without a stub.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  /// - Returns: The stub, or the default. A stub of another type is a failure at the caller's line, and the default is
  ///   returned.
  /// - Throws: The error that the test has set.
  public func stubbedOutcome<T>(
    for method: String, default defaultValue: T, file: StaticString = #filePath, line: UInt = #line
  ) throws -> T {
    try throwStubbedError(for: method, file: file, line: line)
    do {
      return try result(for: method) ?? defaultValue
    } catch let problem as StubProblem {
      MockFailureHandler.report(problem.failure(at: MockSourceLocation(file: file, line: line)))
      return defaultValue
    }
  }

  /// Throws the error that the test has set for a method that returns nothing.
  ///
  /// - Parameters:
  ///   - method: The method, whose error is the stub `"name_error"` or the failure of a `Result`.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  /// - Throws: The error that the test has set with `shouldThrowError`, `"name_error"`, or a `Result`.
  public func throwStubbedError(
    for method: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    if let storage = mockStorage as? MockStorage {
      let (isFailing, error) = storage.contents { ($0.shouldThrowError, $0.errorToThrow) }
      if isFailing { throw error ?? MockError.stubbedFailure(method: method) }
    }
    if let stub = stub(for: "\(method)_error") {
      if let error = stub as? any Error { throw error }
      let problem = StubProblem.noError(method, found: StubProblem.typeName(stub))
      MockFailureHandler.report(problem.failure(at: MockSourceLocation(file: file, line: line)))
    }
    if let result = stub(for: method) as? any ResultStub { _ = try result.value() }
  }

  /// Returns the stub as the type that the method returns; nil for a method without a stub.
  ///
  /// - Throws: ``StubProblem`` for a stub of another type, or the error of a failed `Result`.
  private func result<T>(for method: String) throws -> T? {
    guard let stub = stub(for: method) else { return nil }
    if let value = stub as? T { return value }
    let value = try (stub as? any ResultStub)?.value() ?? stub
    guard let value = value as? T else {
      throw StubProblem.wrongType(
        method, expected: "\(T.self)", found: StubProblem.typeName(stub))
    }
    return value
  }
}

/// A `Result` of any types.
private protocol ResultStub {
  func value() throws -> Any
}

extension Result: ResultStub {
  fileprivate func value() throws -> Any { try get() }
}

/// A stub that a mock can't use.
enum StubProblem: Error {
  case wrongType(String, expected: String, found: String)
  case noError(String, found: String)
  case errorFromNonThrowing(String, String)

  func failure(at location: MockSourceLocation) -> MockFailure {
    MockFailure(severity: .expectation, message: message, sourceLocation: location)
  }

  /// Returns the dynamic type of a stub.
  static func typeName(_ stub: Any) -> String { "\(type(of: stub))" }

  /// The message, in the form `problem; suggestion`.
  private var message: String {
    switch self {
    case .wrongType(let method, let expected, let found) where found == "Optional<\(expected)>":
      "the stub of `\(method)` is nil, but its default has the type \(expected); write `default: ..."
        + " as \(expected)?` in the mock"
    case .wrongType(let method, let expected, let found):
      "the stub of `\(method)` is of type \(found), but the method returns \(expected);"
        + " set `stubbedResults[\"\(method)\"]` to a value of type \(expected)"
    case .noError(let method, let found):
      "the stub `\(method)_error` is of type \(found), which is not an Error;"
        + " set it to an error, or remove it"
    case .errorFromNonThrowing(let method, let error):
      "the stub of `\(method)` is the error \(error), but the mock can't throw it;"
        + " write `try stubbedOutcome(for: \"\(method)\", default: ...)` in the mock"
    }
  }
}

/// The error that a mock throws if the test doesn't set one of the app's errors.
public enum MockError: Error, Sendable, Equatable {
  /// A stream ends with an error because the test has set `shouldStreamFail`.
  case streamFailure
  /// A method throws because the test has set `shouldThrowError` but not `errorToThrow`.
  case stubbedFailure(method: String)
}

extension MockError: CustomStringConvertible {
  /// The reason for the error, in one sentence.
  public var description: String {
    switch self {
    case .streamFailure: "the stream fails because `shouldStreamFail` is set"
    case .stubbedFailure(let method):
      "`\(method)` fails because `shouldThrowError` is set; to choose the error, set `errorToThrow`"
    }
  }
}

extension MockError: LocalizedError {
  /// The description, as an app would show it.
  public var errorDescription: String? { description }
}
