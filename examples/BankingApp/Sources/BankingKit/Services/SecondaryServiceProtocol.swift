/// Identifies the user by the device, to sign in without a password or as a second verification.
public protocol SecondaryServiceProtocol: Sendable {
  /// Signs in with only the device.
  func performAction() async throws -> ServiceResponse

  /// Verifies the user; false if the device isn't enrolled.
  func verify() async throws -> Bool

  /// Enrolls the device.
  func enroll() async throws -> Enrollment

  /// Forgets the device.
  func reset() async
}
