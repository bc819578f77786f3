import MockLuaTesting
import MockServices
import Testing

@Suite("A reported failure is an issue")
struct MockFailureTraitTests {
  @Test(
    "at the test, also where the app swallows the error",
    .issues(
      "`S.m` was called with {\"_0\":1}, and nothing implements it; give the service a closure for"
        + " `m`, or do without the call",
      "x.lua:1: odd"),
    .mockFailuresAsIssues)
  func issues() async {
    let closure: @Sendable (Int) async throws -> Int = unimplementedClosure("S.m")
    _ = try? await closure(1)
    MockFailureHandler.report(MockFailure(severity: .report, message: "odd", place: "x.lua:1"))
  }

  @Test("and without one there is none", .issues(), .mockFailuresAsIssues)
  func none() async throws {
    let log = MockCallLog()
    let closure: @Sendable (Int) async throws -> Int = log.recording("S.m") { $0 }
    #expect(try await closure(1) == 1)
  }

  @Suite("on a suite", .mockFailuresAsIssues)
  struct Nested {
    @Test("as well", .issues("odd"))
    func issues() {
      MockFailureHandler.report(MockFailure(severity: .report, message: "odd"))
    }
  }
}
