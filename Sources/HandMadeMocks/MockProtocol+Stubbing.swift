public import Foundation
internal import MockServices

extension MockProtocol {
  /// Returns the result that the test has set for a method, or the default.
  ///
  /// If the stub is a successful `Result`, this method returns its value. If the stub has the wrong type or is the
  /// failure of a `Result`, this method records a failure at the caller's line and returns the default.
  ///
  /// - Parameters:
  ///   - method: The key in ``stubbedResults``.
  ///   - defaultValue: The value to return if the method has no stub.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  /// - Returns: The stubbed result, or the default.
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
  /// If the mock uses ``MockStorage`` and `shouldThrowError` is true, this method throws `errorToThrow`. Otherwise, it
  /// throws the error in the stub `"name_error"`, where `name` is the method. Without an error, it returns the value in
  /// the stub `"name"`, or returns or throws the content of a `Result` in that stub. If the method has no stub, it
  /// returns the default.
  ///
  /// - Parameters:
  ///   - method: The key in ``stubbedResults``.
  ///   - defaultValue: The value to return if the method has no stub.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  /// - Returns: The stubbed result, or the default. If the stub has the wrong type, this method records a failure at
  ///   the caller's line and returns the default.
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
  ///   - method: The name of the method. Its error is in the stub `"name_error"`, or is the failure of a `Result` in
  ///     the stub `"name"`.
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

  /// Returns the stub as the type that the method returns, or nil if the method has no stub.
  ///
  /// - Throws: ``StubProblem`` if the stub has another type, or the error of a failed `Result`.
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

/// A `Result` with any success and failure types.
private protocol ResultStub {
  func value() throws -> Any
}

extension Result: ResultStub {
  fileprivate func value() throws -> Any { try get() }
}

enum StubProblem: Error {
  case wrongType(String, expected: String, found: String)
  case noError(String, found: String)
  case errorFromNonThrowing(String, String)

  func failure(at location: MockSourceLocation) -> MockFailure {
    MockFailure(severity: .expectation, message: message, sourceLocation: location)
  }

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

/// The error that a mock throws if the test requests a failure without choosing an error.
public enum MockError: Error, Sendable, Equatable {
  /// The stream failed because the test has set `shouldStreamFail`.
  case streamFailure
  /// The method failed because the test has set `shouldThrowError` but not `errorToThrow`.
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
  /// The same text as ``description``, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}
