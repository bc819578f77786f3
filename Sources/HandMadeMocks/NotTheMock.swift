/// A service is resolved as something else than the mock that a test asks for.
public struct NotTheMock: Error, Sendable, Equatable {
  /// The type as which the service is resolved.
  public var service: String
  /// The type of the mock that the test asks for.
  public var expected: String
  /// The type of what was resolved.
  public var found: String

  /// Creates an error.
  package init(service: String, expected: String, found: String) {
    self.service = service
    self.expected = expected
    self.found = found
  }
}

extension NotTheMock: CustomStringConvertible {
  /// The problem as `problem; what to write`.
  public var description: String {
    "`\(service)` is a `\(found)`, not the mock `\(expected)`;"
      + " add `\(expected)` to the test's `DITestHelper`"
  }
}
