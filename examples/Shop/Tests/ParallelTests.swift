import MockLuaTesting
import MockServices
import ShopExample
import Testing

/// A thousand tests in parallel, each with its own scenario and stubs.
@Suite(
  .scenario(source: "service \"ShopService\" { refund = function(args) return args.order > 0 end }")
)
struct ParallelTests {
  @Test("Tests don't share stubs or calls", arguments: 0..<1_000)
  func alone(order: Int) async throws {
    let service = MockShopService()
    service.on.search { _ in [Product(name: "\(order)")] }
    #expect(try await Shop(service).search("x") == ["\(order)"])
    #expect(try await service.refund(order) == (order > 0))
    verify("ShopService.search", called: 1)
    verify("ShopService.refund", arguments: ["order": .int(order)], called: 1)
  }
}
