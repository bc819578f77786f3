/// The error thrown when a service isn't resolved as the mock that a test requests.
public struct NotTheMock: Error, Sendable, Equatable {
  /// The type as which the service is resolved.
  public var service: String
  /// The type of the requested mock.
  public var expected: String
  /// The type of the resolved service.
  public var found: String

  /// Creates an error.
  package init(service: String, expected: String, found: String) {
    self.service = service
    self.expected = expected
    self.found = found
  }
}

extension NotTheMock: CustomStringConvertible {
  /// The problem as `problem; suggestion`.
  public var description: String {
    "`\(service)` is a `\(found)`, not the mock `\(expected)`;"
      + " add `\(expected)` to the test's `DITestHelper`"
  }
}
