/// Whether a device is one that verifies.
public struct Enrollment: Codable, Sendable, Equatable {
  /// Whether it is.
  public var enrolled: Bool

  /// Creates the answer.
  public init(enrolled: Bool) {
    self.enrolled = enrolled
  }
}
