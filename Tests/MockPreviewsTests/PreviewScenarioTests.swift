import Foundation
import MockPreviews
import MockServices
import Testing

@Suite("A scenario for previews") @MainActor struct PreviewScenarioTests {
  private func folder() throws -> Bundle {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try #require(Bundle(url: source.appendingPathComponent("Resources")))
  }

  @Test("A preview scenario replaces the services that its file configures")
  func install() async throws {
    let (container, registry) = (DependencyContainer(), MockServiceRegistry())
    container.register(RealLamp(), for: (any LampService).self)
    registry.register(MockLampService.self)
    let session = try PreviewScenario("happy", in: folder()).install(in: container, from: registry)
    #expect(session?.mocked == ["LampService"])
    let lamp = try { try container.resolve((any LampService).self) }()
    #expect(try await lamp.turn() == "mocked")
  }

  @Test("A missing file is reported with the closest name")
  func missing() throws {
    let bundle = try folder()
    let error = #expect(throws: PreviewScenarioError.self) {
      try PreviewScenario("hapy", in: bundle).configuration()
    }
    #expect(
      error?.description
        == "hapy.json: was not found in the resources of \(bundle.bundlePath); did you mean `happy`?"
    )
    let other = #expect(throws: PreviewScenarioError.self) {
      try PreviewScenario("night", in: bundle).configuration()
    }
    #expect(
      other?.description
        == "night.json: was not found in the resources of \(bundle.bundlePath); write it with "
        + "`mocklua night.lua --output night.json`, and add it to the target")
  }

  @Test("An invalid file is reported with the location")
  func broken() throws {
    let error = #expect(throws: PreviewScenarioError.self) {
      try PreviewScenario("broken", in: folder()).install()
    }
    #expect(
      error?.description
        == "broken.json:1:31: services.LampService.method: unknown key `method`; did you mean `methods`?"
    )
  }
}

@Mocked
protocol LampService: Sendable {
  func turn() async throws -> String
}

struct RealLamp: LampService {
  func turn() async throws -> String { "real" }
}
