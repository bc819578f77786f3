import MockLua
import MockLuaTools
import MockScenarios
import MockServices
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#endif

// The Swift code of the articles. `scripts/check-examples` compares it line by line, so change both.

protocol LoginService: Sendable {
  func signIn(user: String, password: String) async throws -> Session
  func signOut() async throws
}

struct Session: Codable, Equatable {
  var name: String
}

struct MockLoginService: LoginService {
  let sequencer: MockCallSequencer

  func signIn(user: String, password: String) async throws -> Session {
    try await sequencer.nextDecodedValue(
      for: "signIn",
      arguments: [MockArgument("user", user), MockArgument("password", password)])
  }

  func signOut() async throws {
    try await sequencer.recordVoidCall(for: "signOut")
  }
}

enum LoginError: String, MockErrorConvertible {
  case offline
  case locked
}

@Mocked
protocol InboxService: Sendable {
  func count(of user: String) async throws -> Int
  var owner: String { get }
}

protocol DoorService: Sendable {
  func open(code: String) async throws -> Bool
}

@MockService
actor MockDoorService: DoorService {
  nonisolated let isOpen: CurrentValueSubject<Bool, Never>

  func open(code: String) async throws -> Bool
}

@Mocked
struct PlaceService: Sendable {
  var find: @Sendable (_ name: String, _ limit: Int) async throws -> [String]
  var forget: @Sendable (_ id: Int) async throws -> Void
  var visits: @Sendable () async -> Int
}

extension PlaceService {
  static var unimplemented: PlaceService {
    PlaceService(
      find: unimplementedClosure("PlaceService.find(name:limit:)"),
      forget: unimplementedClosure("PlaceService.forget(id:)"),
      visits: unimplementedClosure("PlaceService.visits()", placeholder: 0))
  }
}

@Mocked
protocol WeatherService: Sendable {
  func degrees(in city: String) async throws -> Int
}

struct WeatherStation: WeatherService {
  func degrees(in city: String) async throws -> Int { 18 }
}

final class Forecast: Sendable {
  let weather: any WeatherService

  init(weather: any WeatherService) { self.weather = weather }
}

enum ForecastSpec: ServiceSpec {
  static func makeService(_ resolver: any DependencyResolver) -> Forecast {
    Forecast(weather: WeatherStation())
  }
}

extension ServiceKeys {
  var forecast: ForecastSpec.Type { ForecastSpec.self }
}

final class Registry: MockServiceReceiver {
  private(set) var services: [ObjectIdentifier: Any] = [:]

  func receive<Service>(_ service: Service, as type: Service.Type) {
    services[ObjectIdentifier(type)] = service
  }
}

@Suite("The Swift of the documentation")
struct DocumentationTests {
  @Test("Macros: a whole mock from a protocol, and its registration")
  func mocked() async throws {
    let inboxScript = """
      shared { owner = "Ada" }
      service "InboxService" :bind "owner" {
        count = function(args) return #args.of end,
      }
      """
    let runtime = try ScenarioRuntime(source: inboxScript, name: "inbox.lua")
    let inbox = MockInboxService(runtime)
    #expect(try await inbox.count(of: inbox.owner) == 3)
    MockServiceRegistry.shared.register(MockInboxService.self)
    #expect(MockServiceRegistry.shared.services.contains("InboxService"))
  }

  @Test("Macros: a custom actor")
  func mockService() async throws {
    let doorScript = """
      shared { isOpen = false }
      service "DoorService" :bind "isOpen" {
        open = { when({ code = "42" }, reply(true) :set { isOpen = true }), reply(false) },
      }
      """
    let runtime = try ScenarioRuntime(source: doorScript, name: "door.lua")
    let door = MockDoorService(sequencer: runtime.sequencer(for: "DoorService"))
    #expect(try await door.open(code: "1") == false)
    #expect(try await door.open(code: "42"))
    #expect(door.isOpen.value)
  }

