import MockLua
import MockScenarios
import MockServices
import Testing

enum LoginPreset: MockServicePreset {
  static let serviceName = "LoginService"

  /// Signing in succeeds.
  case succeeds(user: String = "Ada")
  /// The first attempt fails, every later one succeeds.
  case failsOnce(code: String = "networkTimeout")
  /// Anything else.
  case custom(sharedState: [String: SharedStateProperty], entry: MockServiceEntry)

  var sharedState: [String: SharedStateProperty] {
    if case .custom(let state, _) = self { return state }
    return ["isSignedIn": SharedStateProperty(initial: false)]
  }

  var serviceEntry: MockServiceEntry {
    switch self {
    case .succeeds(let user):
      MockServiceEntry(methods: ["signIn": Self.welcome(user), "signOut": .voidSuccess])
    case .failsOnce(let code):
      MockServiceEntry(methods: [
        "signIn": MockMethodConfig(
          responses: [.error(code: code, message: "No answer.")] + Self.welcome("Ada").responses)
      ])
    case .custom(_, let entry): entry
    }
  }

  private static func welcome(_ user: String) -> MockMethodConfig {
    .singleSuccess(["name": .string(user)], updateSharedState: ["isSignedIn": true])
  }
}

extension MockScenario {
  func withLogin(_ preset: LoginPreset = .succeeds()) -> MockScenario { with(preset) }
}

/// Presets, and an app launched with them.
///
/// The file is in this folder because the article's script is in `Presets` next to the test.
@Suite("The documentation of presets and launching")
struct LaunchingDocumentationTests {
  final class App: LaunchEnvironmentCarrying {
    var launchArguments: [String] = []
    var launchEnvironment: [String: String] = [:]

    func method(_ name: String) throws -> [MockResponse]? {
      let configuration = try MockServiceConfiguration.fromEnvironment(launchEnvironment)
      return configuration?.services["LoginService"]?.methods[name]?.responses
    }
  }

  @Test("Launching: presets")
  func presets() throws {
    let app = App()
    MockScenario.build()
      .with(LoginPreset.succeeds())
      .overriding(
        service: "LoginService", method: "signOut",
        with: .singleError(code: "busy", message: "Try again.")
      )
      .withGlobalDelay(ms: 200)
      .apply(to: app)
    #expect(try app.method("signIn")?.first?.value == ["name": "Ada"])
    #expect(try app.method("signOut")?.first?.error?.code == "busy")
    #expect(try app.method("signOut")?.first?.delayMs == 200)
    MockScenario.build().withLogin(.failsOnce()).apply(to: app)
    #expect(try app.method("signIn")?.map(\.result) == [.error, .success])
    MockScenario.build().withLogin(.custom(sharedState: [:], entry: MockServiceEntry()))
      .apply(to: app)
    #expect(try app.method("signIn") == nil)
  }

  @Test("Launching: scripts as presets")
  func scripts() throws {
    let app = App()
    try MockScenario.build()
      .with(script: "Presets/login.lua", variant: "locked")
      .apply(to: app)
    #expect(try app.method("signIn")?.first?.error?.code == "locked")
    let scenario = try MockScenario.build().with(LoginVariant.signedIn)
    #expect(scenario.description == "login.lua: signed-in")
  }

  #if os(macOS) || os(Linux)
    @Test("Launching: a plain executable")
    func process() async throws {
      let echo = LaunchedProcess(executable: "/bin/cat")
      try echo.launch()
      try echo.writeLine("hello")
      #expect(try await echo.nextLine() == "hello")
      try echo.closeInput()
      #expect(try await echo.exit() == .code(0))
    }
  #endif
}
