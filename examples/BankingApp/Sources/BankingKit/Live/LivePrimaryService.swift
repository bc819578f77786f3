import MockServices

#if canImport(Combine)
  @preconcurrency import Combine
#endif

/// Signs in to the bank.
struct LivePrimaryService: PrimaryServiceProtocol {
  let bank: Bank

  var sessionStatus: CurrentValueSubject<SessionStatus, Never> { bank.session }

  func performAction(input: String, secret: String) async throws -> ServiceResponse {
    try await bank.signIn(input, secret: secret)
  }

  func elevateAccess(desiredLevelOfAccess: AccessLevel, flow: ElevationFlow) async throws
    -> ServiceResponse
  {
    try await bank.elevate(to: desiredLevelOfAccess, by: flow)
  }

  func canVerifyIdentity() async throws -> Bool { await bank.user != nil }

  func verifyIdentity() async throws -> ServiceResponse { try await bank.verifyUser() }

  func finalizeSession() async throws -> ServiceResponse { try await bank.establish() }

  func resetProfiler() async { await bank.resetProfile() }

  func signOut() async throws { await bank.signOut() }
}
