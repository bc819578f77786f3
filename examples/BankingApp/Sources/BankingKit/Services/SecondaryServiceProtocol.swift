/// Knows the user by the device: signs in without a password, and verifies a second time.
public protocol SecondaryServiceProtocol: Sendable {
  /// Signs in with the device alone.
  func performAction() async throws -> ServiceResponse

  /// Verifies the user; false where the device is not enrolled.
  func verify() async throws -> Bool

  /// Makes the device one that verifies.
  func enroll() async throws -> Enrollment

  /// Forgets the device.
  func reset() async
}
