import MockLua
import MockLuaTesting
import MockServices
import Testing

struct SearchItem: Codable, Sendable, Equatable, Identifiable {
  var id: Int
  var name = ""
}

enum SearchError: String, MockErrorConvertible, CaseIterable {
  case offline, tooLong
}

/// Closures with every kind of effect and result.
@Mocked
struct SearchClient: Sendable {
  var search: @Sendable (_ query: String, _ limit: Int) async throws -> [SearchItem]
  var item: @Sendable (SearchItem.ID) async throws(SearchError) -> SearchItem?
  var distance: @Sendable (Double, Double) -> Int
  var rename: (@Sendable (SearchItem, _ to: String) throws -> Void)?
  var forget: @Sendable (_ id: Int) async -> Void
  var updates: @Sendable (_ query: String) -> AsyncThrowingStream<SearchItem, any Error>
  let load:
    @Sendable (_ id: Int, _ completion: @escaping @Sendable (Result<SearchItem, any Error>) -> Void)
      -> Void
  var range: @Sendable () async throws -> (first: Int, last: Int)
  var screen: @MainActor @Sendable (_ name: String) async -> Bool
  var pageSize = 20
  var region: String?
  static let live: SearchItem? = nil
  var isSmall: Bool { pageSize < 10 }
}

/// A client with its own initializer, which doesn't take all closures.
@Mocked(errors: SearchError.self)
struct ReviewClient: Sendable {
  var send: @Sendable (_ text: String) async throws -> Int
  var cancel: @Sendable () -> Void = {}
  let name: String

  init(send: @escaping @Sendable (_ text: String) async throws -> Int, name: String = "reviews") {
    (self.send, self.name) = (send, name)
  }
}

/// A client with closures in `#if`, and with its own aliases.
@Mocked
struct FilterClient: Sendable {
  typealias Filter = @Sendable (_ item: SearchItem) -> Bool
  var filter: Filter
  var count: Filter?
  #if os(Linux) || canImport(Darwin)
    typealias Size = @Sendable (_ id: Int) -> Int
    var size: Size = { _ in 0 }
  #else
    var weight: @Sendable () -> Int = { 0 }
  #endif
}

enum Clients {
  @Mocked
  struct Clock {
    var now: () -> Int
  }
}

@Suite("A struct of closures is filled from the scenario")
struct ClientTests {
  static let script = """
    service "SearchClient" {
      search = function(args)
        if args.query == "x" then fail "offline" end
        return { { id = args.limit, name = args.query } }
      end,
      item = { when({ id = 7 }, reply { id = 7, name = "tea" }), fail "tooLong" },
      distance = function(args) return args.double1 + 10 * args.double2 end,
      rename = { when({ searchItem = { id = 1 }, to = "b" }, reply()), fail "offline" },
      forget = reply(),
      updates = stream { { id = 1, name = "a" }, { id = 2, name = "b" } },
      load = reply { id = 3, name = "late" },
      range = reply { first = 1, last = 2 },
      screen = { when({ name = "home" }, reply(true)), reply(false) },
    }
    """

  @Test(
    "Closures in an #if respond too, and those whose type is an alias of the struct",
    .scenario(
      source: """
        service "FilterClient" {
          filter = { when({ item = { id = 1 } }, reply(true)), reply(false) },
          count = reply(true),
          size = function(args) return args.id + 1 end,
        }
        """))
  func conditional() throws {
    let client = FilterClient.mocked()
    #expect(client.filter(SearchItem(id: 1)))
    #expect(!client.filter(SearchItem(id: 2)))
    let count = try #require(client.count)
    #expect(count(SearchItem(id: 3)))
    #expect(client.size(3) == 4)
    verify("FilterClient.size", arguments: ["id": 3], called: 1)
  }

