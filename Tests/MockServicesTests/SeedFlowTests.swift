import MockLua
import MockServices
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#endif

/// The three flows of the format's first description, answered by mocks that the macros wrote.
@Suite("The flows of the first description")
struct SeedFlowTests {
  /// Where the answers come from.
  enum Source: String, CaseIterable, CustomTestStringConvertible {
    case json
    case lua
    var testDescription: String { rawValue }
  }

  static let script = """
    shared { serviceStatus = 0 }
    service "YourServiceProtocol" :bind "serviceStatus" {
      performAction = reply { status = 3 } :set { serviceStatus = 3 },
      checkEligibility = reply(true),
      fetchData = reply { status = 5 },
      finalize = reply { status = 7 } :set { serviceStatus = 7 },
      elevate = reply { status = 1 } :set { serviceStatus = 1 },
      resetState = reply(),
    }
    service "SecondaryServiceProtocol" :bind "serviceStatus" {
      performAction = reply { status = 3 } :set { serviceStatus = 3 },
    }
    service "OTPServiceProtocol" :bind "serviceStatus" {
      verify = { when({ code = "123456" }, reply() :set { serviceStatus = 3 }) },
    }
    """

  static let json = """
    {"sharedState": {"serviceStatus": {"initial": 0}},
     "services": {
       "YourServiceProtocol": {
         "bindings": {"serviceStatus": "serviceStatus"},
         "methods": {
           "performAction": {"exhaustBehavior": "repeatLast", "responses": [
             {"result": "success", "value": {"status": 3},
              "updateSharedState": {"serviceStatus": 3}}]},
           "fetchData": {"responses": [{"result": "success", "value": {"status": 5}}]},
           "checkEligibility": {"responses": [{"result": "success", "value": true}]},
           "elevate": {"responses": [{"result": "success", "value": {"status": 1},
             "updateSharedState": {"serviceStatus": 1}}]},
           "finalize": {"responses": [{"result": "success", "value": {"status": 7},
             "updateSharedState": {"serviceStatus": 7}}]},
           "resetState": {"responses": [{"result": "success"}]},
           "tearDown": {"responses": [{"result": "success"}]}}},
       "SecondaryServiceProtocol": {
         "bindings": {"serviceStatus": "serviceStatus"},
         "methods": {"performAction": {"responses": [{"result": "success",
           "value": {"status": 3}, "updateSharedState": {"serviceStatus": 3}}]}}},
       "OTPServiceProtocol": {
         "bindings": {"serviceStatus": "serviceStatus"},
         "methods": {"verify": {"responses": [{"result": "success",
           "match": {"code": "123456"}, "updateSharedState": {"serviceStatus": 3}}]}}}}}
    """

  struct Services {
    let primary: MockYourService
    let secondary: MockSecondaryService
    let otp: MockOTPService
    let runtime: ScenarioRuntime?
  }

  @MainActor
  static func services(_ source: Source) throws -> Services {
    switch source {
    case .json:
      let configuration = try MockServiceConfiguration(json: json)
      let state = MockSharedState(properties: configuration.sharedState ?? [:])
      func entry(_ name: String) throws -> MockServiceEntry {
        try #require(configuration.services[name])
      }
      return Services(
        primary: MockYourService(
          configuration: try entry("YourServiceProtocol"), sharedState: state),
        secondary: MockSecondaryService(
          configuration: try entry("SecondaryServiceProtocol"), sharedState: state),
        otp: MockOTPService(configuration: try entry("OTPServiceProtocol"), sharedState: state),
        runtime: nil)
    case .lua:
      let runtime = try ScenarioRuntime(source: script, name: "flows.lua", clock: .virtual())
      return Services(
        primary: MockYourService(sequencer: runtime.sequencer(for: "YourServiceProtocol")),
        secondary: MockSecondaryService(
          sequencer: runtime.sequencer(for: "SecondaryServiceProtocol")),
        otp: MockOTPService(sequencer: runtime.sequencer(for: "OTPServiceProtocol")),
        runtime: runtime)
    }
  }

  @Test("Standard flow, fetch, finalize", arguments: Source.allCases)
  @MainActor
  func standard(source: Source) async throws {
    let services = try Self.services(source)
    let primary = services.primary
    #expect(primary.serviceStatus.value == .idle)
    #expect(try await primary.performAction(input: "user", secret: "pw").status == 3)
    #expect(primary.serviceStatus.value == .signedIn)
    #expect(try await primary.checkEligibility())
    #expect(try await primary.fetchData().status == 5)
    #expect(try await primary.finalize().status == 7)
    #expect(primary.serviceStatus.value == .finished)
    await primary.resetState()
    try await primary.tearDown()
    if let log = services.runtime?.log {
      #expect(
        log.calls("YourServiceProtocol.performAction").first?.arguments
          == ["input": "user", "secret": "pw"])
      #expect(log.count(of: "YourServiceProtocol.tearDown") == 1)
    }
  }

  @Test("The secondary service's update is seen by the primary one", arguments: Source.allCases)
  @MainActor
  func crossService(source: Source) async throws {
    let services = try Self.services(source)
    let seen = Notes()
    let observation = services.primary.serviceStatus.sink { seen.add("\($0)") }
    #expect(try await services.secondary.performAction(input: "u", secret: "p").status == 3)
    #expect(services.primary.serviceStatus.value == .signedIn)
    #expect(services.secondary.serviceStatus.value == 3)
    #expect(try await services.primary.fetchData().status == 5)
    #expect(try await services.primary.finalize().status == 7)
    #expect(services.secondary.serviceStatus.value == 7)
    services.primary.serviceStatus.send(.idle)
    #expect(services.secondary.serviceStatus.value == 0)
    observation.cancel()
    #expect(seen.lines == ["idle", "signedIn", "finished", "idle"])
  }

  @Test("MFA, then OTP", arguments: Source.allCases)
  @MainActor
  func elevation(source: Source) async throws {
    let services = try Self.services(source)
    _ = try await services.primary.performAction(input: "u", secret: "p")
    #expect(try await services.primary.elevate(desiredLevelOfAccess: 2, flow: "otp").status == 1)
    #expect(services.otp.serviceStatus.value == .needsCode)
    let error = await #expect(throws: MockServiceError.self) {
      try await services.otp.verify(code: "1")
    }
    #expect(error?.code == "noMatch")
    #expect(services.primary.serviceStatus.value == .needsCode)
    try await services.otp.verify(code: "123456")
    #expect(services.primary.serviceStatus.value == .signedIn)
    #expect(try await services.primary.finalize().status == 7)
  }
}
