internal import MockServices

extension MockProtocol {
  /// The result that the test has set for a method, else the default.
  ///
  /// A `Result` counts by its value. A stub of another type, and an error where none can be thrown, are
  /// failures of the test at the caller's place; the default is then the answer.
  ///
  /// - Parameters:
  ///   - method: The key in ``stubbedResults``.
  ///   - defaultValue: The result without a stub.
  ///   - file: The file of a failure; the caller's by default.
  ///   - line: The line of a failure; the caller's by default.
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

  /// The result that the test has set for a method, else the default; throws the error that it has set.
  ///
  /// Looks in this order at `shouldThrowError` with `errorToThrow` (where ``MockStorage`` keeps them), at
  /// the stub `"name_error"`, and at a `Result` or a value under the method's name.
  ///
  /// - Parameters:
  ///   - method: The key in ``stubbedResults``.
  ///   - defaultValue: The result without a stub.
  ///   - file: The file of a failure; the caller's by default.
  ///   - line: The line of a failure; the caller's by default.
  /// - Returns: The stub or the default; the default too for a stub of another type, which is a failure of
  ///   the test at the caller's place.
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

  /// Throws the error that the test has set for a method, for a mock whose method returns nothing.
  ///
  /// - Parameters:
  ///   - method: The method; its error is the stub `"name_error"`, or a `Result` that failed.
  ///   - file: The file of a failure; the caller's by default.
  ///   - line: The line of a failure; the caller's by default.
  /// - Throws: The error that the test has set: by `shouldThrowError`, `"name_error"`, or a `Result`.
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

  /// The stub as the type that the method returns; nil without one.
  ///
  /// - Throws: ``StubProblem`` for a stub of another type, and the error of a `Result` that failed.
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

/// A `Result` of whatever types.
private protocol ResultStub {
  func value() throws -> Any
}

extension Result: ResultStub {
  fileprivate func value() throws -> Any { try get() }
}
