import Foundation
import MockServices
import Testing

@Suite("Launching an app with a configuration") @MainActor struct BootstrapTests {
  private let house = House()

  static let lights = """
    {"sharedState": {"on": {"initial": false}},
     "services": {
       "LampService": {
         "bindings": {"isOn": "on"},
         "methods": {"turn": {"responses": [
           {"result": "success", "value": "mocked", "updateSharedState": {"on": true}}]}}},
       "BellService": {"bindings": {"isOn": "on"}}}}
    """

  @Test("Without a configuration, the app keeps its services and nothing is reported")
  func unset() async throws {
    let session = house.noting {
      MockServiceBootstrap.configureIfNeeded(
        container: house.container, registry: house.registry, environment: [:],
        log: { [lines = house.lines] line in lines.withLock { $0.append(line) } })
    }
    #expect(session == nil)
    #expect(try await house.lamp.turn(on: true) == "real")
    #expect(house.lines.withLock { $0 }.isEmpty)
    #expect(house.reports.isEmpty)
  }

  @Test("Configured services replace a registration that isn't aware of mocks")
  func mocked() async throws {
    let session = try #require(house.launch(Self.lights))
    #expect(try await house.lamp.turn(on: true) == "mocked")
    #expect(try house.lamp is MockLampService)
    #expect(session.mocked == ["BellService", "LampService"])
    #expect(house.lines.withLock { $0 } == ["mocked services: BellService, LampService"])
    #expect(house.reports.isEmpty)
  }

  @Test("A call passed through reaches the service that the mock replaced, created or not")
  func passing() async throws {
    let made = Locked(0)
    house.container.register(for: (any LampService).self) { _ -> any LampService in
      made.withLock { $0 += 1 }
      return RealLamp()
    }
    let session = try #require(
      house.launch(
        #"{"services": {"LampService": {"passthrough": true}, "BellService": {"passthrough": true}}}"#
      ))
    #expect(try house.lamp is MockLampService)
    #expect(made.withLock { $0 } == 0)
    for _ in 0..<2 { #expect(try await house.lamp.turn(on: true) == "real") }
    #expect(made.withLock { $0 } == 1)
    try await house.container.resolve((any BellService).self).ring()
    try session.sequencers.log.verify("LampService.turn", called: 2)
    try session.sequencers.log.verify("BellService.ring", called: 1)
    #expect(house.reports.isEmpty)
  }

  @Test("The mocks share state, log, and gates, which the session provides")
  func shared() async throws {
    let session = try #require(house.launch(Self.lights))
    let bell = try { try house.container.resolve((any BellService).self) }()
    #expect(!bell.isOn)
    _ = try await house.lamp.turn(on: true)
    try await bell.ring()
    #expect(bell.isOn)
    #expect(session.sequencers.sharedState["on"] == true)
    try session.sequencers.log.verifyInOrder(["LampService.turn", "BellService.ring"])
  }

  @Test("A service without a configuration stays real")
  func others() throws {
    house.launch(#"{"services": {"LampService": {}}}"#)
    #expect(try { try house.container.resolve((any BellService).self) }() is RealBell)
    #expect(house.lines.withLock { $0 } == ["mocked services: LampService"])
  }

  @Test("A service without a mock is reported with the closest name, and stays real")
  func unregistered() throws {
    let session = house.launch(
      #"{"services": {"LampServise": {}, "DoorServiceProtocolOfTheHouse": {}}}"#)
    #expect(
      house.reports == [
        "report: MOCK_SERVICE_CONFIG: the real `DoorServiceProtocolOfTheHouse` is used, because no mock is "
          + "registered for it; write"
          + " `MockServiceRegistry.shared.register(MockDoorServiceProtocolOfTheHouse.self)`",
        "report: MOCK_SERVICE_CONFIG: the real `LampServise` is used, because no mock is registered for "
          + "it; did you mean `LampService`?",
      ])
    #expect(session?.unregistered == ["DoorServiceProtocolOfTheHouse", "LampServise"])
    #expect(try house.lamp is RealLamp)
    #expect(house.lines.withLock { $0 } == ["mocked services: none"])
  }

  @Test("A service resolved before it is mocked is reported")
  func timing() throws {
    let porch = try { try house.container.resolve(Porch.self) }()
    let session = house.launch(Self.lights)
    #expect(session?.resolvedEarlier == ["LampService"])
    #expect(
      house.reports == [
        "report: MOCK_SERVICE_CONFIG: `LampService` was resolved before it was mocked, so other code may "
          + "hold the real one; call `configureIfNeeded()` directly after the services "
          + "are registered"
      ])
    #expect(porch.lamp is RealLamp)
  }

