import Foundation
import MockLuaTesting
import Testing

// The examples of Mockable's README as tests.

struct Product: Equatable, Sendable {
  var id = UUID()
  var name: String
}

enum ProductError: Error { case notFound }

@Mocked
protocol ProductService: Sendable {
  var url: URL? { get set }
  func fetch(for id: UUID) async throws -> Product
  func checkout(with product: Product) throws
}

struct CartPage: Sendable {
  let productService: any ProductService

  func checkout(with product: Product, using url: URL?) async throws {
    var service = productService
    service.url = url
    let found = try await service.fetch(for: product.id)
    try service.checkout(with: found)
  }
}

@Suite(.mocked) struct ReadmeTests {
  let service = MockProductService()
  let phone = Product(name: "iPhone 15 Pro")

  @Test func rightCart() async throws {
    service.on.fetch().returns(phone)
    service.on.checkout().throws(ProductError.notFound)
    let url = URL(string: "apple.com")
    let page = CartPage(productService: service)
    await #expect(throws: ProductError.notFound) {
      try await page.checkout(with: phone, using: url)
    }
    service.verify.fetch(for: phone.id).called(1...)
    service.verify.checkout(with: phone).called(1)
    service.verify.url(to: url).called(1)
  }

  @Test func rightGiven() async throws {
    service.on.fetch().throws(ProductError.notFound).returns(phone)
    service.on.fetch(for: .where { $0.uuidString.last == "0" }) { _ in throw ProductError.notFound }
    await #expect(throws: ProductError.notFound) {
      try await service.fetch(for: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
  }

  @Test func rightWhen() async throws {
    await confirmation { ouch in
      service.on.checkout(with: .where { $0.name == "iPhone 15 Pro" }) { _ in ouch() }
      try? service.checkout(with: phone)
    }
  }

  @Test func rightVerify() async throws {
    service.on.fetch().returns(phone)
    for _ in 1...3 { _ = try await service.fetch(for: phone.id) }
    service.verify.fetch().called(1...5)
    service.verify.checkout().called(.never)
    service.verify.url(to: nil).called(.never)
  }

  @Test func rightEventually() async {
    service.on.fetch().returns(phone)
    Task { [service, phone] in
      try await CartPage(productService: service).checkout(with: phone, using: nil)
    }
    await service.verify.fetch(for: phone.id).eventually(1...5, within: .seconds(30))
    await service.verify.url(to: nil).eventually(1, within: .seconds(30))
  }
}
