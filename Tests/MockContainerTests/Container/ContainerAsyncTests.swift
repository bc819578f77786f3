import MockServices
import Testing

@Suite("Services created asynchronously") struct ContainerAsyncTests {
  @Test("An asynchronous service is created once, from services of both kinds")
  func made() async throws {
    let container = DependencyContainer.shop()
    let count = Locked(0)
    container.register(
      for: Prices.self,
      async: { resolver in
        await Task.yield()
        count.withLock { $0 += 1 }
        return Prices(catalogue: try await resolver.resolve())
      })
    container.register(for: Till.self, async: { Till(prices: try await $0.resolve()) })
    let tills = try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { try await container.resolve(Till.self) } }
      return try await group.reduce(into: [Till]()) { $0.append($1) }
    }
    #expect(Set(tills.map { ObjectIdentifier($0) }).count == 1)
    #expect(count.withLock { $0 } == 1)
    let again = { try container.resolve(Till.self) }
    #expect(try again() === tills.first)
  }

  @Test("Replacing a registration recreates the dependent services")
  func replacement() async throws {
    let container = DependencyContainer.shop()
    container.register(for: Till.self, async: { Till(prices: try await $0.resolve()) })
    _ = try await container.resolve(Till.self)
    container.register(PrintedCatalogue(name: "new"), for: (any Catalogue).self)
    #expect(try await container.resolve(Till.self).prices.catalogue.name == "new")
  }

  @Test("A transient service is created for every request")
  func transient() async throws {
    let container = DependencyContainer()
    container.register(
      for: Prices.self, scope: .transient,
      async: { _ in Prices(catalogue: PrintedCatalogue()) })
    let first = try await container.resolve(Prices.self)
    #expect(try await container.resolve(Prices.self) !== first)
  }

  @Test("A cycle is reported, even if two tasks start it from both ends")
  func circle() async throws {
    let container = DependencyContainer()
    let meeting = Meeting(2)
    container.register(
      for: Till.self,
      async: { resolver in
        await meeting.arrive()
        return Till(prices: try await resolver.resolve())
      })
    container.register(
      for: Prices.self,
      async: { resolver in
        await meeting.arrive()
        _ = try await resolver.resolve(Till.self)
        return Prices(catalogue: PrintedCatalogue())
      })
    async let till = message { _ = try await container.resolve(Till.self) }
    async let prices = message { _ = try await container.resolve(Prices.self) }
    let circle = "services depend on each other in a cycle: "
    #expect(await till.hasPrefix(circle))
    #expect(await prices.hasPrefix(circle))
  }

  @Test("Cancelling one caller doesn't affect the other callers of the service")
  func cancellation() async throws {
    let container = DependencyContainer.shop()
    let meeting = Meeting(2)
    container.register(
      for: Till.self,
      async: { resolver in
        await meeting.arrive()
        try Task.checkCancellation()
        return Till(prices: try await resolver.resolve())
      })
    let first = Task { try await container.resolve(Till.self) }
    await meeting.waitForArrivals(1)
    first.cancel()
    await meeting.arrive()
    let till = try await first.value
    #expect(try await container.resolve(Till.self) === till)
  }

  @Test("A task started by a factory can wait for the factory's own service")
  func startedTask() async throws {
    let container = DependencyContainer.shop()
    let meeting = Meeting(2)
    let tasks = Locked<[Task<Till, any Error>]>([])
    container.register(for: Till.self) { resolver in
      let task = Task {
        await meeting.arrive()
        return try await resolver.resolve(Till.self)
      }
      tasks.withLock { $0.append(task) }
      return Till(prices: try resolver.resolve())
    }
    let till = try await container.resolve(Till.self)
    await meeting.arrive()
    #expect(try await tasks.withLock { $0 }.first?.value === till)
  }

  @Test("A factory's error is the cause of the failure")
  func failure() async {
    let container = DependencyContainer()
    container.register(for: Till.self, async: { _ in throw Burglary() })
    let text = await message { _ = try await container.resolve(Till.self) }
    #expect(text == "the factory of `Till` failed: Burglary()")
  }

  private func message(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "nothing is wrong"
    } catch {
      return "\(error)"
    }
  }
}

/// Releases tasks once a given number has arrived. Later tasks pass.
private actor Meeting {
  private let size: Int
  private var arrived = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  init(_ size: Int) {
    self.size = size
  }

  func arrive() async {
    arrived += 1
    for watcher in watchers where watcher.count <= arrived { watcher.continuation.resume() }
    watchers.removeAll { $0.count <= arrived }
    guard arrived < size else {
      for task in waiting { task.resume() }
      waiting = []
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func waitForArrivals(_ count: Int) async {
    guard arrived < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}
