/// The enrollment of a device.
public struct Enrollment: Codable, Sendable, Equatable {
  /// Whether the device is enrolled.
  public var enrolled: Bool

  /// Creates an enrollment.
  public init(enrolled: Bool) {
    self.enrolled = enrolled
  }
}
