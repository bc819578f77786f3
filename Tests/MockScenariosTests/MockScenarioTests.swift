import MockServices
import Testing

@testable import MockScenarios

@Suite("Composing a scenario from presets")
struct MockScenarioTests {
  /// Stands in for an app to launch.
  final class App: LaunchEnvironmentCarrying {
    var launchArguments: [String] = []
    var launchEnvironment: [String: String] = [:]

    func configuration() throws -> MockServiceConfiguration? {
      try MockServiceConfiguration.fromEnvironment(launchEnvironment)
    }
  }

  /// Runs `body` and returns its reports.
  private func reports(_ body: () throws -> Void) rethrows -> [String] {
    let reports = Reports()
    try MockFailureHandler.$override.withValue(MockFailureHandler { reports.add($0) }) {
      try body()
    }
    return reports.all
  }

  private final class Reports: @unchecked Sendable {
    // Only the thread that runs the test writes this.
    private(set) var all: [String] = []
    func add(_ failure: MockFailure) { all.append(failure.description) }
  }

  private static let locked = MockMethodConfig.singleError(code: "locked", message: "Locked")

  @Test("Presets reach the app with their shared state")
  func preset() throws {
    let app = App()
    var lines: [String] = []
    MockScenario.build().with(PrimaryPreset.happyPath(initialStatus: 1))
      .apply(to: app) { lines.append($0) }
    #expect(
      lines == [
        "mocks: PrimaryServiceProtocol: "
          + "happyPath(initialStatus: 1, actionStatus: 3, finalStatus: 7)"
      ])
    let configuration = try #require(try app.configuration())
    #expect(configuration.sharedState == ["sessionStatus": SharedStateProperty(initial: 1)])
    let entry = configuration.services["PrimaryServiceProtocol"]
    #expect(entry == PrimaryPreset.happyPath().serviceEntry)
    #expect(
      entry?.methods["performAction"]?.responses.first?.updateSharedState == ["sessionStatus": 3])
  }

  @Test("Adding a service again replaces it, and later shared state wins")
  func replacing() {
    let configuration = MockScenario.build()
      .with(PrimaryPreset.happyPath()).with(PrimaryPreset.alreadyEstablished()).configuration()
    #expect(configuration.sharedState?["sessionStatus"]?.initial == 7)
    #expect(configuration.services["PrimaryServiceProtocol"]?.methods.keys.sorted() == ["signOut"])
  }

  @Test("A scenario is a value type, so changing a copy doesn't affect it")
  func value() {
    let base = MockScenario.build().with(PrimaryPreset.happyPath())
    _ = base.overriding(service: PrimaryPreset.serviceName, method: "signOut", with: Self.locked)
    #expect(
      base.configuration().services[PrimaryPreset.serviceName]
        == PrimaryPreset.happyPath().serviceEntry)
  }

  @Test("Overrides and the global delay affect services added before and after them")
  func order() {
    let parts: [(MockScenario) -> MockScenario] = [
      { $0.with(PrimaryPreset.happyPath()) },
      { $0.overriding(service: PrimaryPreset.serviceName, method: "extra", with: Self.locked) },
      { $0.withGlobalDelay(ms: 200) },
    ]
    let orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2]]
    let results = orders.map { order in
      order.reduce(MockScenario.build()) { parts[$1]($0) }.configuration()
    }
    for result in results { #expect(result == results[0]) }
    let methods = results[0].services[PrimaryPreset.serviceName]?.methods
    #expect(methods?["extra"]?.responses.first?.error?.code == "locked")
    for method in methods ?? [:] {
      #expect(method.value.responses.allSatisfy { $0.delayMs == 200 })
    }
  }

  @Test("The global delay keeps existing delays and the rest of a response")
  func delay() throws {
    let response = MockResponse(
      result: .success, value: 1, delayMs: 5, gate: "door", match: try MatchPattern(["a": 1]))
    var undelayed = response
    undelayed.delayMs = nil
    let entry = MockServiceEntry(methods: [
      "f": MockMethodConfig(
        responses: [response, undelayed], exhaustBehavior: .cycle, sequenceKey: "id")
    ])
    let config = MockScenario.build().with(service: "S", entry)
      .withGlobalDelay(ms: .uniform(minMs: 1, maxMs: 2)).configuration().services["S"]?.methods["f"]
    undelayed.delayMs = .uniform(minMs: 1, maxMs: 2)
    #expect(
      config
        == MockMethodConfig(
          responses: [response, undelayed], exhaustBehavior: .cycle, sequenceKey: "id"))
  }

  @Test("Delays can be Int variables")
  func variables() {
    let (short, long): (Int, Int) = (5, 250)
    let entry = MockServiceEntry(methods: [
      "f": MockMethodConfig(responses: [
        MockResponse(result: .success, value: 1, delayMs: short), MockResponse(result: .success),
        .success(2, delayMs: short), .success(3, delayMs: 7), .success(4, delayMs: nil),
      ])
    ])
    let responses = MockScenario.build().with(service: "S", entry).withGlobalDelay(ms: long)
      .configuration().services["S"]?.methods["f"]?.responses
    #expect(responses?.map(\.delayMs) == [5, 250, 5, 7, 250])
  }

  @Test("An override for a service that was never added is reported at its call")
  func unknownService() {
    let reports = reports {
      _ = MockScenario.build().with(PrimaryPreset.happyPath())
        .overriding(
          service: "PrimaryService", method: "f", with: Self.locked, file: "Tests.swift", line: 7
        ).configuration()
    }
    #expect(
      reports == [
        "Tests.swift:7: the scenario overrides `f` of `PrimaryService`, which was never added; "
          + "did you mean `PrimaryServiceProtocol`?"
      ])
  }

  @Test("Raw configurations and scenarios can be combined, and the last one wins")
  func raw() throws {
    let app = App()
    MockScenario.build().with(PrimaryPreset.happyPath()).apply(to: app)
    app.configureMockServices(
      sharedState: ["a": SharedStateProperty(initial: 1)],
      services: ["S": MockServiceEntry(methods: ["f": .singleSuccess(1)])])
    #expect(try app.configuration()?.services.keys.sorted() == ["S"])
  }

  @Test("A configuration that can't be passed is reported, and nothing changes")
  func unwritable() throws {
    let app = App()
    app.launchEnvironment = ["MOCK_SERVICE_CONFIG": "before"]
    let reports = reports {
      app.configureMockServices(
        services: ["S": MockServiceEntry(methods: ["f": .singleSuccess(.double(.nan))])])
      app.configureMockServices(
        services: [
          "S": MockServiceEntry(
            initialState: ["t": .string(String(repeating: "x", count: 64 << 20))])
        ])
    }
    #expect(
      reports == [
        "the configuration cannot be passed to the app: services.S.methods.f.responses[0].value: "
          + "JSON cannot represent the number nan; write a finite number or null",
        "the configuration cannot be passed to the app: it holds more than 67108864 bytes of JSON; "
          + "remove what the test does not use",
      ])
    #expect(app.launchEnvironment == ["MOCK_SERVICE_CONFIG": "before"])
  }

  @Test("An unwritable folder is reported with the reason")
  func noFolder() {
    let error = #expect(throws: TemporaryConfigurationFile.Failure.self) {
      try TemporaryConfigurationFile([1], in: "/no/such")
    }
    #expect(
      error?.description
        == "the configuration is too long for an environment variable, and a file cannot be created in "
        + "`/no/such`: No such file or directory; make room there, or name another folder in `TMPDIR`"
    )
  }

  @MainActor final class MainActorApp {
    var launchArguments: [String] = []
    var launchEnvironment: [String: String] = [:]
  }

  @Test("A main-actor app is configured there, like XCUIApplication")
  @MainActor func mainActor() throws {
    let app = MainActorApp()
    MockScenario.build().with(PrimaryPreset.happyPath()).apply(to: app)
    #expect(try MockServiceConfiguration.fromEnvironment(app.launchEnvironment) != nil)
  }

  @Test("The description lists presets, overrides, and delay")
  func description() {
    let scenario = MockScenario.build().with(PrimaryPreset.alreadyEstablished(status: 5))
      .overriding(service: PrimaryPreset.serviceName, method: "f", with: Self.locked)
      .withGlobalDelay(ms: 20)
    #expect(
      scenario.description
        == "PrimaryServiceProtocol: alreadyEstablished(status: 5), "
        + "overriding PrimaryServiceProtocol.f, with a global delay of 20 ms")
    #expect(MockScenario.build().description == "no services")
  }
}

extension MockScenarioTests.MainActorApp: @MainActor LaunchEnvironmentCarrying {}