  @Test("Mocks at launch: container, keys, bootstrap, another container")
  @MainActor
  func bootstrap() async throws {
    let container = DependencyContainer.shared
    container.register(WeatherStation(), for: (any WeatherService).self)
    container.register(for: Forecast.self) { resolver in
      Forecast(weather: try resolver.resolve())
    }
    container.register(
      for: Session.self,
      async: { resolver in
        let weather = try await resolver.resolve((any WeatherService).self)
        return Session(name: "\(try await weather.degrees(in: "Oslo")) degrees")
      })
    #expect(try await container.resolve(Session.self) == Session(name: "18 degrees"))
    container.registerAll(ForecastSpec.self)
    container.register(ForecastSpec.self) { resolver in
      Forecast(weather: try resolver.resolve((any WeatherService).self))
    }
    let byKey = container.resolve(\.forecast)
    MockServiceRegistry.shared.register(MockWeatherService.self)
    MockServiceBootstrap.configureIfNeeded()
    let forecast = try await container.resolve(Forecast.self)
    #expect(forecast.weather is WeatherStation)
    #expect(byKey.weather is WeatherStation)
    MockServiceBootstrap.configureIfNeeded(responder: { try ScenarioRuntime(configuration: $0) })
    let script = #"service "WeatherService" { degrees = function(args) return #args.city end }"#
    let scenario = try LuaScenario.load(source: script, name: "weather.lua", directory: nil)
    var configuration = scenario.configuration
    configuration.script = scenario.script
    var environment = ["MOCK_SERVICE_CONFIG": try configuration.toBase64()]
    MockServiceBootstrap.configureIfNeeded(
      responder: { try ScenarioRuntime(configuration: $0) }, environment: environment)
    #expect(try await container.resolve(Session.self) == Session(name: "4 degrees"))
    #expect(container.resolve(\.forecast).weather is MockWeatherService)
    configuration = MockServiceConfiguration(services: ["WeatherService": MockServiceEntry()])
    environment = ["MOCK_SERVICE_CONFIG": try configuration.toBase64()]
    let registry = Registry()
    MockServiceBootstrap.configureIfNeeded(container: registry, environment: environment)
    #expect(registry.services.count == 1)
  }

