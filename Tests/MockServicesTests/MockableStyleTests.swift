import Foundation
import MockLuaTesting
import MockServices
import Testing

@Mocked
protocol ProductService: Sendable {
  var url: URL? { get set }
  func fetch(for id: Int) async throws -> Product
  func checkout(with product: Product) throws
}

struct Product: Equatable, Sendable {
  var id = 7
  var name: String
}

enum ProductError: Error { case notFound }

/// Introductory examples of another mocking library, written with stubs and verification.
@Suite(.mocked) struct MockableStyleTests {
  let service = MockProductService()
  let phone = Product(name: "Phone")

  @Test func values() async throws {
    service.on.fetch().returns(phone)
    service.on.checkout().throws(ProductError.notFound)
    service.url = URL(string: "https://example.com")
    #expect(try await service.fetch(for: phone.id) == phone)
    #expect(throws: ProductError.notFound) { try service.checkout(with: phone) }
    service.verify.fetch(for: phone.id).called(1...)
    service.verify.checkout(with: phone).called(1)
    service.verify.url(to: URL(string: "https://example.com")).called(.once)
  }

  @Test func sequence() async throws {
    service.on.fetch(for: 7).throws(ProductError.notFound).returns(phone, Product(name: "Case"))
    await #expect(throws: ProductError.notFound) { try await service.fetch(for: 7) }
    #expect(try await service.fetch(for: 7).name == "Phone")
    #expect(try await service.fetch(for: 7).name == "Case")
  }

  @Test func producing() async throws {
    service.on.fetch(for: .where { $0 > 5 }) { id in Product(id: id, name: "Large \(id)") }
    #expect(try await service.fetch(for: 8).name == "Large 8")
  }

  @Test func counts() throws {
    service.on.checkout().returns()
    for product in [phone, phone, Product(name: "Case")] { try service.checkout(with: product) }
    service.verify.checkout().called(3)
    service.verify.checkout(with: phone).called(1...2)
    service.verify.checkout(with: .where { $0.name == "Lamp" }).called(.never)
  }

  @Test func eventually() async {
    service.on.checkout().returns()
    let task = Task { [service, phone] in try service.checkout(with: phone) }
    await service.verify.checkout(with: phone).eventually(within: .seconds(5))
    _ = await task.result
  }
}