  @Test("Services created from a service before it is mocked are recreated")
  func dependents() throws {
    _ = try { try house.container.resolve(Porch.self) }()
    house.launch(Self.lights)
    #expect(try { try house.container.resolve(Porch.self) }().lamp is MockLampService)
  }

  @Test(
    "An unreadable configuration stops the app",
    arguments: [
      (
        "%",
        "the value (1 byte) is not base64; write what `toBase64()` returns or `mocklua FILE --base64` prints"
      ),
      (
        "e30=",
        "MOCK_SERVICE_CONFIG (4 bytes of base64):1:1: the key `services` is missing; "
          + "add `\"services\": ...`"
      ),
    ])
  func unreadable(text: String, reason: String) throws {
    #expect(house.launch(text) == nil)
    let report = try #require(house.reports.first)
    #expect(report.hasPrefix("stop: MOCK_SERVICE_CONFIG"))
    #expect(report.contains(reason))
    #expect(report.hasSuffix(" (the app stops rather than run with its real services)"))
    #expect(try house.lamp is RealLamp)
  }

  @Test("One service can be mocked by name")
  func single() async throws {
    let state = MockSharedState(properties: ["on": SharedStateProperty(initial: true)])
    let isMocked = house.noting {
      MockServiceBootstrap.registerMockService(
        named: "BellService", with: MockServiceEntry(bindings: ["isOn": "on"]), sharedState: state,
        container: house.container, registry: house.registry)
    }
    #expect(isMocked)
    #expect(try { try house.container.resolve((any BellService).self) }().isOn)
    let isKnown = house.noting {
      MockServiceBootstrap.registerMockService(
        named: "BelService", with: MockServiceEntry(), sharedState: nil,
        container: house.container, registry: house.registry)
    }
    #expect(!isKnown)
    #expect(house.reports.count == 1)
    #expect(house.reports.first?.hasSuffix("did you mean `BellService`?") == true)
  }

  @Test("Any container that receives mocks can be used")
  func receiver() throws {
    final class Shelf: MockServiceReceiver {
      private(set) var types: [String] = []
      func receive<Service>(_ service: Service, as type: Service.Type) { types.append("\(type)") }
    }
    let shelf = Shelf()
    let text = try MockServiceConfiguration(json: Self.lights).toBase64()
    let session = house.noting {
      MockServiceBootstrap.configureIfNeeded(
        container: shelf, registry: house.registry, environment: ["MOCK_SERVICE_CONFIG": text],
        log: { _ in })
    }
    #expect(shelf.types == ["BellService", "LampService"])
    #expect(session?.resolvedEarlier == [])
  }

  @Test("The process environment is read once, for the shared container")
  func process() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      try await MainActor.run {
        let text = try MockServiceConfiguration(json: Self.lights).toBase64()
        setenv(MockServiceConfiguration.environmentVariable, text, 1)
        DependencyContainer.shared.register(RealLamp(), for: (any LampService).self)
        MockServiceRegistry.shared.register(MockLampService.self)
        MockServiceRegistry.shared.register(MockBellService.self)
        MockServiceBootstrap.configureIfNeeded(log: MockServiceBootstrap.standardErrorLog)
        let lamp = try DependencyContainer.shared.resolve((any LampService).self)
        try #require(lamp is MockLampService)
        MockServiceBootstrap.configureIfNeeded()
        let same = try DependencyContainer.shared.resolve((any LampService).self)
        try #require(same as? MockLampService === lamp as? MockLampService)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("mocked services: BellService, LampService\n"))
    #expect(text.split(separator: "\n").count { $0.contains("mocked services") } == 1)
  }

  @Test("By default, an invalid configuration ends the process with its message")
  func trap() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = await MockServiceBootstrap.configureIfNeeded(environment: ["MOCK_SERVICE_CONFIG": "%"])
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.hasPrefix("MOCK_SERVICE_CONFIG: the value (1 byte) is not base64"))
    // Nothing but the message is printed, because the error isn't in the app's code.
    #expect(!text.contains("Fatal error") && !text.contains("Backtrac"))
  }
}
