import MockLua
import MockLuaTesting
import MockServices
import Testing

// The Swift of the article on recording. `scripts/check-examples` compares it line by line, so change both.

@Mocked
protocol SearchService: Sendable {
  func find(query: String) async throws -> [String]
}

struct LiveSearch: SearchService {
  func find(query: String) async throws -> [String] { ["green \(query)", "black \(query)"] }
}

// The script that is there answers it all, so that the test changes no file.
@Test("Finding tea", .scenario("Scripts/recorded.lua", recording: .missing))
func findingTea() async throws {
  let search = MockSearchService(passingTo: LiveSearch())
  #expect(try await search.find(query: "tea") == ["green tea", "black tea"])
}

@Test(
  "A mock in front of a live service", .scenario(source: "service \"SearchService\" :passthrough()")
)
func passing() async throws {
  let mock = MockSearchService(passingTo: LiveSearch())
  #expect(try await mock.find(query: "mate") == ["green mate", "black mate"])
}

@Test("Recording a session without a trait")
func recordingASession() async throws {
  let session = try ScenarioSession(path: "Scripts/recorded.lua", recording: .missing)
  let live = try LiveSession(session.runtime)
  // ... launch the app with `live`, and use it ...
  let notes = await session.record(to: "Scripts/recorded.lua")
  #expect(notes == [])
  live.close()
}
