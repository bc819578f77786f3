import MockLuaTesting
import MockServices
import ShopExample
import Testing

/// Expectations that hold for every order of responses and every failure.
@Suite(
  .exploring(.orders, .failures([.code("offline")])),
  .scenario(
    source: """
      service "ShopService" {
        search = reply { { name = "Green tea" } },
        orders = function(args) return { orders = { args.page }, next = args.page < 3 and args.page + 1 or nil } end,
        refund = reply(true),
      }
      """))
struct ExploredShopTests {
  let service = MockShopService()

  @Test func nothingIsPaidBackForEver() async {
    let shop = Shop(service)
    async let first: Void? = try? shop.refund(7)
    async let second: Void? = try? shop.refund(8)
    _ = await (first, second)
    #expect(await shop.refunding.isEmpty)
  }

  @Test func failuresAreTriedAgain() async {
    let found = try? await Shop(service).search("tea")
    // No run has more than two failures.
    #expect(found == ["Green tea"])
  }

  @Test func ordersAreAllOrNone() async {
    let orders = try? await Shop(service).allOrders()
    #expect(orders == (Explored.failed("ShopService.orders") ? nil : [1, 2, 3]))
  }
}
