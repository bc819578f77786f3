import MockLuaTesting
import MockServices
import Testing

// The first test file of README.md and of "Getting started"; `scripts/check-examples` compares it.

@Mocked
protocol TeaService: Sendable {
  func brew(_ kind: String) async throws -> Tea
  func stock(of kind: String) -> Int
}

struct Tea: Codable, Sendable, Equatable {
  var kind: String
  var minutes: Int
}

@Suite(
  .scenario(
    source: """
      service "TeaService" {
        brew = { fail "kettleBroken", function(args) return { kind = args.kind, minutes = 3 } end },
        stock = reply(12),
      }
      """))
struct TeaTests {
  let tea = MockTeaService()

  @Test func failsFirst() async throws {
    await #expect(throws: MockServiceError.self) { try await tea.brew("green") }
    #expect(try await tea.brew("green") == Tea(kind: "green", minutes: 3))
    verify("TeaService.brew", arguments: ["kind": "green"], called: 2)
  }

  @Test func answersAtOnce() {
    #expect(tea.stock(of: "green") == 12)
  }

  @Test func stubbed() async throws {
    tea.on.brew("black") { Tea(kind: $0, minutes: 5) }
    #expect(try await tea.brew("black").minutes == 5)
  }
}
