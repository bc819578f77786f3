/// Identifies the user by the device.
struct LiveSecondaryService: SecondaryServiceProtocol {
  let bank: Bank

  func performAction() async throws -> ServiceResponse { try await bank.signInWithDevice() }

  func verify() async throws -> Bool { try await bank.hasDevice() }

  func enroll() async throws -> Enrollment {
    try await bank.setDevice(true)
    return Enrollment(enrolled: true)
  }

  func reset() async {
    // It throws only if the user isn't signed in, and then there is no device to forget.
    try? await bank.setDevice(false)
  }
}
