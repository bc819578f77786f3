import Foundation
import MockCalls
import MockData
import MockLua
import MockLuaTesting
import MockLuaTools
import MockServices
import MockServicesTesting
import Testing

// The Swift of the article on contracts. `scripts/check-examples` compares it line by line, so change both.

enum TicketStatus: String, Codable, Sendable { case open, closed }

struct Ticket: Codable, Sendable {
  var id: Int
  var title: String
  var status: TicketStatus
  var due: Date?
}

@Mocked
protocol TicketService: Sendable {
  func ticket(id: Int) async throws -> Ticket
  func close(id: Int, note: String?) async throws
}

@Suite("The article on contracts")
struct ContractDocumentationTests {
  @Test("The contract is the one in git")
  func contract() throws {
    #expect(try !MockContracts.write(to: "../Scripts/tickets.json", of: MockTicketService.self))
  }

  @Test("The trait writes it, and a change is one issue")
  func trait() async throws {
    let path = NSTemporaryDirectory() + "/\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let test = try #require(Test.current)
    let trait: ContractTrait = .contract(path, of: MockTicketService.self)
    #expect(trait.scopeProvider(for: test, testCase: Test.Case.current) == nil)
    let runs = Locked(0)
    func run() async throws {
      try await trait.provideScope(for: test, testCase: nil) { runs.withLock { $0 += 1 } }
    }
    try await withKnownIssue {
      try await run()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("has changed, and was rewritten") }
    }
    try await run()
    let registry = MockServiceRegistry()
    registry.register(MockTicketService.self)
    let other: ContractTrait = .contract(path, of: registry)
    try await other.provideScope(for: test, testCase: nil) { runs.withLock { $0 += 1 } }
    try await withKnownIssue {
      let nowhere: ContractTrait = .contract("/no folder/a.json", of: MockTicketService.self)
      try await nowhere.provideScope(for: test, testCase: nil) { runs.withLock { $0 += 1 } }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("cannot be written") }
    }
    #expect(runs.withLock { $0 } == 4)
  }

  @Test("The script has the warnings shown in the article")
  func issues() throws {
    let source = """
      service "TicketService" {
        ticket = reply {
          id = 1,
          titel = "Door",
          status = "opened",
        },
        close = { when({ id = "7" }, reply()), reply() },
      }
      """
    let shown = #"""
      tickets.lua:4: error: `TicketService.ticket`, response 1, `reply`: the key `title` of Ticket is missing; did you misspell it as `titel`?
      tickets.lua:5: error: `TicketService.ticket`, response 1, `reply.status`: "opened" isn't a case of TicketStatus; did you mean `open`?
      tickets.lua:7: error: `TicketService.close`, response 1, can never match `id`: it is a number, but the pattern has "7"; write a whole number
      """#
    let document = ContractDocument(
      probing: ["TicketService": MockTicketService._mockContract])
    let found = StaticCheck.issues(
      source: source, name: "tickets.lua", directory: nil, contract: document)
    let lines: [String] = found.map { issue in
      let place = issue.place?.description ?? ""
      return "\(place): \(issue.severity): \(issue.message)"
    }
    let expected: [String] = shown.split(separator: "\n").map(String.init)
    #expect(lines == expected)
  }
}
