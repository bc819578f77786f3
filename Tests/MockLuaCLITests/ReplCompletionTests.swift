import Foundation
import MockLua
import MockLuaTools
import Testing

@testable import MockLuaCLI

/// Completion of REPL commands.
///
/// The completion of Lua is tested separately.
struct ReplCompletionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let start: Int
    let names: [String]

    init(_ text: String, _ start: Int, _ names: String...) {
      (self.text, self.start, self.names) = (text, start, names)
    }

    var testDescription: String { text }
  }

  @Test(
    "Commands and their arguments are completed",
    arguments: [
      Row(":re", 1, "reload", "reset"),
      Row("  :cal", 3, "calls"),
      Row(
        ":help s", 6, "service", "services", "set", "shared", "sleep", "socket", "state",
        "status", "stays_open", "stream"),
      Row(":help is.g", 6, "is.ge", "is.gt"),
      Row(":variant o", 9, "other"),
      Row(":services L", 10, "Live"),
      Row(":calls OTP.n", 7, "OTP.nothing"),
      Row(":time ", 6, "advance", "real", "virtual"),
      Row(":state x", 7),
      Row(":nope x", 7),
      Row("state.st", 6, "status"),
      Row("", 0, "  "),
      Row("  ", 2, "  "),
    ])
  func completes(row: Row) async throws {
    let completions = try await Self.onThread {
      let folder = try TemporaryFolder(["a.lua": ExploreScript.source])
      let session = ReplSession(
        try ReplScenario(
          path: folder.url(of: "a.lua").path, options: ScenarioOptions(), clock: .virtual,
          isLimited: true), isTerminal: false)
      return session.completions(of: row.text)
    }
    #expect(completions == ConsoleCompletions(start: row.start, names: row.names))
  }

  @Test(
    "With a contract, its names are completed, even those missing from the script",
    arguments: [
      Row("services.Cat", 9, "CatalogService"),
      Row("CatalogService.pr", 15, "price", "product", "products"),
      Row("services.OrderService.c", 22, "cancel"),
      Row("service \"Or", 9, "OrderService"),
      Row("calls \"OrderService.pl", 7, "OrderService.place"),
      Row("CatalogService.price {", 22, "currency", "of"),
      Row("CatalogService.price { of = 1, ", 31, "currency"),
      Row("services.CatalogService.price({ c", 32, "currency"),
      Row("CatalogService.price { currency = \"", 35, "CHF", "EUR", "USD"),
      Row("CatalogService.products { filter = { c", 37, "category", "currency"),
      Row("service \"AccountService\" { si", 27, "signIn"),
      Row("service \"AccountService\" :bind \"current\" { si", 45, "signIn"),
      Row("service \"CatalogService\" { price = reply { a", 43, "amount"),
      Row("service \"CatalogService\" { price = reply({ a", 43, "amount"),
      Row("service \"CatalogService\" { price = { fail \"soldOut\", reply { a", 62, "amount"),
      Row("service \"CatalogService\" { price = reply { amount = 1, currency = 'U", 66, "USD"),
      Row("service \"CatalogService\" { product = reply { price = { cu", 55, "currency"),
      Row("service \"CatalogService\" { products = reply { items = { { st", 58, "stock"),
      Row("service \"CatalogService\" { features = reply { \"s", 47, "search"),
      Row("service \"CatalogService\" { watch = stream { { na", 47, "name"),
      Row("service \"CatalogService\" { price = fail \"sol", 41, "soldOut"),
      Row("service \"CatalogService\" { price = fail(\"soldOut\", \"sol", 52),
      Row("service \"CatalogService\" { price = when({ cu", 42, "currency"),
      Row("service \"CatalogService\" { price = when({ of = 1 }, reply { cu", 60, "currency"),
      Row(
        "service \"CatalogService\" { price = function(args) local a, b = 1, 2 return { cu", 76,
        "currency"),
      Row(
        "service \"CatalogService\" { price = function(a) if a then b() end return { cu", 74,
        "currency"),
      Row("service \"OrderService\" { order = reply { status = \"pa", 52, "paid"),
      Row("service \"OrderService\" { order = reply { payment = { ca", 52, "card", "cash"),
      Row("service \"OrderService\" { order = reply { payment = { card = { m", 61, "month"),
      Row("override(\"CatalogService\", \"pri", 28, "price"),
      Row("override(\"CatalogService\", \"price\", reply { am", 43, "amount"),
      Row("override \"CatalogService\" { price = reply { am", 44, "amount"),
      Row("service(\"CatalogService\") { pri", 28, "price"),
      Row("service (\"OrderService\") { order = reply { status = \"pa", 53, "paid"),
      Row("override(\"CatalogService\") { price = reply { am", 45, "amount"),
      Row("service \"AccountService\" :bind \"cur", 33, "current"),
      Row("service \"AccountService\" :bind(\"current\", \"un", 44, "unread"),
      Row("service \"AccountService\" :bind { un", 34, "unread"),
      Row("service \"AccountService\" :bind { current = \"stat", 45, "status"),
      Row("service \"AccountService\" :initial { cur", 36, "current"),
      Row("service \"AccountService\" :initial { current = { em", 51, "email"),
      Row("service \"CatalogService\" { price = function(args) return args.", 62, "currency", "of"),
      Row("service \"CatalogService\" { price = function(input, call) if input.cu", 66, "currency"),
      Row("service \"CatalogService\" { price = function(args, call) return call.co", 68, "count"),
      Row(
        "service \"CatalogService\" { price = reply(function(args) return args.cu", 68, "currency"),
      Row(
        "service \"CatalogService\" { price = { reply {}, function(args) return args.cu", 74,
        "currency"),
      Row(
        "service \"CatalogService\" { price = when(function(args) return args.cu", 67, "currency"),
      Row(
        "service \"CatalogService\" { price = passthrough(function(answer, args) return answer.am",
        77,
        "amount"),
      Row(
        "service \"CatalogService\" { price = passthrough(function(answer, args) return args.cu",
        75,
        "currency"),
      Row(
        "service \"CatalogService\" { products = function(args) return args.filter.cu", 72,
        "currency"),
      Row("service \"CatalogService\" { price = function(args) if args.currency == \"U", 71, "USD"),
      Row(
        "service \"CatalogService\" { price = function(args) local function other(args) return args.cu",
        89),
      Row(
        "service \"CatalogService\" { price = function() if x then return fail \"sol", 69, "soldOut"
      ),
      Row("service \"CatalogService\" { price = function() error(fail(\"sol", 58, "soldOut"),
      Row(
        "service \"CatalogService\" { price = function() return services.OrderService.ca", 75,
        "cancel"),
      Row("service \"CatalogService\" { price = when({ currency = is.eq \"U", 60, "USD"),
      Row(
        "service \"CatalogService\" { price = when({ currency = is.one_of { \"CHF\", \"U", 73, "USD"
      ),
      Row("service \"CatalogService\" { price = when({ currency = is.none_of({ \"U", 67, "USD"),
      Row(
        "service \"CatalogService\" { price = when({ currency = is.all_of(is.exists, is.anything_but \"U",
        79,
        "USD"),
      Row("service \"CatalogService\" { price = when(is.any_of({ of = 1 }, { cu", 64, "currency"),
      Row("service \"CatalogService\" { price = when({ of = is.type \"num", 56, "number"),
      Row("service \"CatalogService\" { price = { by = \"cu", 43, "currency"),
      Row("service \"CatalogService\" { price = { exhausted = \"cy", 50, "cycle"),
      Row("service \"CatalogService\" { price = reply {} :gate \"do", 51, "door"),
      Row("service \"CatalogService\" { price = function() open_gate \"do", 55, "door"),
      Row("service \"CatalogService\" { price = reply {} :set { sta", 51, "status"),
      Row("service \"CatalogService\" { price = reply {} :set { status = \"U", 61, "USD"),
      Row("service \"CatalogService\" { price = function() state.status = \"U", 62, "USD"),
      Row("local t = { am", 12),
      Row("print { cur", 8),
      Row("service \"Nobody\" { price = reply { cur", 36),
    ])
  func completesContract(row: Row) async throws {
    let completions = try await Self.onThread { try Self.session().completions(of: row.text) }
    #expect(completions.names == row.names)
  }

  @Test("A contract is used in continued lines too")
  func completesSeveralLines() async throws {
    let found = try await Self.onThread {
      let session = try Self.session()
      let lines = ["service \"CatalogService\" {", "  -- As \"priced\"", "  price = reply {"]
      var found: [ConsoleCompletions] = []
      try session.run(
        on: TypedLines(lines) {
          found = ["    cu", "    amount = 1, currency = \"E", "    amount = 1 }, prod"].map {
            session.completions(of: $0)
          }
        })
      return found
    }
    #expect(
      found == [
        ConsoleCompletions(start: 4, names: ["currency"]),
        ConsoleCompletions(start: 28, names: ["EUR"]),
        ConsoleCompletions(start: 18, names: ["product", "products"]),
      ])
  }

  /// Runs blocking work on a separate thread, because tests share the pool's threads.
  private static func onThread<Success: Sendable>(
    _ body: @escaping @Sendable () throws -> Success
  ) async throws -> Success {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Typed lines, and an action before the end.
  private struct TypedLines: ReplLines {
    private var lines: [String]
    private let atEnd: () -> Void

    init(_ lines: [String], atEnd: @escaping () -> Void) {
      (self.lines, self.atEnd) = (lines, atEnd)
    }

    mutating func next(prompt: String) -> ReplLine {
      if !lines.isEmpty { return .text(lines.removeFirst()) }
      atEnd()
      return .end
    }

    func wait<Success: Sendable>(
      for work: @escaping @Sendable () async -> Success
    ) throws(CommandFailure) -> Success {
      try AsyncWork.run(work)
    }
  }

  /// Returns a session whose script has a method from the shop's contract, a gate, and a bound property.
  private static func session() throws -> ReplSession {
    let folder = try TemporaryFolder([
      "shop.json": SampleContract.text ?? "",
      "a.lua": """
      shared { status = "EUR" }
      service "CatalogService" :bind { currency = "status" } {
        price = reply { amount = 1, currency = "EUR" } :gate "door",
      }
      """,
    ])
    return ReplSession(
      try ReplScenario(
        path: folder.url(of: "a.lua").path, options: ScenarioOptions(), clock: .virtual,
        isLimited: true),
      contract: try ContractFile.read(folder.url(of: "shop.json").path), isTerminal: true,
      color: .never)
  }

  @Test("Folders, scripts, and configurations are completed, and hidden ones after a dot")
  func completesFiles() throws {
    let folder = try TemporaryFolder([
      "one.lua": "", "other.json": "", "only.txt": "", ".hidden.lua": "",
    ])
    try FileManager.default.createDirectory(
      at: folder.url(of: "older"), withIntermediateDirectories: false)
    let session = ReplSession(
      try ReplScenario(
        path: nil, options: ScenarioOptions(), clock: .virtual, isLimited: true),
      isTerminal: false)
    let start = ":load \(folder.url.path)/"
    #expect(session.completions(of: start + "o").names == ["older/", "one.lua", "other.json"])
    #expect(session.completions(of: start + "o").start == start.utf8.count)
    #expect(session.completions(of: start + ".").names == [".hidden.lua"])
    #expect(session.completions(of: ":load /nowhere/at/all/").names == [])
  }
}
