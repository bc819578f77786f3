public import MockServices

/// Signs users in, step by step.
public protocol PrimaryServiceProtocol: Sendable {
  /// The status of the session.
  var sessionStatus: CurrentValueSubject<SessionStatus, Never> { get }

  /// Signs in with a name and a password.
  ///
  /// The response has the next step.
  func performAction(input: String, secret: String) async throws -> ServiceResponse

  /// Requests more access, which may require a code.
  func elevateAccess(desiredLevelOfAccess: AccessLevel, flow: ElevationFlow) async throws
    -> ServiceResponse

  /// Returns whether the user can be verified.
  func canVerifyIdentity() async throws -> Bool

  /// Verifies the user's identity.
  func verifyIdentity() async throws -> ServiceResponse

  /// Completes the session, so that the accounts are available.
  func finalizeSession() async throws -> ServiceResponse

  /// Resets the profile of the user's device.
  func resetProfiler() async

  /// Ends the session.
  func signOut() async throws
}
