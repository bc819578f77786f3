import MockLua
import MockServices
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#endif

@Suite("An app that runs an embedded script")
@MainActor
struct BootstrapScriptTests {
  private static let script = """
    shared { serviceStatus = 0 }
    service "YourServiceProtocol" :bind "serviceStatus" {
      performAction = function(args)
        if args.secret ~= "pw" then return fail("badSecret", "Not " .. args.secret) end
        state.serviceStatus = 3
        return { status = 3 }
      end,
      checkEligibility = reply(true),
    }
    service "SecondaryServiceProtocol" :bind "serviceStatus" {
      performAction = function(args)
        return services.YourServiceProtocol.performAction(args)
      end,
    }
    """

  /// Returns the environment set by `mocklua --embed-script`.
  private func environment(_ source: String) throws -> [String: String] {
    let scenario = try LuaScenario.load(source: source, name: "app.lua", directory: nil)
    var configuration = scenario.configuration
    configuration.script = scenario.script
    return [MockServiceConfiguration.environmentVariable: try configuration.toBase64()]
  }

  private let container = DependencyContainer()
  private let registry = MockServiceRegistry()
  private let notes = Notes()

  init() {
    registry.register(MockYourService.self)
    registry.register(MockSecondaryService.self)
  }

  private func launch(_ environment: [String: String]) -> MockBootstrapSession? {
    MockFailureHandler.$override.withValue(notes.handler) {
      MockServiceBootstrap.configureIfNeeded(
        responder: { try ScenarioRuntime(configuration: $0) }, container: container,
        registry: registry, environment: environment, log: { notes.add($0) })
    }
  }

  private func service<Service: Sendable>(_ type: Service.Type) throws -> Service {
    try container.resolve(type)
  }

  @Test("The script's functions respond in the app, and state, log, and mocks are shared")
  func functions() async throws {
    let session = try #require(launch(try environment(Self.script)))
    #expect(notes.lines == ["mocked services: SecondaryServiceProtocol, YourServiceProtocol"])
    let primary = try service((any YourServiceProtocol).self)
    let secondary = try service((any SecondaryServiceProtocol).self)
    let error = await #expect(throws: MockServiceError.self) {
      try await primary.performAction(input: "ada", secret: "x")
    }
    #expect(error == MockServiceError(code: "badSecret", message: "Not x"))
    #expect(try await secondary.performAction(input: "ada", secret: "pw").status == 3)
    #expect((primary as? MockYourService)?.serviceStatus.value == .signedIn)
    #expect((secondary as? MockSecondaryService)?.serviceStatus.value == 3)
    #expect(session.sequencers.sharedState["serviceStatus"] == 3)
    #expect(session.sequencers is ScenarioRuntime)
    try session.sequencers.log.verify("YourServiceProtocol.performAction", called: 2)
    try session.sequencers.log.verify("SecondaryServiceProtocol.performAction", called: .once)
  }

  @Test("Static responses come from the configuration")
  func staticResponses() async throws {
    _ = launch(try environment(Self.script))
    #expect(try await service((any YourServiceProtocol).self).checkEligibility())
  }

  @Test("The process retains the script, even if the session is released")
  func lifetime() async throws {
    _ = launch(try environment(Self.script))
    let primary = try service((any YourServiceProtocol).self)
    await Task.yield()
    #expect(try await primary.performAction(input: "ada", secret: "pw").status == 3)
  }

  @Test("A script with errors stops the app and is reported with its location")
  func errors() throws {
    var configuration = MockServiceConfiguration(services: ["YourServiceProtocol": .init()])
    configuration.script = MockScript(name: "app.lua", source: "\nservise 'X' {}")
    let text = try configuration.toBase64()
    #expect(launch([MockServiceConfiguration.environmentVariable: text]) == nil)
    #expect(notes.lines.count == 1)
    #expect(
      (notes.lines.first ?? "").hasPrefix(
        "stop: the script in the configuration does not run: app.lua:2: "))
  }

  @Test("Functions without their script stop the app with an error that explains how to embed it")
  func noScript() throws {
    let scenario = try LuaScenario.load(source: Self.script, name: "app.lua", directory: nil)
    let text = try scenario.configuration.toBase64()
    #expect(launch([MockServiceConfiguration.environmentVariable: text]) == nil)
    #expect(
      notes.lines == [
        "stop: the script in the configuration does not run: configuration: "
          + "the configuration doesn't contain a script; emit it with `--embed-script`"
      ])
  }
}
