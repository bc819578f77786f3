import MockLua
import MockLuaTesting
import MockServices
import Testing

// The invariants from the article's cookbook, each checked on a correct model with the default faults.

@MainActor
private final class Model {
  private let shop = MockShopService()
  private var latest = 0
  private var token = "t0"
  var text = ""
  var results: [String] = []
  var message: String?
  var isLoading = false
  var isOpen = true
  var pages: [Int: [Int]] = [:]
  var isLiked = false
  var refused = false
  var isLoggedIn = true
  var price = 0

  func search(_ text: String) {
    (self.text, isLoading) = (text, true)
    latest += 1
    let mine = latest
    Task {
      let found: Result<[String], any Error>
      do { found = .success(try await shop.find(text)) } catch { found = .failure(error) }
      guard mine == latest, isOpen else { return }
      isLoading = false
      switch found {
      case .success(let found): (results, message) = (found, nil)
      case .failure(let error): (results, message) = ([], "\(error)")
      }
    }
  }

  func place() {
    guard !isLoading else { return }
    isLoading = true
    Task {
      _ = try? await shop.place("tea")
      isLoading = false
    }
  }

  func load(_ number: Int) {
    Task { if let items = try? await shop.page(number) { pages[number] = items } }
  }

  func like() {
    isLiked = true
    Task {
      do { try await shop.setLiked(true) } catch { (isLiked, refused) = (false, true) }
    }
  }

  func logIn() {
    Task {
      do { token = try await shop.refresh(token: token) } catch { isLoggedIn = false }
    }
  }

  func refreshPrice() {
    Task { if let price = try? await shop.price(1) { self.price = max(self.price, price) } }
  }

  func retry() {
    Task {
      for _ in 1...3 { if (try? await shop.profile()) != nil { return } }
    }
  }
}

@Suite("Cookbook invariants", .scenario(source: shopScript, name: "shop.lua"))
@MainActor
struct CookbookTests {
  @Test(.exploring(.orders, .failures)) func search() async {
    let model = Model()
    model.search("a")
    model.search("b")
    await Explored.settle()
    #expect(model.results.allSatisfy { $0.hasPrefix(model.text) } || model.message != nil)
  }

  @Test(.exploring(.orders, .failures)) func spinner() async {
    let model = Model()
    model.search("a")
    model.search("b")
    await Explored.settle()
    #expect(!model.isLoading)
  }

  @Test(.exploring(.orders, .failures)) func error() async {
    let model = Model()
    model.search("a")
    await Explored.settle()
    #expect((model.message != nil) == Explored.threw("ShopService.find"))
    if Explored.isBaseline { #expect(!Explored.failed("ShopService.find")) }
  }

  @Test(.exploring(.orders, .failures)) func button() async {
    let model = Model()
    model.place()
    model.place()
    await Explored.settle()
    verify("ShopService.place", called: 1)
  }

  @Test(.exploring(.orders, .failures)) func pages() async {
    let model = Model()
    for number in 1...3 { model.load(number) }
    await Explored.settle()
    let items = model.pages.sorted { $0.key < $1.key }.flatMap(\.value)
    #expect(items == items.sorted())
    #expect(Set(items).count == items.count)
  }

  @Test(.exploring(.orders, .failures)) func optimisticChange() async {
    let model = Model()
    model.like()
    await Explored.settle()
    #expect(model.isLiked == !model.refused)
  }

  @Test(.exploring(.orders, .failures)) func login() async {
    let model = Model()
    model.logIn()
    await Explored.settle()
    #expect(model.isLoggedIn || Explored.threw("ShopService.refresh"))
  }

  @Test(.exploring(.orders, .failures)) func cache() async {
    let model = Model()
    model.refreshPrice()
    model.refreshPrice()
    await Explored.settle()
    if Explored.isBaseline || !Explored.failed("ShopService.price") {
      #expect(model.price == 2)
    }
  }

  @Test(.exploring(.orders, .failures)) func retry() async {
    let model = Model()
    model.retry()
    await Explored.settle()
    verify("ShopService.profile", called: .atMost(3))
  }

  @Test(.exploring(.orders, .failures)) func closedScreen() async {
    let model = Model()
    model.search("a")
    model.isOpen = false
    await Explored.settle()
    #expect(model.results == [])
  }
}
