import Foundation
import Testing

@testable import MockLuaCLI

/// `mocklua explore`, as a process.
struct ExploreCommandTests {
  private let folder: TemporaryFolder

  private static let script = """
    shared { last = "", total = 0 }
    service "Cart" {
      add = {
        reply { id = 1 } :set { last = "first" } :after(20),
        reply { id = 2 } :set { last = "second" } :after(10),
      },
      list = reply { "a", "b" },
      last = function() return state.last end,
      count = function()
        local before = state.total
        sleep(100)
        state.total = before + 1
        return state.total
      end,
      refuse = fail("full", "The cart is full"),
      words = stream { "a", "b" } :every(10),
      beat = stream(function() for i = 1, 3 do emit(i) sleep(10) end end),
      greet = { when({ name = "a;b&c" }, reply("hello")), reply("who?") },
      endless = function() while true do sleep(1) end end,
    }
    service "Bank" {
      pay = function(args) return services.Cart.last() end,
    }

    """

  init() throws { folder = try TemporaryFolder(["cart.lua": Self.script]) }

  private func explore(
    _ flow: String, _ words: String..., file: String = "cart.lua", input: String = ""
  ) throws -> MockLuaProcess {
    try MockLuaProcess(
      ["explore", file, "--flow", flow] + words, in: folder, input: input)
  }

  /// The plans that a report names.
  private func plans(_ process: MockLuaProcess) -> [String] {
    process.output.split(separator: "\n").filter { $0.hasPrefix("\"") }
      .map { String($0.dropFirst().prefix { $0 != "\"" }) }
  }

