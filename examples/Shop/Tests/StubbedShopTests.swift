import MockLuaTesting
import MockServices
import ShopExample
import Testing

struct Offline: Error {}

@Suite(.mocked) struct StubbedShopTests {
  let service = MockShopService()

  @Test func search() async throws {
    service.on.search("coffee") { _ in [Product(name: "Espresso")] }
    #expect(try await Shop(service).search("coffee") == ["Espresso"])
  }

  @Test func pages() async throws {
    service.on.orders { page in OrderPage(orders: [page], next: page < 3 ? page + 1 : nil) }
    #expect(try await Shop(service).allOrders() == [1, 2, 3])
    #expect(service.verify.orders().captured == [1, 2, 3])
  }

  @Test func retry() async throws {
    service.on.search().throws(Offline(), times: 2).returns([Product(name: "Green tea")])
    #expect(try await Shop(service).search("tea") == ["Green tea"])
    service.verify.search("tea").called(3)
  }

  @Test func refundInFlight() async throws {
    let shop = Shop(service)
    service.on.refund { order in
      #expect(await shop.refunding == [order])
      return true
    }
    try await shop.refund(7)
    #expect(await shop.refunding.isEmpty)
  }

  @Test func stream() async throws {
    service.on.stock { _ in
      AsyncThrowingStream { stream in
        for count in [3, 1, 0] { stream.yield(count) }
        stream.finish()
      }
    }
    #expect(try await Shop(service).sellOut("tea") == [3, 1, 0])
  }
}
