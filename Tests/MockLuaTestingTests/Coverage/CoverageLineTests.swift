import MockLua
import MockLuaTesting
import MockLuaTools
import MockScenarios
import MockServices
import Testing

/// The lines of functions that ran.
@Suite struct CoverageLineTests {
  private static let bank = """
    local fees = { small = function() return 1 end }

    local function fee(amount)
      if amount > 100 then
        return 5
      end
      return fees.small()
    end

    service "Bank" {
      transfer = function(args)
        if args.amount > 1000 then
          return fail("limit")
        elseif args.amount < 0 then
          return fail("negative")
        else
          sleep(10)
        end
        local next = coroutine.wrap(function()
          coroutine.yield(args.amount)
        end)
        return { fee = fee(next()) }
      end,
      close = function()
        local reason = "late"
        return reason
      end,
      open = { when(function(args)
        return args.amount == 1
      end, reply(1)), reply(2) },
      rare = reply(function()
        return 3
      end) :optional(),
    }
    """

  private func suite() throws -> CoverageSuite { try CoverageSuite(Self.bank) }

  private func call(_ name: String, _ amount: Int, _ suite: CoverageSuite) async throws {
    let session = try suite.session()
    let (service, method) = try #require(MockCallRequest.split(name))
    let sequencer = session.runtime.sequencer(for: service, declared: false)
    _ = try? await sequencer.answer(for: method, arguments: ["amount": .int(amount)])
    _ = session.finish()
  }

  @Test(
    "Lines that never ran are listed, and those of an uncalled function belong to its response"
  )
  func table() async throws {
    let suite = try suite()
    try await call("Bank.transfer", 50, suite)
    try await call("Bank.transfer", 5000, suite)
    try await call("Bank.open", 2, suite)
    let run = try await suite.report()
    #expect(run.messages == "")
    #expect(
      run.output == """
                  covered  responses  rules  functions  lines
        shop.lua    50.0%        2/4    0/1        1/2  11/15

        shop.lua:24: `Bank.close` was never used; make a call that uses it, or add `:optional()`
        shop.lua:30: `Bank.open` was never used; make a call that uses it, or add `:optional()`
        shop.lua:5: this line never ran; make a call that reaches it, or remove it
        shop.lua:15: this line never ran; make a call that reaches it, or remove it

        """)
    #expect(
      try await suite.report("--fail-unused").messages
        == "mocklua: 4 items were never used; make calls that use them, or add `:optional()`\n")
    try await call("Bank.transfer", -5, suite)
    try await call("Bank.transfer", 500, suite)
    #expect(!(try await suite.report().output.contains("never ran")))
  }

  @Test("LCOV has a number for each line with code")
  func lcov() async throws {
    let suite = try suite()
    try await call("Bank.transfer", 50, suite)
    try await call("Bank.transfer", 5000, suite)
    let text = try await suite.report("--format", "lcov").output
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("DA:") || $0.hasPrefix("L") }
    #expect(
      lines == [
        "DA:1,1", "DA:4,1", "DA:5,0", "DA:7,1", "DA:11,2", "DA:12,2", "DA:13,1", "DA:14,1",
        "DA:15,0",
        "DA:17,1", "DA:19,2", "DA:20,1", "DA:22,1", "DA:24,0", "DA:25,0", "DA:26,0", "DA:29,0",
        "DA:30,0",
        "LF:18", "LH:11",
      ])
  }

  @Test("Moved lines keep their uses, and removed lines are ignored")
  func changed() async throws {
    let suite = try suite()
    try await call("Bank.transfer", 50, suite)
    let longer = "-- Moved.\n" + Self.bank.replacing("      return fail(\"negative\")\n", with: "")
    try suite.write(longer, to: "shop.lua")
    let text = try await suite.report("--format", "lcov").output
    #expect(text.contains("DA:13,1\nDA:14,0\nDA:15,1\nDA:17,1\n"))
    #expect(!(try await suite.report().output.contains("was removed")))
  }

  @Test("Lines of code loaded by a function aren't lines of the script")
  func loaded() async throws {
    let suite = try CoverageSuite(
      """
      service "Sum" { up = function(args)
        if args.amount == 1 then
          return 2
        end
        return load("\\n\\nlocal x = 1\\nreturn x")()
      end }
      """)
    try await call("Sum.up", 5, suite)
    #expect(
      try await suite.report("--format", "lcov").output.contains(
        "DA:1,1\nDA:2,1\nDA:3,0\nDA:5,1\nLF:4\n"))
  }

  @Test("A script's limits apply while its lines are counted")
  func limits() async throws {
    let suite = try CoverageSuite(
      """
      service "Loop" { run = function()
        while true do
          local x = 1
        end
      end }
      """)
    let session = try suite.session()
    await #expect(throws: (any Error).self) {
      try await session.runtime.sequencer(for: "Loop").answer(for: "run")
    }
    _ = session.finish()
    #expect(try await suite.report().output.contains("1/1    1/1"))
  }

  @Test("Two states that run the same script at once count every line")
  func concurrent() async throws {
    let suite = try CoverageSuite(
      "service \"Sum\" { up = function()\n  for i = 1, 100 do\n    i = i + 1\n  end\nend }")
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let session = try suite.session()
          for _ in 0..<10 { _ = try await session.runtime.sequencer(for: "Sum").answer(for: "up") }
          _ = session.finish()
        }
      }
      try await group.waitForAll()
    }
    #expect(try await suite.report("--format", "lcov").output.contains("\nDA:3,8000\n"))
  }
}