  @Test("Embedding: an app uses its environment's configuration")
  func environment() async throws {
    let script = """
      service "LoginService" {
        signIn = { fail("offline", "No connection"), reply { name = "Ada" } },
        signOut = reply(),
      }
      """
    let scenario = try LuaScenario.load(source: script, name: "login.lua", directory: nil)
    let environment = ["MOCK_SERVICE_CONFIG": try scenario.configuration.toBase64()]
    #expect(try Self.login([:]) == nil)
    let login = try #require(try Self.login(environment))
    await #expect(throws: MockServiceError(code: "offline", message: "No connection")) {
      try await login.signIn(user: "Ada", password: "swordfish")
    }
    try await login.signOut()
  }

  private static func login(_ environment: [String: String]) throws -> MockLoginService? {
    guard let configuration = try MockServiceConfiguration.fromEnvironment(environment),
      let entry = configuration.services["LoginService"]
    else { return nil }
    let state = MockSharedState(properties: configuration.sharedState ?? [:])
    let login = MockLoginService(
      sequencer: MockCallSequencer(entry: entry, sharedState: state, service: "LoginService"))
    return login
  }

  @Test("The console is the one in the article")
  func console() async throws {
    let script = try Documentation.script("Embedding.md", "A scenario in a test process")
    let runtime = try ScenarioRuntime(source: script, name: "login.lua", clock: .virtual())
    let console = ScenarioConsole(runtime)

    let text = "services.LoginService.signIn { user = 'Ada', password = 'swordfish' }"
    let session = await console.evaluate(text)
    #expect("\(session)" == #"{ name = "Ada" }"#)
    #expect(await console.completions(of: "services.Log").names == ["LoginService"])
  }

  @Test("Embedding: a test computes responses")
  func live() async throws {
    let script = try Documentation.script("Embedding.md", "A scenario in a test process")
    let runtime = try ScenarioRuntime(source: script, name: "login.lua", clock: .virtual())
    let login = MockLoginService(sequencer: runtime.sequencer(for: "LoginService"))

    await #expect(throws: MockServiceError.self) {
      try await login.signIn(user: "Ada", password: "1234")
    }
    #expect(try await login.signIn(user: "Ada", password: "swordfish") == Session(name: "Ada"))
    #expect(runtime.sharedState["isSignedIn"] == true)
    #expect(runtime.clock.elapsed == .milliseconds(250))
    try runtime.log.verify("LoginService.signIn", called: 2)

    let log = runtime.log
    try log.verify("LoginService.signIn", arguments: MatchPattern(["user": "Ada"]), called: 2)
    try log.verify("LoginService.signOut", called: .never)
    try log.verifyInOrder(["LoginService.signIn", "LoginService.signIn"])
    try log.verifyNoMoreCalls()
    let users = try log.captured("user", of: "LoginService.signIn", as: String.self)
    #expect(users == ["Ada", "Ada"])
  }

  @Test("Embedding: responses are replaced until the next reset")
  func replacing() async throws {
    let script = try Documentation.script("Embedding.md", "A scenario in a test process")
    let runtime = try ScenarioRuntime(source: script, name: "login.lua", clock: .virtual())
    let login = MockLoginService(sequencer: runtime.sequencer(for: "LoginService"))
    await runtime.replace(service: "LoginService", method: "signIn") { call in
      guard call.count > 1 else {
        throw MockServiceError(code: "offline", message: "No connection")
      }
      return .response(MockResponse(result: .success, value: ["name": "Grace"]))
    }
    await runtime.replace(
      service: "LoginService", method: "signOut",
      with: MockMethodConfig(responses: [
        MockResponse(result: .error, error: MockErrorPayload(code: "busy", message: "Later"))
      ]))
    await #expect(throws: MockServiceError(code: "offline", message: "No connection")) {
      try await login.signIn(user: "Ada", password: "")
    }
    #expect(try await login.signIn(user: "Ada", password: "") == Session(name: "Grace"))
    await #expect(throws: MockServiceError(code: "busy", message: "Later")) {
      try await login.signOut()
    }
    try await runtime.reset()
    #expect(runtime.log.count == 0)
    try await login.signOut()
  }

  @Test("Embedding: options, clocks, and gates")
  func clocks() async throws {
    let script = """
      service "FeedService" { load = reply { "first" } :after(250) }
      variant("offline", function() override("FeedService", "load", fail "offline") end)
      """
    do {
      var options = ScenarioOptions()
      options.variant = "offline"
      options.seed = 7
      let runtime = try ScenarioRuntime(source: script, name: "feed.lua", options: options)
      #expect(
        runtime.configuration.services["FeedService"]?.methods["load"]?.responses[0].error != nil)
    }
    let clock = MockClock.virtual(manual: true)
    let runtime = try ScenarioRuntime(source: script, name: "feed.lua", clock: clock)
    let feed = runtime.sequencer(for: "FeedService")
    let call = Task { try await feed.nextDecodedValue(for: "load", as: [String].self) }
    await clock.waitForSleepers(1)
    await clock.advance(by: .milliseconds(250))
    #expect(try await call.value == ["first"])
  }

  @Test("Embedding: a gate holds back a response")
  func gates() async throws {
    let runtime = try ScenarioRuntime(
      source: #"service "FeedService" { load = reply { "first" } :gate "feed" }"#, name: "feed.lua")
    let feed = runtime.sequencer(for: "FeedService")
    let call = Task { try await feed.nextDecodedValue(for: "load", as: [String].self) }
    try await runtime.log.verifyEventually("FeedService.load", within: .seconds(5))
    // The screen shows its spinner now.
    try runtime.gates.open("feed")
    #expect(try await call.value == ["first"])
  }

  @Test("Embedding: an app runs the script embedded in its configuration")
  func embeddedScript() async throws {
    let script = try Documentation.script("Embedding.md", "A scenario in a test process")
    let scenario = try LuaScenario.load(source: script, name: "login.lua", directory: nil)
    var configuration = scenario.configuration
    configuration.script = scenario.script
    let runtime = try ScenarioRuntime(configuration: configuration, clock: .virtual())
    let login = MockLoginService(sequencer: runtime.sequencer(for: "LoginService"))
    #expect(try await login.signIn(user: "Ada", password: "swordfish") == Session(name: "Ada"))
  }

  @Test("Embedding: the app's own error")
  func ownError() async throws {
    let sequencer = MockCallSequencer(
      methods: [
        "signIn": MockMethodConfig(responses: [
          MockResponse(result: .error, error: MockErrorPayload(code: "locked", message: "No"))
        ])
      ], context: MockCallContext(errors: LoginError.self))
    await #expect(throws: LoginError.locked) {
      try await MockLoginService(sequencer: sequencer).signIn(user: "", password: "")
    }
  }
}
