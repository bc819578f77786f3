import Foundation
import MockDebugModes
import MockLua
import MockServices
import Testing

@Suite("The tier of a launch") struct LaunchTests {
  struct Sample: CustomTestStringConvertible {
    var arguments: [String]
    var isDeveloper = false
    var tier: DebugTier
    var onboarding = LaunchOptions.Onboarding.automatic
    var clearsState = false

    var testDescription: String {
      "\(arguments.joined(separator: " "))\(isDeveloper ? " and an activation" : "") -> \(tier)"
    }
  }

  @Test(
    "Flags and a stored activation choose the tier, and the richer one wins",
    arguments: [
      Sample(arguments: ["App"], tier: .production),
      Sample(arguments: ["App", "--uitesting"], tier: .uiTesting, clearsState: true),
      Sample(arguments: ["App", "--pro-debug"], tier: .richDebug, clearsState: true),
      Sample(
        arguments: ["App", "--pro-debug", "--uitesting"], tier: .richDebug, clearsState: true),
      Sample(arguments: ["App"], isDeveloper: true, tier: .developer),
      Sample(
        arguments: ["--uitesting"], isDeveloper: true, tier: .developer, clearsState: true),
      Sample(
        arguments: ["--pro-debug"], isDeveloper: true, tier: .richDebug, clearsState: true),
      Sample(
        arguments: ["--uitesting", "--skip-onboarding"], tier: .uiTesting, onboarding: .skipped,
        clearsState: true),
      Sample(arguments: ["--show-onboarding"], tier: .production, onboarding: .shown),
      Sample(
        arguments: ["--skip-onboarding", "--show-onboarding"], tier: .production,
        onboarding: .shown),
      Sample(arguments: ["-uitesting", "--uitesting=1"], tier: .production),
    ])
  func tier(sample: Sample) {
    let options = LaunchOptions(arguments: sample.arguments)
    #expect(DebugTier(options: options, isDeveloperModeActive: sample.isDeveloper) == sample.tier)
    #expect(options.onboarding == sample.onboarding)
    #expect(options.clearsState == sample.clearsState)
    #expect(LaunchOptions(arguments: options.arguments) == options)
  }

  @Test("Options and arguments are equivalent")
  func arguments() {
    let options = LaunchOptions(isUITesting: true, skipOnboarding: true)
    #expect(options.arguments == ["--uitesting", "--skip-onboarding"])
    let all = ["--uitesting", "--pro-debug", "--skip-onboarding", "--show-onboarding"]
    #expect(LaunchOptions(arguments: all.reversed()).arguments == all)
    #expect(LaunchOptions.current == LaunchOptions(arguments: CommandLine.arguments))
  }

  @Test(
    "A scenario's mode is the tier",
    arguments: [
      (DebugTier.uiTesting, ScenarioMode.uitest), (.richDebug, .debug), (.developer, .developer),
    ])
  func mode(tier: DebugTier, mode: ScenarioMode) async throws {
    #expect(tier.scenarioMode == mode)
    let runtime = try ScenarioRuntime(
      source: "service \"S\" { load = reply(mode) }", name: "mode.lua",
      options: ScenarioOptions(mode: tier.scenarioMode))
    let answer = try await runtime.sequencer(for: "S").answer(for: "load")
    #expect(answer == .string(mode.rawValue))
  }

  @Test("A tier sets the mode of an embedded script without one")
  func carriedMode() async throws {
    // With the mode, the method has a different number of functions, so the emitted ones no longer match.
    let source = """
      shared { rows = mode and 50 or 1 }
      local answers = { function() return mode or "none" end }
      if mode == "debug" then table.insert(answers, 1, function() return "rich" end) end
      service "S" :bind "rows" { load = answers }
      """
    func answers(
      emittedFor mode: ScenarioMode?, in tier: DebugTier
    ) async throws -> [AnyCodableValue?] {
      let emitted = try LuaScenario.load(
        source: source, name: "mode.lua", directory: nil, options: ScenarioOptions(mode: mode))
      var configuration = emitted.configuration
      configuration.services["Other"] = MockServiceEntry(methods: [
        "load": MockMethodConfig(responses: [MockResponse(result: .success, value: "other")])
      ])
      configuration.script = emitted.script
      let runtime = try ScenarioRuntime(configuration: configuration, mode: tier.scenarioMode)
      let load = runtime.sequencer(for: "S")
      return [
        try await load.answer(for: "load"), try await load.answer(for: "load"),
        try await runtime.sequencer(for: "Other").answer(for: "load"), runtime.sharedState["rows"],
      ]
    }
    #expect(try await answers(emittedFor: nil, in: .production) == ["none", "none", "other", 1])
    #expect(try await answers(emittedFor: nil, in: .richDebug) == ["rich", "debug", "other", 50])
    #expect(
      try await answers(emittedFor: .uitest, in: .richDebug) == ["uitest", "uitest", "other", 50])
  }

  @Test("Every scenario mode belongs to a tier, and production has none")
  func modes() {
    let tiers: [DebugTier] = DebugTier.allCases
    let modes: Set<ScenarioMode> = Set(tiers.compactMap(\.scenarioMode))
    let mocked: [DebugTier] = tiers.filter(\.usesMocks)
    let richlyMocked: [DebugTier] = tiers.filter(\.usesRichMocks)
    #expect(modes == Set(ScenarioMode.allCases))
    #expect(mocked == [.uiTesting, .richDebug, .developer])
    #expect(richlyMocked == [.richDebug, .developer])
    #expect(DebugTier.production.scenarioMode == nil)
  }

  @Test("Only `--uitesting` and `--pro-debug` clear the state, before it is read")
  func cleanState() {
    for (flag, isKept) in [("--uitesting", false), ("--pro-debug", false), ("--other", true)] {
      TemporaryStore.run { store, other in
        for store in [store, other] { store.userDefaults.set("Ada", forKey: "name") }
        let launch = DebugLaunch(options: LaunchOptions(arguments: [flag]), store: store)
        #expect(launch.store.userDefaults.string(forKey: "name") == (isKept ? "Ada" : nil))
        #expect(other.userDefaults.string(forKey: "name") == "Ada")
      }
    }
  }

  @Test("A launch without a suite name uses the app's own defaults")
  func ownDefaults() {
    let key = "LaunchTests.\(UUID())"
    UserDefaults.standard.set(1, forKey: key)
    defer { UserDefaults.standard.removeObject(forKey: key) }
    #expect(DebugStore().userDefaults.integer(forKey: key) == 1)
    let launch = DebugLaunch(options: LaunchOptions())
    #expect(launch.tier == .production)
    #expect(launch.store.userDefaults.integer(forKey: key) == 1)
  }
}
