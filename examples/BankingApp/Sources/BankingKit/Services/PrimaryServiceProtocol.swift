public import MockServices

/// Signs users in, one step after the other.
public protocol PrimaryServiceProtocol: Sendable {
  /// How far the session has got.
  var sessionStatus: CurrentValueSubject<SessionStatus, Never> { get }

  /// Signs in with a name and a password; the answer says what comes next.
  func performAction(input: String, secret: String) async throws -> ServiceResponse

  /// Asks for more access, which may cost a code.
  func elevateAccess(desiredLevelOfAccess: AccessLevel, flow: ElevationFlow) async throws
    -> ServiceResponse

  /// Whether the user can be verified at all.
  func canVerifyIdentity() async throws -> Bool

  /// Verifies who the user is.
  func verifyIdentity() async throws -> ServiceResponse

  /// Completes the session: from then on the accounts can be reached.
  func finalizeSession() async throws -> ServiceResponse

  /// Forgets what is known about the user's device.
  func resetProfiler() async

  /// Ends the session.
  func signOut() async throws
}
