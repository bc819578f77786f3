import MockServices

/// Verifies with configured responses.
@MockService(errors: BankError.self)
actor MockSecondaryService: SecondaryServiceProtocol {
  func performAction() async throws -> ServiceResponse
  func verify() async throws -> Bool
  func enroll() async throws -> Enrollment
  func reset() async
}
