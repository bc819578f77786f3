import MockLua
import MockScenarios
import MockServices
import Testing

enum LoginPreset: MockServicePreset {
  static let serviceName = "LoginService"

  /// Signing in succeeds.
  case succeeds
  /// The first attempt fails. Later ones succeed.
  case failsOnce

  var sharedState: [String: SharedStateProperty] {
    ["isSignedIn": SharedStateProperty(initial: false)]
  }

  var serviceEntry: MockServiceEntry {
    let welcome = MockResponse.success(["name": "Ada"], updateSharedState: ["isSignedIn": true])
    let offline = MockResponse.error(code: "networkTimeout", message: "No answer.")
    let responses = self == .succeeds ? [welcome] : [offline, welcome]
    return MockServiceEntry(methods: [
      "signIn": MockMethodConfig(responses: responses), "signOut": .voidSuccess,
    ])
  }
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
      .with(LoginPreset.succeeds)
      .overriding(
        service: "LoginService", method: "signOut",
        with: .singleError(code: "busy", message: "Try again.")
      )
      .withGlobalDelay(ms: 200)
      .apply(to: app)
    #expect(try app.method("signIn")?.first?.value == ["name": "Ada"])
    #expect(try app.method("signOut")?.first?.error?.code == "busy")
    #expect(try app.method("signOut")?.first?.delayMs == 200)
    MockScenario.build().with(LoginPreset.failsOnce).apply(to: app)
    #expect(try app.method("signIn")?.map(\.result) == [.error, .success])
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
