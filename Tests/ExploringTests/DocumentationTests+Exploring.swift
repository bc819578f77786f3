import MockLua
import MockLuaTesting
import MockScenarios
import MockServices
import Testing

// The Swift code of the Exploring article. `scripts/check-examples` compares it line by line, so change both.

@Mocked
protocol PlaceService: Sendable {
  func find(_ text: String) async throws -> [String]
  func save(_ place: String) async throws
}

enum FirstSearch {
  @MainActor
  final class PlaceSearch {
    private(set) var places: [String] = []
    private let service: any PlaceService

    init(service: any PlaceService) { self.service = service }

    func type(_ text: String) {
      Task { places = (try? await service.find(text)) ?? [] }
    }
  }
}

@MainActor
final class PlaceSearch {
  private(set) var places: [String] = []
  private(set) var message: String?
  private(set) var isLoading = false
  private var latest: Task<Void, Never>?
  private let service: any PlaceService

  init(service: any PlaceService) { self.service = service }

  func type(_ text: String) {
    latest?.cancel()
    latest = Task {
      isLoading = true
      defer { if !Task.isCancelled { isLoading = false } }
      do {
        let found = try await service.find(text)
        try Task.checkCancellation()
        (places, message) = (found, nil)
      } catch {
        if !Task.isCancelled { message = "No places: \(error)" }
      }
    }
  }
}

enum FirstDebounce {
  @MainActor
  final class Draft<C: Clock> where C.Duration == Duration {
    private(set) var saves = 0
    private var pause: Task<Void, Never>?
    private let service: any PlaceService
    private let clock: C

    init(service: any PlaceService, clock: C) { (self.service, self.clock) = (service, clock) }

    func edit(_ place: String) {
      pause?.cancel()
      pause = Task {
        guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
        if (try? await service.save(place)) != nil { saves += 1 }
      }
    }
  }
}

private let places = """
  service "PlaceService" {
    find = function(args) return { args.text } end,
    save = reply(),
  }
  """

@Suite("The article on exploring", .scenario(source: places, name: "places.lua"))
struct ExploringDocumentationTests {
  typealias Draft = FirstDebounce.Draft

  @Test("The bug in the article's story", .fails(stale), .exploring())
  @MainActor func bug() async {
    typealias PlaceSearch = FirstSearch.PlaceSearch
    let search = PlaceSearch(service: MockPlaceService())
    search.type("Be")
    search.type("Bern")
    await Explored.settle()
    #expect(search.places == ["Bern"])
  }

  static let stale = """
    with the response of PlaceService.find {"text":"Bern"} #2 (places.lua:2) before the response of {"text":"Be"} #1 (run 2 of exploring; replay: "2")
    """

  @Test(.exploring()) @MainActor func latestTextWins() async {
    let search = PlaceSearch(service: MockPlaceService())
    search.type("Be")
    search.type("Bern")
    await Explored.settle()
    #expect(search.places == ["Bern"])
  }

  @Test(.exploring(.orders, .failures([.code("offline"), .empty])))
  @MainActor func whateverHappens() async {
    let search = PlaceSearch(service: MockPlaceService())
    search.type("Be")
    await Explored.step()
    search.type("Bern")
    await Explored.settle()
    // In every run.
    #expect(!search.isLoading)
    #expect(search.places != ["Be"] || search.message != nil)
    // Only in the baseline run.
    if Explored.isBaseline { #expect(search.places == ["Bern"]) }
  }

  @Test(.exploring()) @MainActor func draftIsSavedOnce() async throws {
    let draft = Draft(service: MockPlaceService(), clock: try ScenarioRuntime.current.clock)
    draft.edit("Bern")
    draft.edit("Basel")
    await Explored.settle()
    #expect(draft.saves == 1)
  }

  @Test func part() async throws {
    let service = MockPlaceService()
    try await service.save("Bern")
    try await explore(.orders, limit: 100) {
      async let first = MockPlaceService().find("a")
      async let second = MockPlaceService().find("b")
      let found = try await first + second
      #expect(found == ["a", "b"])
    }
  }

  @Sendable func launch(_ session: LiveSession) throws -> LaunchedProcess {
    let app = LaunchedProcess(product: "SessionApp", environment: ["APP_SERVICES": "Search"])
    try MockScenario.build().with(session).apply(to: app)
    try app.launch()
    return app
  }

  @Test(.scenario(source: #"service "Search" { find = { reply "old", reply "new" } }"#))
  func launchedApp() async throws {
    try await explore(launching: launch) { app in
      try app.writeLine("1 async Search.find")
      try app.writeLine("2 async Search.find")
      await Explored.settle()
      #expect(app.standardOutput.split(separator: "\n").count == 3)
    }
  }

  @Test("A reported error", .exploring(.failures([.code("offline")])))
  @MainActor func told() async {
    let search = PlaceSearch(service: MockPlaceService())
    search.type("Bern")
    await Explored.settle()
    #expect((search.message != nil) == Explored.failed("PlaceService.find"))
  }
}
