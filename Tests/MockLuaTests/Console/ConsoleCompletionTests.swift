import MockLua
import MockLuaTools
import MockServices
import Testing

@Suite("Completion in the console")
struct ConsoleCompletionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let names: [String]

    init(_ text: String, _ names: String...) { (self.text, self.names) = (text, names) }

    var testDescription: String { text }
  }

  private static let setup = """
    local person = { name = "Ada", address = { street = 1, ["no name"] = 2 }, ["end"] = 3 }
    local function perform() end
    local rows = collection "rows"
    local text = "abc"
    """

  @Test(
    "Matching names are sorted",
    arguments: [
      Row("serv", "service", "services"),
      Row("x = ret", "return"),
      Row("pers", "person"),
      Row("1 + per", "perform", "person"),
      Row("services.", "Data", "OTP"),
      Row("services.Data.s", "slow"),
      Row("Da", "Data"),
      Row("x = Data.s", "slow"),
      Row("services . OTP . ve", "verify"),
      Row("state.", "note", "status", "user"),
      Row("state.user.n", "name"),
      Row("person.", "address", "name"),
      Row("person.address.", "street"),
      Row("string.up", "upper"),
      Row("is.one", "one_of"),
      Row("clock.d", "date"),
      Row("text:upp", "upper"),
      Row("rows:in", "insert"),
      Row("reply(1) :af", "after"),
      Row("function(args, call) return call.co"),
      Row("override {\n  us", "user"),
      Row("reply { a = 1 } :set { sta", "status"),
      Row("reply(1) :set { status = 1, no", "note"),
      Row("override { us", "user"),
      Row("service \"Da", "Data"),
      Row("service('O", "OTP"),
      Row("service \"A\" :bind \"st", "status"),
      Row("calls \"Data.v", "Data.void"),
      Row("\"a\" .. per", "perform", "person"),
      Row("print(\"pers"),
      Row("12"),
      Row("nope.x"),
      Row("f().na"),
      Row("services.Nope."),
      Row("-- \"quoted\" per", "perform", "person"),
    ])
  func completes(row: Row) async throws {
    let console = try ConsoleScript.console()
    _ = await console.evaluate(Self.setup)
    let completions = await console.completions(of: row.text)
    #expect(completions.names == row.names)
  }

  @Test("The start of the name is counted in bytes")
  func saysStart() async throws {
    let completions = try await ConsoleScript.console().completions(of: "\"ü\" .. state.us")
    #expect(completions == ConsoleCompletions(start: 14, names: ["user"]))
  }

  @Test("No function of the script runs")
  func runsNothing() async throws {
    let console = try ConsoleScript.console()
    _ = await console.evaluate(
      "local t = setmetatable({ own = 1 }, { __index = function() state.status = 99 end })")
    #expect(await console.completions(of: "t.").names == ["own"])
    #expect(await console.completions(of: "t.other.").names == [])
    #expect(console.runtime.sharedState["status"] == 0)
    #expect(console.runtime.log.count == 0)
  }
}
