import MockLua
import MockLuaTesting
import MockServices
import ShopExample
import Testing

@Suite(
  .scenario(
    source: """
      service "ShopService" {
        search = { fail "offline", fail "offline", reply { { name = "Green tea" } } },
        refund = reply(true) :gate "bank",
        stock = stream { 3, 1, 0 } :every(1000),
      }
      """))
struct ShopTests {
  let service = MockShopService()

  @Test func search() async throws {
    service.on.search("coffee") { _ in [Product(name: "Espresso")] }
    #expect(try await Shop(service).search("coffee") == ["Espresso"])
  }

  @Test func pages() async throws {
    service.on.orders { page in OrderPage(orders: [page], next: page < 3 ? page + 1 : nil) }
    #expect(try await Shop(service).allOrders() == [1, 2, 3])
    verify("ShopService.orders", called: 3)
  }

  @Test func retry() async throws {
    #expect(try await Shop(service).search("tea") == ["Green tea"])
    verify("ShopService.search", arguments: ["text": "tea"], called: 3)
  }

  @Test func refundInFlight() async throws {
    let shop = Shop(service)
    async let refund: Void = shop.refund(7)
    await verifyEventually("ShopService.refund", within: .seconds(5))
    #expect(await shop.refunding == [7])
    try ScenarioRuntime.current.gates.open("bank")
    try await refund
    #expect(await shop.refunding.isEmpty)
  }

  @Test func stream() async throws {
    #expect(try await Shop(service).sellOut("tea") == [3, 1, 0])
  }
}
