import Foundation
import MockServices
import Testing

@testable import MockLuaTesting

// The Swift code of README.md and "Getting started". `scripts/check-examples` compares it line by line, so change both.

@Mocked
protocol CityService: Sendable {
  func find(_ text: String) async throws -> [String]
}

@MainActor
final class CitySearch {
  private(set) var cities: [String] = []
  private let service: any CityService

  init(service: any CityService) { self.service = service }

  func type(_ text: String) {
    Task { cities = (try? await service.find(text)) ?? [] }
  }
}

@Suite(
  .shows(
    """
    expected 1 call to CityService.find {"text":"Bern"}, found 0
      #1 CityService.find {"text":"Bern "} -> ["Bern "]
    """))
struct ForgottenTrimTests {
  @Test(.mocked) @MainActor func trimsText() async {
    let service = MockCityService()
    service.on.find { text in [text] }
    let search = CitySearch(service: service)
    search.type("Bern ")
    await Explored.settle()
    service.verify.find("Bern").called(1)
  }
}

@Suite(
  .shows(
    """
    Expectation failed: (search.cities → ["Be"]) == ["Bern"]
    with the response of CityService.find {"text":"Bern"} #2 (cities.lua:1) before the response of {"text":"Be"} #1 (run 2 of exploring; replay: "2")
    """))
struct LateResponseTests {
  @Test(.scenario("cities.lua"), .exploring()) @MainActor func latestTextWins() async {
    let search = CitySearch(service: MockCityService())
    search.type("Be")
    search.type("Bern")
    await Explored.settle()
    #expect(search.cities == ["Bern"])
  }
}

@Suite("The fixed app of Getting started")
struct CorrectedSearchTests {
  @MainActor
  final class CitySearch {
    private(set) var cities: [String] = []
    private let service: any CityService

    init(service: any CityService) { self.service = service }

    private var latest = ""

    func type(_ text: String) {
      latest = text
      Task {
        let found = try? await service.find(text.trimmingCharacters(in: .whitespaces))
        if text == latest { cities = found ?? [] }
      }
    }
  }

  @Test(.mocked) @MainActor func trimsText() async {
    let service = MockCityService()
    service.on.find { text in [text] }
    let search = CitySearch(service: service)
    search.type("Bern ")
    await Explored.settle()
    service.verify.find("Bern").called(1)
  }

  @Test(
    .scenario(
      source: """
        service "CityService" {
          find = { fail "offline", reply { "Bern", "Bernau" } :after(250) },
        }
        """))
  @MainActor func findsAfterFailure() async {
    let search = CitySearch(service: MockCityService())
    search.type("Ber")
    await Explored.settle()
    #expect(search.cities == [])
    search.type("Bern")
    await Explored.settle()
    #expect(search.cities == ["Bern", "Bernau"])
  }

  @Test(.scenario("cities.lua"), .exploring()) @MainActor func latestTextWins() async {
    let search = CitySearch(service: MockCityService())
    search.type("Be")
    search.type("Bern")
    await Explored.settle()
    #expect(search.cities == ["Bern"])
  }

  @Test(
    "Both pages show the script used by these tests",
    arguments: ["README.md", "Sources/MockLua/MockLua.docc/GettingStarted.md"])
  func script(page: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let script = try String(contentsOf: folder.appending(path: "cities.lua"), encoding: .utf8)
    let text = try String(contentsOf: folder.appending(path: "../../../\(page)"), encoding: .utf8)
    #expect(text.contains("```lua\n\(script)```"))
  }
}
