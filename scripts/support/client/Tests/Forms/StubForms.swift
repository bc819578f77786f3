import Foundation
import MockLuaTesting
import Testing

// The forms that users type first. Each works, or fails with a message that names the right one.

@Suite(.mocked) struct StubFormTests {
  let mock = MockTeaShop()
  let tea = Tea(name: "Sencha")
  let url = URL(filePath: "/tea")

  @Test func rightPlainValues() async throws {
    mock.on.load(url).returns(Data([1]))
    mock.on.page(after: "20").returns([tea])
    mock.on.page(after: nil).returns([])
    mock.on.quotes(for: ["A"]).returns(["A": 1])
    #expect(try await mock.load(url) == Data([1]))
    #expect(try await mock.page(after: "20") == [tea])
    #expect(try await mock.page(after: nil).isEmpty)
    #expect(try mock.quotes(for: ["A"]) == ["A": 1])
  }

  @Test func rightValuesBesideMatchers() async {
    mock.on.price(of: tea, count: .where { $0 > 10 }).returns(1)
    mock.on.price(of: .any, count: 2).returns(2)
    mock.on.price(count: .oneOf(3, 4)).returns(3)
    #expect(await mock.price(of: tea, count: 11) == 1)
    #expect(await mock.price(of: Tea(name: "Mate"), count: 2) == 2)
    #expect(await mock.price(of: tea, count: 4) == 3)
  }

  @Test func rightSeveralValues() {
    mock.on.count().returns(1, 2)
    let counts = (0..<3).map { _ in mock.count() }
    #expect(counts == [1, 2, 2])
  }

  @Test func rightErrorsThenValue() async throws {
    mock.on.page().throws(Offline(), times: 2).returns([tea])
    for _ in 0..<2 { await #expect(throws: Offline.self) { try await mock.page(after: nil) } }
    #expect(try await mock.page(after: nil) == [tea])
  }

  @Test func rightVoid() async throws {
    mock.on.save().throws(Offline()).returns()
    await #expect(throws: Offline.self) { try await mock.save() }
    try await mock.save()
  }

  @Test func rightClosure() async {
    mock.on.price { tea, count in tea.name.count * count }
    #expect(await mock.price(of: tea, count: 2) == 12)
  }

  @Test func rightTypedError() async {
    mock.on.signIn(password: "x").throws(.badCredentials)
    mock.on.signIn(user: "eve") { (_, _) throws(LoginError) in throw .locked }
    await #expect(throws: LoginError.badCredentials) {
      try await mock.signIn(user: "ada", password: "x")
    }
    await #expect(throws: LoginError.locked) {
      try await mock.signIn(user: "eve", password: "y")
    }
  }

  @Test func rightDelay() async throws {
    mock.on.price().returns(1).after(.seconds(60))
    #expect(await mock.price(of: tea, count: 1) == 1)
    #expect(try ScenarioRuntime.current.clock.elapsed == .seconds(60))
  }

  @Test func rightGate() async {
    mock.on.price().returns(1).gate("network")
    async let price = mock.price(of: tea, count: 1)
    await waitForCalls(at: "network")
    openGate("network")
    #expect(await price == 1)
  }

  @Test func rightCompletion() async throws {
    mock.on.find { [tea] _, completion in completion(.success([tea])) }
    let mock = mock
    let found = try await withCheckedThrowingContinuation { continuation in
      mock.find("S") { continuation.resume(with: $0) }
    }
    #expect(found == [tea])
  }

  @Test func rightProperty() {
    mock.on.limit().returns(3)
    #expect(mock.limit == 3)
    mock.limit = 4
    mock.verify.limit(to: 4).called(1)
  }

  @Test(.scenario(source: "service \"TeaShop\" { count = reply(3) }")) func rightPassing() async {
    let mock = MockTeaShop()
    mock.on.count { throw MockFallThrough() }
    #expect(mock.count() == 3)
  }

  // expects: the stub of `TeaShop.count` passed the call on, but no script responds to it
  @Test func wrongPassing() {
    mock.on.count { throw MockFallThrough() }
    _ = mock.count()
  }

  @Test func rightEveryMock() {
    MockTeaShop.all.on.count().returns(7)
    #expect(MockTeaShop().count() == 7)
  }

  @Test func rightRemoved() {
    mock.on.count().returns(1)
    let stub = mock.on.count().returns(2)
    #expect(mock.count() == 2)
    stub.remove()
    #expect(mock.count() == 1)
  }

  // expects: no stub of `TeaShop.count` accepts the call; add `mock.on.count { ... }` before the call
  @Test func wrongWithoutStub() { _ = mock.count() }

  // expects: write at least 1
  @Test func wrongNoTimes() {
    mock.on.count().returns(1)
    mock.on.count().returns(2, times: 0)
    _ = mock.count()
  }

  // expects: `network`
  @Test func wrongGateName() async {
    mock.on.price().returns(1).gate("network")
    openGate("netwrok")
  }
}

@Suite struct RelaxedFormTests {
  @Test(.mocked, .relaxed) func rightTest() async throws {
    let mock = MockTeaShop()
    #expect(mock.count() == 0)
    #expect(try await mock.page(after: nil).isEmpty)
  }

  @Test(.mocked) func rightMock() { #expect(MockTeaShop(.relaxed).count() == 0) }

  @Test(.mocked, .relaxed) func rightClient() async throws {
    #expect(try await SearchClient.mocked().search("S").isEmpty)
  }

  // expects: is relaxed, but Tea has no default; conform it to `MockValue`
  @Test(.mocked, .relaxed) func wrongType() async {
    _ = try? await SearchClient.mocked().rename(Tea(name: "a"), "b")
  }
}

@Suite struct ClientFormTests {
  static let script = """
    service "SearchClient" {
      search = { when({ text = "S" }, reply { { name = "Sencha" } }), reply {} },
      rename = function(args) return { name = args.to } end,
    }
    """

  @Test(.scenario(source: script)) func rightClosures() async throws {
    let client = SearchClient.mocked()
    #expect(try await client.search("S") == [Tea(name: "Sencha")])
    #expect(try await client.search("x").isEmpty)
    #expect(try await client.rename(Tea(name: "a"), "b") == Tea(name: "b"))
    verify("SearchClient.search", called: 2)
    verify("SearchClient.rename", arguments: ["to": "b"], called: 1)
  }

  @Test(.mocked) func rightReplaced() async throws {
    var client = SearchClient.mocked()
    client.search = { text in [Tea(name: text)] }
    #expect(try await client.search("S") == [Tea(name: "S")])
  }
}
