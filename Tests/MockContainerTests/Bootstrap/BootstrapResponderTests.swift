import MockServices
import Testing

@Suite("An app with computed responses") @MainActor struct BootstrapResponderTests {
  private let house = House()

  static let computed = """
    {"services": {
      "LampService": {"methods": {"turn": {"responses": [
        {"result": "callback", "callback": "LampService.turn#1"}]}}},
      "BellService": {"methods": {"ring": {"responses": [
        {"result": "success", "match": {"$where": "BellService.ring#1"}}]}}}}}
    """

  private struct Answers: MockResponder {
    func answer(_ call: MockCall) async throws -> MockAnswer {
      .response(MockResponse(result: .success, value: .string("by \(call.callback)")))
    }

    func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool { true }
  }

  @Test("Without a responder, all methods that need one are listed")
  func none() async throws {
    let session = try #require(house.launch(Self.computed))
    #expect(
      house.reports == [
        "report: MOCK_SERVICE_CONFIG: `BellService.ring`, `LampService.turn` are computed at run "
          + "time, but this app does not have a responder; write "
          + "`configureIfNeeded(responder: { try ScenarioRuntime(configuration: $0) })`"
      ])
    #expect(session.mocked == ["BellService", "LampService"])
    let error = await #expect(throws: MockServiceError.self) { try await house.lamp.turn(on: true) }
    #expect(error?.code == "noResponder")
  }

  @Test("A single method without a responder is reported in the singular")
  func one() {
    house.launch(
      """
      {"services": {"LampService": {"methods": {"turn": {"responses": [
        {"result": "callback", "callback": "LampService.turn#1"}]}}}}}
      """)
    #expect(house.reports.first?.contains("`LampService.turn` is computed at run time") == true)
  }

  @Test("A Swift responder computes responses in the app's process")
  func responder() async throws {
    _ = house.launch(Self.computed, responder: { _ in Answers() })
    #expect(try await house.lamp.turn(on: true) == "by LampService.turn#1")
    #expect(house.reports.isEmpty)
  }

  @Test("A configuration without computed responses needs no responder")
  func unasked() {
    let session = house.launch(BootstrapTests.lights, responder: { _ in throw Burglary() })
    #expect(session?.mocked == ["BellService", "LampService"])
    #expect(house.reports.isEmpty)
  }

  @Test("A responder that can't be created stops the app")
  func failure() throws {
    #expect(house.launch(Self.computed, responder: { _ in throw Burglary() }) == nil)
    #expect(
      house.reports == [
        "stop: MOCK_SERVICE_CONFIG: the script in the configuration does not run: "
          + "Burglary()"
      ])
    #expect(try house.lamp is RealLamp)
  }
}
