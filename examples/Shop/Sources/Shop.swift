public import MockServices

/// A product of the shop.
public struct Product: Codable, Sendable, Equatable {
  /// The name of the product.
  public var name: String

  /// Creates a product.
  public init(name: String) {
    self.name = name
  }
}

/// A page of orders.
public struct OrderPage: Codable, Sendable, Equatable {
  /// The numbers of the orders.
  public var orders: [Int]
  /// The next page; nil on the last page.
  public var next: Int?

  /// Creates a page.
  public init(orders: [Int], next: Int?) {
    (self.orders, self.next) = (orders, next)
  }
}

/// The requests of the shop.
@Mocked
public protocol ShopService: Sendable {
  /// Finds products.
  func search(_ text: String) async throws -> [Product]
  /// Returns a page of orders.
  func orders(page: Int) async throws -> OrderPage
  /// Refunds an order.
  func refund(_ order: Int) async throws -> Bool
  /// Returns a stream of the remaining count of a product.
  func stock(of product: String) -> AsyncThrowingStream<Int, any Error>
}

/// The model of the shop's screens.
public actor Shop {
  /// The orders that are being refunded.
  public private(set) var refunding: Set<Int> = []
  private let service: any ShopService

  /// Creates a shop with a service.
  public init(_ service: any ShopService) {
    self.service = service
  }

  /// Returns the names of the products that match a text.
  ///
  /// After a failure, it tries again up to two times.
  ///
  /// - Parameter text: The search text.
  /// - Returns: The names.
  /// - Throws: The error of the third attempt.
  public func search(_ text: String) async throws -> [String] {
    for _ in 0..<2 {
      if let found = try? await service.search(text) { return found.map(\.name) }
    }
    return try await service.search(text).map(\.name)
  }

  /// Returns all orders, from all pages.
  ///
  /// - Returns: The numbers of the orders.
  /// - Throws: The error of a failed page.
  public func allOrders() async throws -> [Int] {
    var (orders, next): ([Int], Int?) = ([], 1)
    while let page = next {
      let answer = try await service.orders(page: page)
      orders += answer.orders
      next = answer.next
    }
    return orders
  }

  /// Refunds an order.
  ///
  /// - Parameter order: The number of the order.
  /// - Throws: The server's error.
  public func refund(_ order: Int) async throws {
    refunding.insert(order)
    defer { refunding.remove(order) }
    _ = try await service.refund(order)
  }

  /// Returns the remaining counts of a product, until it's sold out.
  ///
  /// - Parameter product: The name of the product.
  /// - Returns: The counts.
  /// - Throws: The error that ends the stream.
  public func sellOut(_ product: String) async throws -> [Int] {
    var counts: [Int] = []
    for try await count in service.stock(of: product) { counts.append(count) }
    return counts
  }
}
