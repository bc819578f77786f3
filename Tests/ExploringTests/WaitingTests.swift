import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

/// A view model that accepts any clock, as a real app's does.
@MainActor
private final class Debounced<C: Clock> where C.Duration == Duration {
  private let clock: C
  private(set) var fired = 0
  private var task: Task<Void, Never>?

  init(clock: C) { self.clock = clock }

  func touch() {
    task?.cancel()
    task = Task {
      guard (try? await clock.sleep(for: .milliseconds(300))) != nil else { return }
      fired += 1
    }
  }
}

@Suite("Waiting in ordinary tests")
struct WaitingTests {
  @Test("The scenario's clock is a Swift clock", .scenario(source: shopScript))
  func clock() async throws {
    let clock: any Clock<Duration> = try ScenarioRuntime.current.clock
    try await clock.sleep(for: .seconds(3600))
    let own = try ScenarioRuntime.current.clock
    #expect(own.now.elapsed == .seconds(3600))
    #expect(own.now.advanced(by: .seconds(5)).duration(to: own.now) == .seconds(-5))
    #expect(own.now < own.now.advanced(by: own.minimumResolution))
    try await own.sleep(until: own.now.advanced(by: .seconds(60)), tolerance: nil)
    #expect(own.elapsed == .seconds(3660))
  }

  @Test("A view model waits on the scenario's clock", .scenario(source: shopScript)) @MainActor
  func debounce() async throws {
    let model = Debounced(clock: try ScenarioRuntime.current.clock)
    for _ in 0..<3 { model.touch() }
    await Explored.settle()
    #expect(model.fired == 1)
    #expect(Explored.isBaseline)
    #expect(!Explored.failed("ShopService.item"))
  }

  @Test(
    "Quiet waits for responses and sleepers, turn for work that can run",
    .scenario(source: shopScript))
  @MainActor func quiet() async throws {
    let search = Search(true)
    search.search("a")
    await Explored.step()
    #expect(search.results == ["a", "a!"])
    search.search("ab", debouncedOn: try ScenarioRuntime.current.clock)
    await Explored.settle()
    #expect(search.results == ["ab", "ab!"])
  }

  static let gated = """
    service "ShopService" { place = reply(1) :gate "till" }
    """

  @Test(
    "A stuck test ends with an issue that shows what it waits for",
    .fails(
      "the test is stuck: nothing has happened in its scenario for 10.0 seconds;"
        + " ShopService.place #1 (shop.lua:1) waits at the gate `till`, which nothing opens"),
    .scenario(source: gated, name: "shop.lua"))
  func gate() async {
    await #expect(throws: CancellationError.self) { try await MockShopService().place("tea") }
  }

  @Test(
    "A test whose clock is never advanced ends with the same issue",
    .fails(
      "the test is stuck: nothing has happened in its scenario for 10.0 seconds;"
        + " ShopService.price #1 (shop.lua:1) sleeps until 5.0 seconds on a manual clock, which nothing"
        + " advances"),
    .scenario(
      source: "service \"ShopService\" { price = reply(1) :after(5000) }", name: "shop.lua",
      clock: .virtual(manual: true)))
  func manual() async {
    await #expect(throws: CancellationError.self) { try await MockShopService().price(1) }
  }
}

@Suite("Waiting for tasks that compute for a few milliseconds before and after their calls")
struct ComputingTests {
  private actor Prices {
    private(set) var all: [Int?] = []

    func add(_ price: Int?) { all.append(price) }
  }

  @Test(
    "Quiet is exact in an explored test", .exploring(.orders), .scenario(source: shopScript),
    arguments: 0..<30)
  func explored(_ round: Int) async { await expectPrices() }

  @Test(
    "Quiet waits for computing tasks in an ordinary test",
    .scenario(source: shopScript), arguments: 0..<30)
  func ordinary(_ round: Int) async { await expectPrices() }

  private func expectPrices() async {
    let prices = Prices()
    for id in 1...2 {
      Task {
        Self.compute()
        let price = try? await MockShopService().price(id)
        Self.compute()
        await prices.add(price)
      }
    }
    await Explored.settle()
    #expect(Set(await prices.all) == [1, 2])
  }

  /// Keeps a thread busy for 5 ms.
  private static func compute() {
    let end = ContinuousClock.now + .milliseconds(5)
    while ContinuousClock.now < end {}
  }
}
