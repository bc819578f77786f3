import MockServices

#if canImport(Combine)
  @preconcurrency import Combine
#endif

enum ServiceStatus: Int, Sendable {
  case idle = 0
  case needsCode = 1
  case signedIn = 3
  case finished = 7
}

struct ServiceResponse: Codable, Sendable, Equatable {
  var status: Int
}

protocol YourServiceProtocol: Sendable {
  func performAction(input: String, secret: String) async throws -> ServiceResponse
  func elevate(desiredLevelOfAccess: Int, flow: String) async throws -> ServiceResponse
  func checkEligibility() async throws -> Bool
  func fetchData() async throws -> ServiceResponse
  func finalize() async throws -> ServiceResponse
  func resetState() async
  func tearDown() async throws
}

protocol SecondaryServiceProtocol: Sendable {
  func performAction(input: String, secret: String) async throws -> ServiceResponse
}

protocol OTPServiceProtocol: Sendable {
  func verify(code: String) async throws
}

@MockService
actor MockYourService: YourServiceProtocol {
  nonisolated let serviceStatus: CurrentValueSubject<ServiceStatus, Never>

  func performAction(input: String, secret: String) async throws -> ServiceResponse
  func elevate(desiredLevelOfAccess: Int, flow: String) async throws -> ServiceResponse
  func checkEligibility() async throws -> Bool
  func fetchData() async throws -> ServiceResponse
  func finalize() async throws -> ServiceResponse
  func resetState() async
  func tearDown() async throws
}

@MockService
actor MockSecondaryService: SecondaryServiceProtocol {
  nonisolated let serviceStatus: CurrentValueSubject<AnyCodableValue, Never>

  func performAction(input: String, secret: String) async throws -> ServiceResponse
}

@MockService
@MainActor
final class MockOTPService: OTPServiceProtocol {
  let serviceStatus: CurrentValueSubject<ServiceStatus, Never>

  func verify(code: String) async throws
}
