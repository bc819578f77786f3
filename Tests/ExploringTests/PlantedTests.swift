import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

@Suite("Typical app bugs and their fixes")
struct PlantedTests {
  static let all = Planted.answers + Planted.writes + Planted.failures + Planted.sessions

  @Test("There are at least 30 bugs of 12 kinds")
  func table() {
    #expect(Self.all.count >= 30)
    #expect(Set(Self.all.map(\.kind)).count >= 12)
  }

  @Test("Each bug is found within its limit", arguments: all)
  func found(planted: Planted) async throws {
    let (outcome, advice) = try await outcome(planted.kinds, script: planted.script) {
      try await planted.body(false)
    }
    #expect(outcome.issue != nil)
    #expect(outcome.runs <= planted.limit, "\(outcome.issue?.words ?? "")")
    #expect(advice.isEmpty)
  }

  @Test("The fixed versions pass", arguments: all)
  func mended(planted: Planted) async throws {
    let (outcome, advice) = try await outcome(planted.kinds, script: planted.script) {
      try await planted.body(true)
    }
    let issue = outcome.issue
    let isClean = issue == nil
    #expect(
      isClean,
      "\(issue.map { "\($0.words): \($0.issues) \(String(describing: $0.verdict)) \($0.steps)" } ?? "")"
    )
    // A model that makes one call at a time has nothing to explore.
    #expect(advice.allSatisfy { $0.hasPrefix("exploring tried only the baseline run") })
  }
}
