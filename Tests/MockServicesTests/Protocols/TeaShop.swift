import Foundation
import MockServices

/// Requirements with arguments of every common kind.
@Mocked
protocol TeaShop: Sendable {
  func show(_ screen: TeaScreen)
  func track(_ screen: TeaScreen, at time: Date?, from source: TeaSource)
  func add(_ tea: Tea)
  func price(of tea: Tea, count: Int) async throws -> Double
  func load(_ url: URL) async throws -> Data
  func page(after cursor: String?) async throws -> [Tea]
  func quotes(for symbols: [String]) throws -> [String: Double]
  func select(_ ids: Set<Int>, discount: Double)
  func observe(_ observer: TeaObserver?)
  func open(_ type: Any.Type)
  func note<Value: Sendable>(_ value: Value)
  func brew(_ leaves: Leaves)
  func order(_ tea: Tea, count: Int, note: String?, discount: Double, express: Bool) -> Int
  func signIn(user: String, password: String) async throws(TeaError) -> String
  func close()
  var limit: Int? { get set }
}

enum TeaScreen: Equatable, Sendable {
  case home
  case screen(String)
}

enum TeaSource: Sendable { case tab, link }

enum TeaError: Error, Equatable { case badCredentials, offline }

struct Tea: Equatable, Sendable {
  var name: String
  var price = 1.5
}

/// A value that isn't comparable.
struct Leaves: Sendable {
  var weight: Int
}

final class TeaObserver: Sendable {}
