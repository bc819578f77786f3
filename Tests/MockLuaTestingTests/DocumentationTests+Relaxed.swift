import MockLuaTesting
import MockServices
import Testing

// The Swift code of the article on relaxed mocks. `scripts/check-examples` compares it.

struct Theme: Codable, Sendable {
  var name: String
}

extension Theme: MockValue {
  static var mockDefault: Theme { Theme(name: "plain") }
}

@Mocked
protocol SettingsService: Sendable {
  func isOn(_ key: String) -> Bool
  func theme() async throws -> Theme
}

@Suite("The documentation of relaxed mocks")
struct RelaxedDocumentationTests {
  @Test(.mocked, .relaxed) func opens() async throws {
    let settings = MockSettingsService()
    #expect(settings.isOn("sync") == false)
    #expect(try await settings.theme().name == "plain")
  }

  @Test(.mocked) func tracks() {
    let settings = MockSettingsService(.relaxed)
    #expect(settings.isOn("sync") == false)
  }
}
