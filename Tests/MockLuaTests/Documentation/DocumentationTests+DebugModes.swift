import MockDebugModes
import MockLua
import MockServices
import Testing

// The Swift code of DebugModes.md.

@Suite("The Swift of the documentation: debug modes")
struct DebugModesDocumentationTests {
  @Test("A launch, and an activation for the next one")
  @MainActor func launches() async throws {
    let store = DebugStore(suiteName: "com.example.app.debug")
    let launch = DebugLaunch(
      options: LaunchOptions(arguments: ["App", "--uitesting", "--skip-onboarding"]), store: store)

    #expect(launch.tier == .uiTesting)
    #expect(launch.options.onboarding == .skipped)
    #expect(launch.tier.scenarioMode == .uitest)
    defer { store.clear() }

    let runtime = try ScenarioRuntime(
      source: "service 'ShopService' { load = reply(mode) }", name: "shop.lua",
      options: ScenarioOptions(mode: launch.tier.scenarioMode))
    #expect(try await runtime.sequencer(for: "ShopService").answer(for: "load") == "uitest")

    let clock = MockClock.virtual(manual: true)
    let activator = DeveloperModeActivator(
      codeHash: try CodeHash(
        hexadecimal: "d0c04f4b1951e4aeaaec8223ed2039e542f3aae805a6fa7f6d794e5afff5d272"),
      store: store, clock: clock)

    for _ in 1...DeveloperModeActivator.requiredTapCount { activator.registerTap() }
    #expect(activator.isCodeEntryEnabled)
    #expect(activator.submit(code: "sesame"))
    #expect(DebugLaunch(options: LaunchOptions(), store: store).tier == .developer)

    activator.revoke()
    #expect(DebugLaunch(options: LaunchOptions(), store: store).tier == .production)
  }
}
