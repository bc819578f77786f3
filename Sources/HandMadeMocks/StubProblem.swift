internal import MockServices

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

  /// The problem as `problem; suggestion`.
  private var message: String {
    switch self {
    case .wrongType(let method, let expected, let found) where found == "Optional<\(expected)>":
      "the stub of `\(method)` is nil, and the mock's default makes its type \(expected);"
        + " let the mock write `default: ... as \(expected)?`"
    case .wrongType(let method, let expected, let found):
      "the stub of `\(method)` is of type \(found), but the method returns \(expected);"
        + " set `stubbedResults[\"\(method)\"]` to a value of type \(expected)"
    case .noError(let method, let found):
      "the stub `\(method)_error` is of type \(found), which is not an Error;"
        + " set it to an error, or remove it"
    case .errorFromNonThrowing(let method, let error):
      "the stub of `\(method)` is the error \(error), but the mock expects only a result;"
        + " let the mock write `try stubbedOutcome(for: \"\(method)\", default: ...)`"
    }
  }
}