  @Test("Closures respond with their own effects and results", .scenario(source: script))
  func responds() async throws {
    let client = SearchClient.mocked()
    #expect(try await client.search("tea", 2) == [SearchItem(id: 2, name: "tea")])
    #expect(try await client.item(7) == SearchItem(id: 7, name: "tea"))
    await #expect(throws: SearchError.tooLong) { try await client.item(8) }
    #expect(client.distance(1, 2) == 21)
    let rename = try #require(client.rename)
    try rename(SearchItem(id: 1), "b")
    #expect(throws: MockServiceError.self) { try rename(SearchItem(id: 2), "b") }
    await client.forget(1)
    var names: [String] = []
    for try await item in client.updates("t") { names.append(item.name) }
    #expect(names == ["a", "b"])
    let loaded = try await withCheckedThrowingContinuation { continuation in
      client.load(3) { continuation.resume(with: $0) }
    }
    #expect(loaded.name == "late")
    let range = try await client.range()
    #expect(range == (1, 2))
    #expect(await client.screen("home"))
    #expect(client.pageSize == 20)
    #expect(client.region == nil)
  }

  @Test("Calls are verified by the names of the struct and the closure", .scenario(source: script))
  func verifies() async throws {
    let client = SearchClient.mocked()
    _ = try await client.search("tea", 2)
    _ = try? await client.search("x", 2)
    await client.forget(7)
    verify("SearchClient.search", called: 2)
    verify("SearchClient.search", arguments: ["query": "tea", "limit": 2], called: 1)
    verify("SearchClient.forget", arguments: ["id": 7], called: 1)
    verifyInOrder("SearchClient.search", "SearchClient.forget")
  }

  @Test(
    "An explicit initializer is called, and other closures are set afterwards",
    .scenario(
      source: "service \"ReviewClient\" { send = { reply(5), fail \"offline\" }, cancel = reply() }"
    ))
  func initializer() async throws {
    let client = ReviewClient.mocked()
    #expect(try await client.send("good") == 5)
    await #expect(throws: SearchError.offline) { try await client.send("bad") }
    client.cancel()
    #expect(client.name == "reviews")
    verify("ReviewClient.cancel", called: 1)
  }

  @Test("A nested client has its own name, and can take a scenario other than the current one")
  func nested() throws {
    let runtime = try ScenarioRuntime(
      source: "service \"Clock\" { now = reply(9) }", name: "clock.lua")
    #expect(Clients.Clock.mocked(by: runtime).now() == 9)
  }

  @Test("A closure that is set replaces the script's responses", .scenario(source: script))
  func replaced() async throws {
    var client = SearchClient.mocked()
    client.search = { query, _ in [SearchItem(id: 0, name: query)] }
    #expect(try await client.search("tea", 2).first?.id == 0)
  }

  @Test("A script for a client is checked against its closures")
  func contract() async throws {
    let session = try ScenarioSession(
      source:
        "service \"ReviewClient\" { sent = reply(5), send = { when({ txt = \"a\" }, reply(1)), reply(2) } }",
      name: "reviews.lua")
    let client = ReviewClient.mocked(by: session.runtime)
    #expect(try await client.send("good") == 2)
    let issues = session.finish().map(\.description)
    #expect(issues.contains { $0.contains("`ReviewClient` doesn't require `sent`") })
    #expect(issues.contains { $0.contains("has no argument `txt`; did you mean `text`?") })
  }

  @Test(
    "The message about a call without a response names the closure",
    .mocked(except: [.unconfiguredCalls]))
  func unanswered() async {
    let client = ReviewClient.mocked()
    let error = await #expect(throws: MockServiceError.self) { try await client.send("a") }
    #expect(
      error?.message
        == "nothing responds to `ReviewClient.send`; set the closure, or give the test a script:"
        + " `.scenario(...)`")
  }

  @Test("In a relaxed test, closures return defaults", .mocked, .relaxed)
  func relaxed() async throws {
    let client = SearchClient.mocked()
    #expect(try await client.search("tea", 2) == [])
    #expect(try await client.item(1) == nil)
    #expect(client.distance(1, 2) == 0)
    #expect(await client.screen("home") == false)
  }
}
