import MockLua
import MockLuaTesting
import MockServices
import Testing

// The Swift of the article on drift. `scripts/check-examples` compares it line by line, so change both.

@Test("Search finds teas", .scenario("Scripts/recorded.lua", drift: .report))
func findsTeas() async throws {
  let search = MockSearchService(passingTo: LiveSearch())
  #expect(try await search.find(query: "tea") == ["green tea", "black tea"])
}
