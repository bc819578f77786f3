import Foundation
import MockLuaTesting
import MockScenarios
import MockServices
import Testing

/// The other formats of the report.
@Suite struct CoverageFormatTests {
  private static let source = """
    service "Shop" {
      order = { fail("soldOut"), reply(true) },
      close = reply("</script><b>") :optional(),
    }
    """

  private func suite() async throws -> CoverageSuite {
    let suite = try CoverageSuite(Self.source)
    try await suite.call("Shop.order")
    return suite
  }

  @Test("LCOV has methods as functions, and the steps of a line as its branches")
  func lcov() async throws {
    let suite = try await suite()
    let path = suite.folder.appending(path: "shop.lua").resolvingSymlinksInPath().path
    #expect(
      try await suite.report("--format", "lcov").output == """
        TN:
        SF:\(path)
        FN:2,Shop.order
        FNDA:1,Shop.order
        FNF:1
        FNH:1
        BRDA:2,0,0,1
        BRDA:2,0,1,0
        BRF:2
        BRH:1
        DA:2,1
        LF:1
        LH:1
        end_of_record

        """)
  }

  @Test("The JSON output has a version, counts, and each item with its uses")
  func json() async throws {
    let report = try JSONParser().parse(try await suite().report("--format", "json").output)
    guard case .dictionary(let members) = report, case .array(let files)? = members["files"],
      case .dictionary(let file)? = files.first
    else {
      Issue.record("no report: \(report)")
      return
    }
    #expect(members["version"] == 1)
    #expect(members["covered"] == ["used": 1, "all": 2, "percent": 50.0])
    #expect(file["file"] == "shop.lua")
    #expect(file["state"] == "current")
    #expect(file["removed"] == [])
    #expect(
      file["things"] == [
        [
          "kind": "response", "line": 2, "service": "Shop", "name": "order", "step": 1, "uses": 1,
          "optional": false, "computed": false, "route": false, "fields": [],
        ],
        [
          "kind": "response", "line": 2, "service": "Shop", "name": "order", "step": 2, "uses": 0,
          "optional": false, "computed": false, "route": false, "fields": [],
        ],
        [
          "kind": "response", "line": 3, "service": "Shop", "name": "close", "step": 1, "uses": 0,
          "optional": true, "computed": false, "route": false, "fields": [],
        ],
      ])
  }

  @Test("The page is one file without scripts, and the mock script's text is escaped")
  func page() async throws {
    let suite = try await suite()
    let run = try await suite.report("--format", "html", "--output", "coverage.html")
    #expect(run.output == "" && run.messages == "" && run.exit == .code(0))
    let page = try String(
      contentsOf: suite.folder.appending(path: "coverage.html"), encoding: .utf8)
    #expect(page.contains("<title>Coverage of scenarios: 50.0%</title>"))
    #expect(page.contains("&lt;/script&gt;&lt;b&gt;"))
    #expect(!page.contains("<script") && !page.contains("<b>") && !page.contains("http://"))
    #expect(page.contains("<td>1, 1 of 2 never</td>"))
    #expect(page.contains("<td>optional</td>"))
  }
}
