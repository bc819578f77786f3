import Foundation
import MockServices

// Models as apps write them: most with synthesized code, some with their own.

enum ShopError: String, Error, CaseIterable, MockErrorConvertible {
  case soldOut, cardDeclined, notSignedIn
}

/// Doesn't list its cases.
enum Currency: String, Codable, Sendable {
  case eur = "EUR"
  case usd = "USD"
  case chf = "CHF"
}

enum Level: Int, Codable, Sendable {
  case free = 0
  case plus = 1
  case pro = 2
}

struct Money: Codable, Equatable, Sendable {
  var amount: Decimal
  var currency: Currency
}

struct Product: Codable, Equatable, Sendable, Identifiable {
  var id: Int
  var name: String
  var price: Money
  var image: URL?
  var tags: [String]
  var stock: Int?
  var attributes: [String: String]?
}

struct Page<Item: Codable & Sendable>: Codable, Sendable {
  var items: [Item]
  var total: Int
  var next: String?
}

enum PaymentMethod: Codable, Equatable, Sendable {
  case card(number: String, month: Int)
  case invoice(iban: String)
  case voucher(String)
  case cash
}

struct Order: Codable, Equatable, Sendable {
  enum Status: String, Codable, Sendable { case open, paid, shipped, cancelled }

  var id: UUID
  var status: Status
  var placedAt: Date
  var lines: [Line]
  var payment: PaymentMethod?
  var parent: [Order]?

  struct Line: Codable, Equatable, Sendable {
    var product: Product
    var count: Int
    var giftNote: String?

    enum CodingKeys: String, CodingKey {
      case product, count
      case giftNote = "gift_note"
    }
  }
}

struct Account: Codable, Equatable, Sendable {
  var id: Int
  var email: String
  var level: Level
  var isVerified: Bool
  var avatar: Data?
  var balance: Double
  var friends: [Int: String]?
}

struct Filter: Codable, Equatable, Sendable {
  var category: String?
  var maximum: Int?
  var currency: Currency
}

/// Decodes a number or a string, so its shape is unknown.
struct Flexible: Codable, Equatable, Sendable {
  var text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      text = "\(number)"
    } else {
      text = try container.decode(String.self)
    }
  }
}

/// Decodes different keys depending on a value.
struct Banner: Codable, Equatable, Sendable {
  enum CodingKeys: String, CodingKey { case kind, title, link, image }

  var kind: String
  var title: String?
  var link: URL?
  var image: URL?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(String.self, forKey: .kind)
    switch kind {
    case "text": title = try container.decode(String.self, forKey: .title)
    case "link": link = try container.decode(URL.self, forKey: .link)
    default: image = try container.decode(URL.self, forKey: .image)
    }
  }
}

/// Has a case for unknown values.
enum Feature: String, Codable, Sendable {
  case search, wishlist, other

  init(from decoder: any Decoder) throws {
    self = Feature(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
  }
}

@Mocked(errors: ShopError.self)
protocol CatalogService: Sendable {
  func product(id: Int) async throws -> Product
  func products(page: Int, filter: Filter) async throws -> Page<Product>
  func names(of ids: [Int]) async throws -> [String]
  func price(of id: Int, in currency: Currency) async throws -> Money
  func banner() async throws -> Banner
  func features() async throws -> [Feature]
  func note(id: Int) async throws -> Flexible
  func watch(id: Int) -> AsyncThrowingStream<Product, any Error>
  var currency: Currency { get }
}

@Mocked(errors: ShopError.self)
protocol OrderService: Sendable {
  func order(id: UUID) async throws -> Order
  func place(product: Int, count: Int, payment: PaymentMethod) async throws -> Order
  func cancel(id: UUID, reason: String?) async throws
  func orders(since: Date, status: Order.Status?) async throws -> [Order]
  func updates() -> AsyncThrowingStream<Order.Status, any Error>
}

@Mocked(errors: ShopError.self)
protocol AccountService: Sendable {
  func signIn(email: String, password: String, remember: Bool) async throws -> Account
  func account() async throws -> Account?
  func levels() async throws -> [Level]
  func settings() async throws -> [String: Bool]
  func rename(_ name: String) async throws
  var current: Account? { get }
  var unread: Int { get set }
}

/// A script and a contract in which values and patterns have the types of an app's models.
enum ContractSample {
  /// The contract as in its file.
  static let document: ContractDocument = {
    let contracts = [
      MockCatalogService._mockService: MockCatalogService._mockContract,
      MockOrderService._mockService: MockOrderService._mockContract,
      MockAccountService._mockService: MockAccountService._mockContract,
    ]
    let json = ContractDocument(probing: contracts).json
    do { return try ContractDocument(json: json, file: "contract.json") } catch {
      fatalError("\(error)")
    }
  }()
}
