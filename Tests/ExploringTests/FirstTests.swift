import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

@Mocked
protocol SearchService: Sendable {
  func find(_ text: String) async throws -> [String]
}

@MainActor
final class SearchModel {
  var results: [String] = []
  let service: any SearchService
  let drops: Bool
  var latest = 0
  init(_ service: any SearchService, drops: Bool) { (self.service, self.drops) = (service, drops) }

  func search(_ text: String) {
    latest += 1
    let mine = latest
    Task {
      guard let found = try? await service.find(text) else { return }
      if drops, mine != latest { return }
      results = found
    }
  }
}

let script = """
  service "SearchService" {
    find = function(args) return { args.text, args.text .. "!" } end,
  }
  """

@Suite struct FirstTests {
  @Test(.exploring(.orders), .scenario(source: script)) @MainActor func stale() async throws {
    let model = SearchModel(MockSearchService(), drops: false)
    model.search("a")
    model.search("ab")
    await Explored.quiet()
    #expect(model.results == ["ab", "ab!"])
  }

  @Test(.exploring(.orders), .scenario(source: script)) @MainActor func mended() async throws {
    let model = SearchModel(MockSearchService(), drops: true)
    model.search("a")
    model.search("ab")
    await Explored.quiet()
    #expect(model.results == ["ab", "ab!"])
  }

  @Test(.scenario(source: script)) @MainActor func plain() async throws {
    let model = SearchModel(MockSearchService(), drops: false)
    model.search("a")
    model.search("ab")
    await Explored.quiet()
    #expect(model.results == ["ab", "ab!"])
  }

  @Test(.scenario(source: script)) func time() async throws {
    let start = ContinuousClock.now
    for _ in 0..<100 {
      try await explore {
        async let a = MockSearchService().find("a")
        async let b = MockSearchService().find("b")
        async let c = MockSearchService().find("c")
        _ = try await (a, b, c)
      }
    }
    print("600 runs", ContinuousClock.now - start)
  }
}
