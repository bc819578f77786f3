import MockLua
import MockLuaTesting
import MockServices
import Testing

// Late responses: searches, details, pages, and caches.

@MainActor
final class Search {
  let service = MockShopService()
  let isMended: Bool
  var results: [String] = []
  var title = ""
  private var latest = 0
  private var task: Task<Void, Never>?

  init(_ isMended: Bool) { self.isMended = isMended }

  func search(_ text: String) {
    latest += 1
    let mine = latest
    Task {
      let found = (try? await service.find(text)) ?? []
      if isMended, mine != latest { return }
      results = found
    }
  }

  func search(_ text: String, debouncedOn clock: MockClock) {
    if isMended { task?.cancel() }
    task = Task {
      do {
        try await clock.sleep(for: .milliseconds(300))
        let found = try await service.find(text)
        try Task.checkCancellation()
        results = found
      } catch {}
    }
  }

  func select(_ id: Int) {
    latest = id
    Task {
      guard let title = try? await service.item(id) else { return }
      if isMended, latest != id { return }
      self.title = title
    }
  }
}

@MainActor
final class Pages {
  let service = MockShopService()
  let isMended: Bool
  private var pages: [Int: [Int]] = [:]
  private var appended: [Int] = []
  private var generation = 0

  init(_ isMended: Bool) { self.isMended = isMended }

  var items: [Int] {
    isMended ? pages.sorted { $0.key < $1.key }.flatMap(\.value) : appended
  }

  func load(_ number: Int) {
    let mine = generation
    Task {
      guard let items = try? await service.page(number) else { return }
      if isMended, mine != generation { return }
      pages[number] = items
      appended += items
    }
  }

  func refresh() {
    generation += 1
    (pages, appended) = ([:], [])
    load(1)
  }
}

@MainActor
final class Prices {
  let service = MockShopService()
  let isMended: Bool
  private(set) var cached: Int?
  private var generation = 0

  init(_ isMended: Bool) { self.isMended = isMended }

  func load() {
    let mine = generation
    Task {
      guard let price = try? await service.price(7) else { return }
      if isMended, mine != generation || price < cached ?? 0 { return }
      cached = price
    }
  }

  func invalidate() {
    generation += 1
    cached = nil
  }
}

extension Planted {
  static let answers: [Planted] = [
    Planted(kind: "stale answer", name: "an older search overwrites", limit: 3) { isMended in
      let search = Search(isMended)
      search.search("a")
      search.search("ab")
      await Explored.settle()
      #expect(search.results == ["ab", "ab!"])
    },
    Planted(kind: "stale answer", name: "behind a debounce that is not cancelled", limit: 10) {
      isMended in
      let search = Search(isMended)
      let clock = try ScenarioRuntime.current.clock
      search.search("a", debouncedOn: clock)
      await Explored.step()
      search.search("ab", debouncedOn: clock)
      await Explored.settle()
      #expect(search.results == ["ab", "ab!"])
    },
    Planted(kind: "stale answer", name: "details of what was selected before", limit: 4) {
      isMended in
      let search = Search(isMended)
      search.select(1)
      await Explored.step()
      search.select(2)
      await Explored.settle()
      #expect(search.title == "item 2")
    },
    Planted(kind: "pagination out of order", name: "pages in the order of their answers", limit: 4)
    {
      isMended in
      let pages = Pages(isMended)
      pages.load(1)
      pages.load(2)
      await Explored.settle()
      #expect(pages.items == [10, 11, 20, 21])
    },
    Planted(kind: "pagination out of order", name: "a page behind a refresh", limit: 6) {
      isMended in
      let pages = Pages(isMended)
      pages.load(2)
      await Explored.step()
      pages.refresh()
      await Explored.settle()
      #expect(pages.items == [10, 11])
    },
    Planted(kind: "cache filled by the slower answer", name: "the older price stays", limit: 4) {
      isMended in
      let prices = Prices(isMended)
      prices.load()
      prices.load()
      await Explored.settle()
      #expect(prices.cached == 2)
    },
    Planted(
      kind: "cache filled by the slower answer", name: "filled after it was emptied", limit: 4
    ) {
      isMended in
      let prices = Prices(isMended)
      prices.load()
      await Explored.step()
      prices.invalidate()
      await Explored.settle()
      #expect(prices.cached == nil)
    },
  ]
}
