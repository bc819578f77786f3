import MockCalls
import MockData
import TestSupport
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#endif

struct ServiceResponse: Codable, Sendable, Equatable {
  var status: Int
}

/// Handwritten mocks, as in the first description of the format.
actor MockYourService {
  nonisolated let serviceStatus: CurrentValueSubject<AnyCodableValue, Never>?
  private let sequencer: MockCallSequencer

  init(_ scene: Scene, name: String = "YourServiceProtocol") {
    sequencer = scene[name]
    serviceStatus = scene.state.subject(for: "serviceStatus")
  }

  func performAction(input: String, secret: String) async throws -> ServiceResponse {
    try await sequencer.nextDecodedValue(
      for: "performAction",
      arguments: [MockArgument("input", input), MockArgument("secret", secret)],
      as: ServiceResponse.self)
  }

  func elevate(level: Int) async throws -> ServiceResponse {
    try await sequencer.nextDecodedValue(
      for: "elevate", arguments: [MockArgument("level", level)], as: ServiceResponse.self)
  }

  func checkEligibility() async throws -> Bool {
    try await sequencer.nextDecodedValue(for: "checkEligibility", as: Bool.self)
  }

  func fetchData() async throws -> ServiceResponse {
    try await sequencer.nextDecodedValue(for: "fetchData", as: ServiceResponse.self)
  }

  func finalize() async throws -> ServiceResponse {
    try await sequencer.nextDecodedValue(for: "finalize", as: ServiceResponse.self)
  }

  func resetState() async throws {
    try await sequencer.recordVoidCall(for: "resetState")
  }

  func verify(code: String) async throws {
    try await sequencer.recordVoidCall(for: "verify", arguments: [MockArgument("code", code)])
  }

  var status: AnyCodableValue? { serviceStatus?.value }
}

@Suite struct SeedFlowTests {
  @Test("The standard flow: fetch, then finalize", arguments: SeedDocuments.all)
  func standard(json: String) async throws {
    let scene = try Scene(json)
    let service = MockYourService(scene)
    #expect(await service.status == 0)
    #expect(try await service.performAction(input: "user", secret: "pw").status == 3)
    #expect(await service.status == 3)
    #expect(try await service.checkEligibility())
    #expect(try await service.fetchData().status == 5)
    #expect(await service.status == 3)
    #expect(try await service.finalize().status == 7)
    #expect(await service.status == 7)
    try await service.resetState()
    try scene.log.verifyInOrder(
      ["performAction", "checkEligibility", "fetchData", "finalize", "resetState"].map {
        MockCallExpectation("YourServiceProtocol.\($0)")
      }, exactly: true)
  }

  @Test("The primary service sees the secondary service's update")
  func crossService() async throws {
    let scene = try Scene(SeedDocuments.schemaDesign)
    let primary = MockYourService(scene)
    let secondary = MockYourService(scene, name: "SecondaryServiceProtocol")
    #expect(primary.serviceStatus === secondary.serviceStatus)
    #expect(try await secondary.performAction(input: "u", secret: "p").status == 3)
    #expect(await primary.status == 3)
    #expect(try await primary.fetchData().status == 5)
    #expect(try await primary.finalize().status == 7)
    #expect(await secondary.status == 7)
  }

  @Test("MFA, then OTP")
  func elevation() async throws {
    let scene = try Scene(
      """
      {"sharedState": {"serviceStatus": {"initial": 0}},
       "services": {
         "YourServiceProtocol": {"methods": {
           "performAction": {"responses": [{"result": "success", "value": {"status": 1},
             "updateSharedState": {"serviceStatus": 1}}]},
           "elevate": {"responses": [{"result": "success", "value": {"status": 2},
             "updateSharedState": {"serviceStatus": 2}}]},
           "fetchData": {"responses": [{"result": "success", "value": {"status": 5}}]},
           "finalize": {"responses": [{"result": "success", "value": {"status": 7},
             "updateSharedState": {"serviceStatus": 7}}]}}},
         "OTPServiceProtocol": {"methods": {"verify": {"responses": [
           {"result": "success", "updateSharedState": {"serviceStatus": 3}}]}}}}}
      """)
    let primary = MockYourService(scene)
    let otp = MockYourService(scene, name: "OTPServiceProtocol")
    #expect(try await primary.performAction(input: "u", secret: "p").status == 1)
    #expect(try await primary.elevate(level: 2).status == 2)
    #expect(await primary.status == 2)
    try await otp.verify(code: "123456")
    #expect(await primary.status == 3)
    #expect(try await primary.fetchData().status == 5)
    #expect(try await primary.finalize().status == 7)
    #expect(scene.log.captured("code", of: "OTPServiceProtocol.verify") == ["123456"])
    #expect(scene.log.calls().map { $0.state["serviceStatus"] } == [1, 2, 3, 3, 7])
  }

  @Test("A failure followed by a successful retry")
  func retry() async throws {
    let scene = try Scene(
      """
      {"sharedState": {"serviceStatus": {"initial": 0}},
       "services": {"YourServiceProtocol": {"methods": {"fetchData": {"responses": [
         {"result": "error", "code": "networkTimeout", "message": "Connection timed out"},
         {"result": "success", "value": {"status": 5}, "delayMs": 250,
          "updateSharedState": {"serviceStatus": 5}}]}}}}}
      """, clock: .virtual())
    let service = MockYourService(scene)
    await #expect(
      throws: MockServiceError(code: "networkTimeout", message: "Connection timed out")
    ) { try await service.fetchData() }
    #expect(await service.status == 0)
    #expect(try await service.fetchData().status == 5)
    #expect(await service.status == 5)
    #expect(scene.clock.elapsed == .milliseconds(250))
  }
}
