import MockLua
import MockLuaTesting
import MockServices
import Testing

// Duplicated, lost, or unreverted writes: orders, carts, likes, and lists.

@MainActor
final class Checkout {
  let service = MockShopService()
  let isMended: Bool
  private(set) var orders = 0
  private(set) var isLiked = false
  private(set) var sent: [Bool] = []
  private var isBusy = false
  private var task: Task<Void, Never>?

  init(_ isMended: Bool) { self.isMended = isMended }

  func submit() {
    guard !isBusy else { return }
    if isMended { isBusy = true }
    Task {
      guard let count = try? await service.count(), count >= 0 else {
        isBusy = false
        return
      }
      isBusy = true
      if (try? await service.place("tea")) != nil { orders += 1 }
    }
  }

  func toggle() {
    let wanted = !isLiked
    if isMended { isLiked = wanted }
    Task {
      try? await service.setLiked(wanted)
      sent.append(wanted)
      if !isMended { isLiked = wanted }
    }
  }

  func edit(savingOn clock: MockClock) {
    if isMended { task?.cancel() }
    task = Task {
      guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
      if (try? await service.place("draft")) != nil { orders += 1 }
    }
  }
}

/// A cart that takes its count from the server.
actor Cart {
  let service = MockShopService()
  let isMended: Bool
  private(set) var balance = 10
  private var last: Task<Void, any Error>?

  init(_ isMended: Bool) { self.isMended = isMended }

  func add() async throws {
    guard isMended else { return try await raise() }
    let before = last
    let task = Task {
      _ = try? await before?.value
      try await raise()
    }
    last = task
    try await task.value
  }

  private func raise() async throws {
    let count = try await service.count()
    try await service.setCount(count + 1)
  }

  func pay(_ amount: Int) async throws {
    guard balance >= amount else { return }
    _ = try await service.place("payment")
    if isMended, balance < amount { return }
    balance -= amount
  }
}

@MainActor
final class Feed {
  let service = MockShopService()
  let isMended: Bool
  private(set) var items: [Int] = []
  private(set) var isLiked = false

  init(_ isMended: Bool) { self.isMended = isMended }

  func append(_ page: Int) {
    Task {
      if isMended {
        let found = (try? await service.page(page)) ?? []
        items += found
      } else {
        items = items + ((try? await service.page(page)) ?? [])
      }
    }
  }

  func show(_ items: [Int]) { self.items = items }

  func like() async {
    isLiked = true
    do { try await service.setLiked(true) } catch { if isMended { isLiked = false } }
  }

  func delete(_ id: Int) async {
    let before = items
    items.removeAll { $0 == id }
    do {
      try await service.delete(id)
    } catch {
      if isMended { items = before }
    }
  }
}

extension Planted {
  static let writes: [Planted] = [
    Planted(kind: "double submit", name: "the button is locked too late", limit: 4) { isMended in
      let checkout = Checkout(isMended)
      checkout.submit()
      checkout.submit()
      await Explored.settle()
      #expect(checkout.orders == 1)
    },
    Planted(kind: "double submit", name: "two taps on a heart", limit: 4) { isMended in
      let checkout = Checkout(isMended)
      checkout.toggle()
      checkout.toggle()
      await Explored.settle()
      #expect(!checkout.isLiked)
      #expect(checkout.sent.sorted { $0 && !$1 } == [true, false])
    },
    Planted(kind: "double submit", name: "every edit is saved", limit: 10) { isMended in
      let checkout = Checkout(isMended)
      let clock = try ScenarioRuntime.current.clock
      checkout.edit(savingOn: clock)
      checkout.edit(savingOn: clock)
      await Explored.settle()
      #expect(checkout.orders == 1)
    },
    Planted(kind: "lost update", name: "read, then written", limit: 4) { isMended in
      let cart = Cart(isMended)
      async let first: Void = cart.add()
      async let second: Void = cart.add()
      async let third: Void = cart.add()
      _ = try await (first, second, third)
      #expect(try ScenarioRuntime.current.sharedState["count"] == 3)
    },
    Planted(kind: "lost update", name: "a balance that was looked at before", limit: 4) {
      isMended in
      let cart = Cart(isMended)
      async let first: Void = cart.pay(7)
      async let second: Void = cart.pay(7)
      _ = try await (first, second)
      #expect(await cart.balance >= 0)
    },
    Planted(kind: "lost update", name: "a list that was read before the wait", limit: 4) {
      isMended in
      let feed = Feed(isMended)
      feed.append(1)
      feed.append(2)
      await Explored.settle()
      #expect(feed.items.sorted() == [10, 11, 20, 21])
    },
    Planted(
      kind: "optimistic update not rolled back", name: "a heart", kinds: [.failures], limit: 3
    ) { isMended in
      let feed = Feed(isMended)
      await feed.like()
      #expect(feed.isLiked == !Explored.failed("ShopService.setLiked"))
    },
    Planted(
      kind: "optimistic update not rolled back", name: "a row", kinds: [.failures], limit: 3
    ) { isMended in
      let feed = Feed(isMended)
      feed.show([1, 2, 3])
      await feed.delete(2)
      #expect(feed.items == (Explored.failed("ShopService.delete") ? [1, 2, 3] : [1, 3]))
    },
  ]
}
