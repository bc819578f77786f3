import Foundation
import MockLua
import MockServices
import Testing

/// Compares the example presets with the Swift presets that they were converted from.
@Suite struct PresetExampleTests {
  @Test("A preset's script has the preset's values", arguments: presets)
  func values(preset: Preset) throws {
    let example = Examples.Output(script: preset.script, variant: preset.variant)
    #expect(try example.load().configuration == preset.configuration)
  }

  @Test("A preset takes its parameters by name", arguments: parameters)
  func named(call: String, expected: MockServiceConfiguration) throws {
    #expect(try load(call).configuration == expected)
  }

  @Test("An unknown parameter of a preset is the caller's error")
  func unknownParameter() throws {
    let error = #expect(throws: ScenarioError.self) {
      try load("\nprimary.happyPath { status = 1 }")
    }
    #expect(error?.description == "m.lua:4: the preset has no parameter `status`")
  }

  private func load(_ call: String) throws -> LuaScenario {
    try LuaScenario.load(
      source: """
        local primary = require "presets.primary"
        local secondary = require "presets.secondary"
        \(call)
        """, name: "m.lua", directory: Examples.folder.path)
  }

  struct Preset: CustomTestStringConvertible {
    var script: String
    var variant: String?
    var configuration: MockServiceConfiguration

    var testDescription: String { [script, variant].compactMap { $0 }.joined(separator: ".") }
  }

  static let presets = [
    Preset(script: "happy-path", configuration: primary(happyPath())),
    Preset(
      script: "happy-path", variant: "full-flow",
      configuration: primary(happyPath(), secondary: enabled)),
    Preset(
      script: "happy-path", variant: "slow-action",
      configuration: primary(
        happyPath().merging(["performAction": [moves(to: 3, delayMs: 3000)]]) { $1 })),
    Preset(
      script: "happy-path", variant: "latency",
      configuration: delayed(primary(happyPath(), secondary: enabled), ms: 2000)),
    Preset(
      script: "action-fails",
      configuration: primary([
        "performAction": [error("invalidInput", "The provided input was invalid.")]
      ])),
    Preset(
      script: "fail-then-retry",
      configuration: primary([
        "performAction": [error("networkTimeout", "Connection timed out"), moves(to: 3)],
        "verifyIdentity": [success(["status": 5])], "canVerifyIdentity": [success(true)],
        "finalizeSession": [moves(to: 7)],
      ])),
    Preset(script: "elevated-access", configuration: primary(elevated())),
    Preset(
      script: "elevated-access", variant: "verified",
      configuration: primary(elevated(), secondary: enabled)),
    Preset(
      script: "already-established",
      configuration: primary(["canVerifyIdentity": [success(true)]], initial: 7)),
    Preset(script: "secondary-enabled", configuration: secondary(enabled)),
    Preset(script: "secondary-disabled", configuration: secondary(["verify": [success(false)]])),
    Preset(
      script: "verification-fails",
      configuration: secondary(["verify": [error("verificationFailed", "Verification failed")]])),
  ]

  static let parameters: [(String, MockServiceConfiguration)] = [
    (
      "primary.happyPath { initialStatus = 1, actionStatus = 2, finalStatus = 4 }",
      primary(happyPath(action: 2, final: 4), initial: 1)
    ),
    (
      "primary.actionFails { code = 'locked', message = 'Account locked' }",
      primary(["performAction": [error("locked", "Account locked")]])
    ),
    (
      "primary.elevatedAccessRequired { initialStatus = 1, elevatedStatus = 2, finalStatus = 4 }",
      primary(elevated(initial: 1, elevated: 2, final: 4))
    ),
    (
      "primary.alreadyEstablished { status = 5 }",
      primary(["canVerifyIdentity": [success(true)]], initial: 5)
    ),
    (
      "secondary.verificationFails { code = 'expired' }",
      secondary(["verify": [error("expired", "Verification failed")]])
    ),
  ]

  // MARK: - Values

  private typealias Methods = [String: [MockResponse]]

  private static let enabled: Methods = [
    "verify": [success(true)], "enroll": [success(["enrolled": true])],
  ]

  private static func happyPath(action: Int = 3, final: Int = 7) -> Methods {
    [
      "performAction": [moves(to: action)], "verifyIdentity": [success(["status": 5])],
      "canVerifyIdentity": [success(true)], "finalizeSession": [moves(to: final)],
    ]
  }

  private static func elevated(initial: Int = 3, elevated: Int = 5, final: Int = 7) -> Methods {
    let elevate = ["elevateAccess": [moves(to: elevated)]]
    return happyPath(action: initial, final: final).merging(elevate) { $1 }
  }

  private static func primary(_ methods: Methods, initial: Int = 0, secondary other: Methods? = nil)
    -> MockServiceConfiguration
  {
    let void: Methods = ["resetProfiler": [success()], "signOut": [success()]]
    var configuration = MockServiceConfiguration(
      sharedState: ["sessionStatus": SharedStateProperty(initial: .int(initial))],
      services: [
        "PrimaryServiceProtocol": MockServiceEntry(
          bindings: ["sessionStatus": "sessionStatus"],
          methods: methods.merging(void) { $1 }.mapValues { MockMethodConfig(responses: $0) })
      ])
    if let other {
      configuration.services.merge(secondary(other).services) { $1 }
    }
    return configuration
  }

  private static func secondary(_ methods: Methods) -> MockServiceConfiguration {
    let methods = methods.merging(["reset": [success()]]) { $1 }
    return MockServiceConfiguration(services: [
      "SecondaryServiceProtocol": MockServiceEntry(
        methods: methods.mapValues { MockMethodConfig(responses: $0) })
    ])
  }

  private static func delayed(_ configuration: MockServiceConfiguration, ms: Int)
    -> MockServiceConfiguration
  {
    var configuration = configuration
    configuration.services = configuration.services.mapValues { entry in
      var entry = entry
      entry.methods = entry.methods.mapValues { method in
        var method = method
        for index in method.responses.indices { method.responses[index].delayMs = .fixed(ms: ms) }
        return method
      }
      return entry
    }
    return configuration
  }

  private static func success(_ value: AnyCodableValue? = nil) -> MockResponse {
    MockResponse(result: .success, value: value)
  }

  private static func moves(to status: Int, delayMs: Int? = nil) -> MockResponse {
    MockResponse(
      result: .success, value: ["status": .int(status)], delayMs: delayMs.map { .fixed(ms: $0) },
      updateSharedState: ["sessionStatus": .int(status)])
  }

  private static func error(_ code: String, _ message: String) -> MockResponse {
    MockResponse(result: .error, error: MockErrorPayload(code: code, message: message))
  }
}
