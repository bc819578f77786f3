#if canImport(XCTest)
  import MockLua
  import MockServices
  import XCTest

  @testable import MockLuaTesting

  final class ExploringXCTests: XCTestCase {
    private struct Wrong: Error, CustomStringConvertible { let description = "an older search" }

    private static func search(_ isMended: Bool) async throws {
      let search = await Search(isMended)
      await search.search("a")
      await search.search("ab")
      await Explored.settle()
      guard await search.results == ["ab", "ab!"] else { throw Wrong() }
    }

    func testAIssueIsAnErrorThatSaysThePlan() async throws {
      let session = try ScenarioSession(source: shopScript, name: "shop.lua")
      do {
        try await session.explore { try await Self.search(false) }
        XCTFail("nothing was found")
      } catch {
        XCTAssertEqual(
          "\(error)",
          "with the response of ShopService.find {\"text\":\"ab\"} #2 (shop.lua:3) before the response of {\"text\":\"a\"} #1"
            + " (run 2 of exploring; replay: \"2\"):\n  an older search")
      }
    }

    func testNothingIsFoundInTheMendedOne() async throws {
      let session = try ScenarioSession(source: shopScript, name: "shop.lua")
      try await session.explore { try await Self.search(true) }
    }

    func testAPlanIsRunAlone() async throws {
      let session = try ScenarioSession(source: shopScript, name: "shop.lua")
      try await session.explore(replay: "1-2") { try await Self.search(false) }
      do {
        try await session.explore(replay: "2-1") { try await Self.search(false) }
        XCTFail("nothing was found")
      } catch {
        XCTAssert("\(error)".hasSuffix("(replay: \"2\"):\n  an older search"), "\(error)")
      }
    }
  }
#endif
