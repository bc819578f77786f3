import Foundation
import MockLuaTesting

#if canImport(Combine)
  import Combine
#endif

enum Screen: Codable, Sendable, Equatable {
  case home
  case screen(String)
}

struct Tea: Codable, Sendable, Equatable {
  var name: String
}

enum LoginError: Error {
  case badCredentials
  case locked
}

struct Offline: Error, Equatable {}

@Mocked
protocol TeaShop: Sendable {
  var limit: Int? { get set }
  func show(_ screen: Screen)
  func track(_ screen: Screen, at second: Int?, from place: String)
  func add(_ tea: Tea)
  func load(_ url: URL) async throws -> Data
  func page(after cursor: String?) async throws -> [Tea]
  func quotes(for symbols: [String]) throws -> [String: Double]
  func price(of tea: Tea, count: Int) async -> Int
  func signIn(user: String, password: String) async throws(LoginError) -> String
  func save() async throws
  func count() -> Int
  func find(_ text: String, completion: @escaping @Sendable (Result<[Tea], any Error>) -> Void)
}

typealias TeaHandler = @Sendable (Tea) -> Void

/// A registration that ends the calls of its handler.
final class Subscription: Sendable {}

@Mocked
protocol TeaNews: Sendable {
  var ratings: AsyncStream<Int> { get }
  func updates() -> AsyncThrowingStream<Tea, any Error>
  @available(macOS 15, iOS 18, *)
  func arrivals() -> any AsyncSequence<Tea, any Error>
  func observe(_ onChange: @escaping @Sendable (Tea) -> Void)
  func onSale(_ handler: @escaping TeaHandler)
  func subscribe(_ handler: @escaping TeaHandler) -> Subscription
  func watch(_ name: String, onChange: @escaping @Sendable (Tea, Int) -> Void) throws -> Int
  #if canImport(Combine)
    func stock() -> AnyPublisher<Int, any Error>
  #endif
}

@Mocked
struct SearchClient: Sendable {
  typealias Filter = @Sendable (Tea) -> Bool
  var search: @Sendable (_ text: String) async throws -> [Tea]
  var rename: @Sendable (Tea, _ to: String) async throws -> Tea
  #if canImport(Combine)
    var publisher: @Sendable () -> AnyPublisher<Int, Never> = { Empty().eraseToAnyPublisher() }
  #endif
}