  @Test("Tells each plan with another outcome, the one that differs least first")
  func tells() throws {
    let process = try explore("Cart.add & Cart.add; Cart.last")
    #expect(
      process.output == """
        8 runs; 4 with another outcome than the plain one

        plain run
          Cart.add #1: {"id":1}
          Cart.add #2: {"id":2}
          Cart.last #1: "first"
          state: last = "first", total = 0

        "1!full" with Cart.add #1 (cart.lua:4) failing with "full"
          Cart.last #1: "second", and "first" in the plain run
          state last: "second", and "first" in the plain run
          also: "2,1!full"

        "1" with the answer of Cart.add #1 (cart.lua:4) before that of #2 (cart.lua:5)
          Cart.last #1: "second", and "first" in the plain run
          state last: "second", and "first" in the plain run
          also: "1,3!full"

        """)
    #expect(process.messages.isEmpty)
    #expect(process.exitCode == 0)
  }

  @Test("Says that nothing differs")
  func nothing() throws {
    let process = try explore("Cart.add; Cart.last", "--only", "orders")
    #expect(process.output.hasPrefix("1 run; none with another outcome than the plain one\n"))
    #expect(process.exitCode == 0)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let flow: String
    let words: [String]
    let plans: [String]

    init(_ flow: String, _ words: String..., plans: [String]) {
      (self.flow, self.words, self.plans) = (flow, words, plans)
    }

    var testDescription: String { ([flow] + words).joined(separator: " ") }
  }

  @Test(
    "Tries what is asked for",
    arguments: [
      // The codes are those of the service's responses.
      Row("Cart.add; Cart.last", "--only", "failures", plans: ["1!full"]),
      Row(
        "Cart.add; Cart.last", "--fail", "offline", "--fail", "full",
        plans: ["1!offline", "1!full"]),
      Row(
        "Cart.add; Cart.add; Cart.last", "--fail", "x", "--pairs", plans: ["2!x", "1!x,2!x"]),
      // What a function throws is known once it has; of a service without codes a call fails all the same.
      Row("Cart.add; Bank.pay", "--only", "failures", plans: ["1!full"]),
      // Time passes before an answer; of what a function has read before it knows nothing.
      Row("Cart.count & Cart.add; Cart.last", "--only", "orders", plans: []),
      Row("Cart.add & Cart.add & Cart.add", "--only", "orders", plans: ["1", "2-1", "3-1"]),
    ])
  func kinds(row: Row) throws {
    let process = try MockLuaProcess(
      ["explore", "cart.lua", "--flow", row.flow] + row.words, in: folder)
    #expect(plans(process) == row.plans, "\(process.output)")
    #expect(process.exitCode == 0)
  }

  @Test("A list is empty, and a call without a known code fails with `failure`")
  func faults() throws {
    let list = try explore("Cart.list", "--replay", "1~empty")
    #expect(list.output.contains("\n  Cart.list #1: []\n"))
    let pay = try explore("Bank.pay", "--replay", "1!failure", "--format", "json")
    #expect(pay.output.contains(#""code": "failure""#))
  }

  @Test("Two calls that read before they write lose an update, which a check finds")
  func checks() throws {
    let process = try explore(
      "Cart.count & Cart.count", "--only", "orders", "--check", "state.total == 2")
    #expect(
      process.output.hasPrefix(
        """
        3 runs; none with another outcome than the plain one; the check fails in 3

        plain run
          Cart.count #1: 1
          Cart.count #2: 1
          state: last = "", total = 1
          the check `state.total == 2` is false

        """))
    #expect(process.messages == "mocklua: the check fails in 3 of 3 runs\n")
    #expect(process.exitCode == 1)
  }

  @Test(
    "A check may call services and sleep; it changes nothing of what is told",
    arguments: [
      ("services.Cart.count() == 1", "", 0),
      ("services.Cart.refuse()", "the check fails in 1 of 1 run", 1),
      (
        "local x = 1",
        "--check is no condition: it has no value; write an expression, such as 'state.total == 2'",
        1
      ),
      (
        "state.total ==",
        "--check is no condition: it goes on behind its end; write an expression, such as 'state.total == 2'",
        1
      ),
    ])
  func conditions(check: String, message: String, exitCode: Int32) throws {
    let process = try explore("Cart.last", "--only", "orders", "--check", check)
    #expect(process.messages == (message.isEmpty ? "" : "mocklua: \(message)\n"))
    #expect(process.exitCode == exitCode)
    #expect(!process.output.contains("total = 1"))
  }

  @Test("Makes the run of one plan, and shows all of it")
  func replays() throws {
    let process = try explore("Cart.add & Cart.add; Cart.last", "--replay", "1,3!full")
    #expect(
      process.output == """
        2 runs; 1 with another outcome than the plain one

        plain run
          Cart.add #1: {"id":1}
          Cart.add #2: {"id":2}
          Cart.last #1: "first"
          state: last = "first", total = 0

        "1,3!full" with Cart.last #1 (cart.lua:8) failing with "full", and the answer of Cart.add #1 (cart.lua:4) \
        before that of #2 (cart.lua:5)
          Cart.add #1: {"id":1}
          Cart.add #2: {"id":2}
          Cart.last #1: error full
          state: last = "second", total = 0

          state last: "second", and "first" in the plain run

        """)
  }

  @Test(
    "A plan that cannot be followed says where",
    arguments: [
      ("2-3", "it says `3`, and the flow had ended"), ("7", "it says `7` among 2, 1"),
    ])
  func unfollowed(plan: String, problem: String) throws {
    let process = try explore("Cart.add & Cart.add", "--replay", plan)
    #expect(
      process.messages
        == "mocklua: the plan '\(plan)' cannot be followed: \(problem); explore the flow anew\n")
    #expect(process.exitCode == 1)
    #expect(process.output.isEmpty)
  }

  @Test("Never answered is said of a plan that asks for it, and ends with the flow")
  func never() throws {
    let process = try explore("Cart.add & Cart.add; Cart.last", "--replay", "1~never,2~never")
    #expect(process.output.contains("\n  Cart.add #1: error cancelled (the call was cancelled)\n"))
    #expect(process.output.contains("\n  Cart.add #2: error cancelled (the call was cancelled)\n"))
    // What follows is called all the same.
    #expect(process.output.contains("\n  Cart.last #1: \"\"\n"))
  }

  @Test("Writes the report as JSON")
  func json() throws {
    let process = try explore(
      "Cart.add & Cart.add; Cart.last", "--format", "json", "--check", "state.last == 'first'")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(process.output.utf8)) as? [String: Any])
    #expect(report["flow"] as? String == "Cart.add & Cart.add; Cart.last")
    #expect(report["runs"] as? Int == 8)
    #expect(report["untried"] as? Int == 0)
    let plain = try #require(report["plain"] as? [String: Any])
    #expect((plain["calls"] as? [Any])?.count == 3)
    #expect((plain["check"] as? [String: Bool]) == ["holds": true])
    let plans = try #require(report["plans"] as? [[String: Any]])
    #expect(plans.map { $0["plan"] as? String } == ["1!full", "1"])
    #expect(plans[0]["also"] as? [String] == ["2,1!full"])
    let differences = try #require(plans[0]["differences"] as? [[String: Any]])
    #expect(differences[0]["call"] as? String == "Cart.last")
    #expect(
      (differences[0]["here"] as? [String: String]) == ["result": "success", "value": "second"])
    #expect(differences[1]["state"] as? String == "last")
    #expect((plans[0]["check"] as? [String: Any])?["failure"] as? String == "is false")
    #expect(process.messages == "mocklua: the check fails in 4 of 8 runs\n")
  }

  @Test(
    "A run by chance that was made before counts once, so that a check which always fails fails in all"
  )
  func walks() throws {
    let process = try explore(
      "Cart.count & Cart.count & Cart.count", "--only", "orders", "--deviations", "1", "--check",
      "false")
    let numbers = process.messages.split(separator: " ").compactMap { Int($0) }
    #expect(numbers.count == 2 && numbers.first == numbers.last, "\(process.messages)")
    #expect(process.output.contains("by chance"))
    #expect(!process.output.contains("\"plain\""))
  }

  @Test("A plan in which a call fails that nobody makes is refused")
  func unmade() throws {
    let process = try explore("Cart.count & Cart.count", "--replay", "7!no")
    #expect(
      process.messages
        == "mocklua: the plan '7!no' cannot be followed: it says that call 7 fails, and there are 2; explore the flow anew\n"
    )
    #expect(process.exitCode == 1)
  }

  @Test("Says what was not tried")
  func limits() throws {
    let four = "Cart.add & Cart.add & Cart.add & Cart.add"
    let few = try explore(four, "--only", "orders", "--limit", "3")
    #expect(few.output.hasPrefix("3 runs; "))
    #expect(
      few.output.hasSuffix(
        "\nstopped with at least 10 more to try; raise --limit or --time, or shorten the flow\n"),
      "\(few.output)")
    let one = try explore(four, "--only", "orders", "--deviations", "1")
    #expect(
      one.output.contains(
        " plans or more with further deviations only some were tried, by chance; raise --deviations to try them\n"
      ), "\(one.output)")
    let all = try explore(four, "--only", "orders", "--deviations", "9")
    #expect(all.output.hasPrefix("24 runs; "))
  }

  @Test("One plan gives one outcome, whatever functions and streams do meanwhile")
  func repeats() throws {
    let flow = "Cart.count & Cart.add & Cart.beat & Cart.words & Cart.count & Cart.add; Cart.last"
    let outputs = try (0..<10).map { _ in try explore(flow, "--limit", "60").output }
    #expect(Set(outputs).count == 1)
    #expect(outputs[0].contains("\n  Cart.beat #1: stream [1,2,3]\n"))
    #expect(outputs[0].contains("\n  Cart.words #1: stream [\"a\",\"b\"]\n"))
  }

  @Test("A function that sleeps without end is ended in each run")
  func endless() throws {
    let process = try explore("Cart.endless & Cart.add", "--only", "orders", "--limit", "2")
    #expect(process.output.contains("Cart.endless #1: error scriptError"))
    #expect(process.messages.hasSuffix("met a mistake of the script; correct it where it says\n"))
    #expect(process.exitCode == 1)
  }

  @Test("Separators within arguments are text; a script may come from standard input")
  func arguments() throws {
    let process = try explore(
      #"Cart.greet {"name":"a;b&c"} ; Cart.greet{"name":"\"};"}"#, file: "-", input: Self.script)
    #expect(process.output.contains("\n  Cart.greet #1: \"hello\"\n  Cart.greet #2: \"who?\"\n"))
  }

  @Test("A configuration is explored as a script is")
  func configuration() throws {
    try folder.write(
      """
      {"sharedState": {"last": {"initial": ""}}, "services": {"Cart": {"methods": {"add": {"responses": [
        {"result": "success", "value": 1}, {"result": "error", "code": "gone", "message": "gone"}
      ]}}}}}
      """, to: "cart.json")
    let process = try explore("Cart.add & Cart.add", file: "cart.json")
    #expect(
      process.output.contains("\n  Cart.add #2: error gone\n"),
      "\(process.output)\(process.messages)")
    #expect(process.exitCode == 0)
  }
}
