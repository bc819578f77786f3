public import MockServices

struct Receipt: Codable, Sendable, Equatable {
  var id: String
  var cents: Int
}

enum PaymentMethod: Codable, Sendable, Equatable {
  case card(number: String)
  case cash
}

struct PaymentError: MockErrorConvertible, Equatable {
  var code: String
  var needsReview: Bool

  init?(code: String, message: String, details: AnyCodableValue?) {
    guard code.hasPrefix("payment.") else { return nil }
    self.code = code
    needsReview = details == ["review": true]
  }
}

/// Pays.
@Mocked(errors: PaymentError.self)
public protocol PaymentService: Sendable {
  func pay(_ cents: Int, with method: String) async throws -> Int
  func refund(receipt id: String) async throws
  func watch(receipt id: String) async -> AsyncThrowingStream<Int, any Error>
}

@Mocked
protocol WalletService: Sendable {
  typealias Cents = Int
  var balance: Cents { get }
  var limit: Int? { get set }
  var currency: String { get async throws }
  func top(up cents: Cents) async -> Cents
  func methods() async throws -> [PaymentMethod]
}

@Mocked
protocol SubscriptionService: Sendable {
  var isPremium: Bool { get async }
  var daysLeft: Int { get async throws(MockServiceError) }
  @discardableResult func purchase(product id: String, count: Int) async throws -> Bool
  func restore() async throws -> [String: Receipt]
}

@Mocked
package protocol InvoiceService: AnyObject, Sendable {
  func invoice(number: Int, `in` year: Int) async throws -> String
  func send(_ invoice: String, to address: String?) async
}

@Mocked
protocol ExchangeRateService: Sendable {
  func rate(from: String, to: String) async throws -> Double
  func rates(of base: String) async throws -> [String: Double]
  func history(_ pair: (String, String), days: Int) async throws -> [Double]
}
