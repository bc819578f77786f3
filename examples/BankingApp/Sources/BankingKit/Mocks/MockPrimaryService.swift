import MockServices

/// Signs in as a configuration says.
@MockService
actor MockPrimaryService: PrimaryServiceProtocol {
  nonisolated let sessionStatus: CurrentValueSubject<SessionStatus, Never>

  func performAction(input: String, secret: String) async throws -> ServiceResponse
  func elevateAccess(desiredLevelOfAccess: AccessLevel, flow: ElevationFlow) async throws
    -> ServiceResponse
  func canVerifyIdentity() async throws -> Bool
  func verifyIdentity() async throws -> ServiceResponse
  func finalizeSession() async throws -> ServiceResponse
  func resetProfiler() async
  func signOut() async throws
}
