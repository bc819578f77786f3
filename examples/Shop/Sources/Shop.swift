public import MockServices

/// A product of the shop.
public struct Product: Codable, Sendable, Equatable {
  /// Its name.
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
  /// The next page; nil on the last.
  public var next: Int?

  /// Creates a page.
  public init(orders: [Int], next: Int?) {
    (self.orders, self.next) = (orders, next)
  }
}

/// What the shop asks its server.
@Mocked
public protocol ShopService: Sendable {
  /// Finds products.
  func search(_ text: String) async throws -> [Product]
  /// Gives a page of orders.
  func orders(page: Int) async throws -> OrderPage
  /// Pays an order back.
  func refund(_ order: Int) async throws -> Bool
  /// Tells how many of a product are left, whenever that changes.
  func stock(of product: String) -> AsyncThrowingStream<Int, any Error>
}

/// The shop, as its screens use it.
public actor Shop {
  /// What is being paid back.
  public private(set) var refunding: Set<Int> = []
  private let service: any ShopService

  /// Creates a shop on a service.
  public init(_ service: any ShopService) {
    self.service = service
  }

  /// The names of the products that a text finds; two failures are tried again.
  ///
  /// - Parameter text: What is looked for.
  /// - Returns: The names.
  /// - Throws: The error of the third try.
  public func search(_ text: String) async throws -> [String] {
    for _ in 0..<2 {
      if let found = try? await service.search(text) { return found.map(\.name) }
    }
    return try await service.search(text).map(\.name)
  }

  /// All orders, page by page.
  ///
  /// - Returns: Their numbers.
  /// - Throws: The error of a page.
  public func allOrders() async throws -> [Int] {
    var (orders, next): ([Int], Int?) = ([], 1)
    while let page = next {
      let answer = try await service.orders(page: page)
      orders += answer.orders
      next = answer.next
    }
    return orders
  }

  /// Pays an order back.
  ///
  /// - Parameter order: Its number.
  /// - Throws: The error of the server.
  public func refund(_ order: Int) async throws {
    refunding.insert(order)
    defer { refunding.remove(order) }
    _ = try await service.refund(order)
  }

  /// How many were left of a product, until none is.
  ///
  /// - Parameter product: Its name.
  /// - Returns: The numbers.
  /// - Throws: The error that ends them.
  public func sellOut(_ product: String) async throws -> [Int] {
    var counts: [Int] = []
    for try await count in service.stock(of: product) { counts.append(count) }
    return counts
  }
}
