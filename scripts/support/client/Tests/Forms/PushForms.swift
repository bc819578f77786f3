import MockLuaTesting
import Testing

#if canImport(Combine)
  import Combine
#endif

@Suite(.mocked) struct PushFormTests {
  let mock = MockTeaNews()
  let tea = Tea(name: "Sencha")

  @Test func rightStream() async throws {
    mock.on.updates().staysOpen()
    let updates = mock.updates()
    mock.push.updates(tea)
    mock.push.updates.finish(throwing: Offline())
    var iterator = updates.makeAsyncIterator()
    #expect(try await iterator.next() == tea)
    await #expect(throws: Offline.self) { try await iterator.next() }
  }

  @Test func rightValues() async throws {
    mock.on.updates().yields(tea, tea, throwing: Offline())
    mock.on.ratings().yields(4, 5)
    var (teas, ratings): ([Tea], [Int]) = ([], [])
    await #expect(throws: Offline.self) {
      for try await tea in mock.updates() { teas.append(tea) }
    }
    for await rating in mock.ratings { ratings.append(rating) }
    #expect(teas == [tea, tea] && ratings == [4, 5])
  }

  @Test func rightProperty() async {
    mock.on.ratings().staysOpen()
    let ratings = mock.ratings
    mock.push.ratings(5)
    mock.push.ratings.finish()
    var found: [Int] = []
    for await rating in ratings { found.append(rating) }
    #expect(found == [5])
  }

  @available(macOS 15, iOS 18, *)
  @Test func rightSequence() async throws {
    mock.on.arrivals().staysOpen()
    let arrivals = mock.arrivals()
    mock.push.arrivals(tea)
    mock.push.arrivals.finish()
    var found: [Tea] = []
    for try await tea in arrivals { found.append(tea) }
    #expect(found == [tea])
  }

  @Test func rightHandler() async {
    await confirmation(expectedCount: 2) { called in
      mock.observe { _ in called() }
      mock.push.observe(tea)
      mock.push.observe(tea)
    }
  }

  @Test func rightAlias() async {
    await confirmation(expectedCount: 2) { called in
      mock.onSale { _ in called() }
      mock.push.onSale(tea)
      mock.push.onSale(tea)
    }
  }

  @Test func rightResult() async throws {
    let subscription = Subscription()
    mock.on.subscribe { _ in subscription }
    mock.on.watch(.any).returns(3)
    try await confirmation(expectedCount: 2) { called in
      #expect(mock.subscribe { _ in called() } === subscription)
      let number = try mock.watch("Mate") { _, count in if count == 2 { called() } }
      #expect(number == 3)
      mock.push.subscribe(tea)
      mock.push.watch(tea, 2)
    }
  }

  @Test(
    .scenario(
      source: """
        service "TeaNews" {
          updates = stream { { name = "a" } } :stays_open(),
          watch = function() push("TeaNews.onSale", { name = "b" }) return 1 end,
        }
        """))
  func rightScript() async throws {
    let mock = MockTeaNews()
    var iterator = mock.updates().makeAsyncIterator()
    #expect(try await iterator.next() == Tea(name: "a"))
    mock.push.updates(tea)
    #expect(try await iterator.next() == tea)
    mock.push.updates.finish()
    try await confirmation { called in
      mock.onSale { if $0 == Tea(name: "b") { called() } }
      _ = try mock.watch("Mate") { _, _ in }
    }
  }

  // expects: the pushed value is lost, because `TeaNews.updates` hasn't been called on this mock yet; push after the call
  @Test func wrongEarly() { mock.push.updates(tea) }

  // expects: keep it open with `mock.on.updates().staysOpen()`
  @Test func wrongClosed() async throws {
    mock.on.updates().returns(AsyncThrowingStream { $0.finish() })
    for try await _ in mock.updates() {}
    mock.push.updates(tea)
  }

  @Test func rightPublisher() async throws {
    #if canImport(Combine)
      mock.on.stock().staysOpen()
      let values = mock.stock().values
      mock.push.stock(3)
      mock.push.stock.finish(throwing: Offline())
      var iterator = values.makeAsyncIterator()
      #expect(try await iterator.next() == 3)
      await #expect(throws: Offline.self) { try await iterator.next() }
    #endif
  }
}
