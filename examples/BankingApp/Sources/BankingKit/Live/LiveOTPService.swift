/// Checks codes with the bank.
struct LiveOTPService: OTPServiceProtocol {
  let bank: Bank

  func verify(code: String) async throws { try await bank.check(code: code) }
}
