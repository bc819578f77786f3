import MockServices

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

/// Signs in with configured responses.
@MockService(errors: BankError.self)
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
