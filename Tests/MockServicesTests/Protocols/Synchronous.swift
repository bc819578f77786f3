import Foundation
import MockServices

struct Invoice: Codable, Sendable, Equatable {
  var id: Int
  var cents = 0
}

enum VaultError: String, MockErrorConvertible, CaseIterable {
  case locked, empty
}

enum Playback: Sendable, Equatable {
  case stopped
  case playing(rate: Double)
}

extension Playback: MockValue {
  init(mockValue value: AnyCodableValue) throws {
    self = value == "stopped" ? .stopped : .playing(rate: try value.decoded())
  }
}

/// Requirements that aren't `async`.
@Mocked
protocol VaultService: Sendable {
  func secret(for key: String) throws -> String?
  func store(_ secret: String, for key: String) throws
  func count(of owner: String) -> Int
  func lock()
  func unlock(code: Int) throws(VaultError) -> Bool
  func open() throws(VaultError)
  func history(since: Int) -> Result<[Int], VaultError>
  func pair() throws -> (first: Int, second: String)
  func point() -> (Double, Double)
  func playback() -> Playback
  func playbacks() throws -> [Playback]
  func context() -> [String: any Sendable]
  var isOpen: Bool { get throws }
}

@Mocked(errors: VaultError.self)
protocol LedgerService: Sendable {
  func total() throws -> Int
  func add(_ cents: Int) async throws -> Int
}

/// Requirements without a data representation.
@Mocked
protocol OddService: Sendable {
  func transform(_ values: inout [Int], by step: Int) throws -> Int
  func fill(_ count: inout Int) async
  func perform<T>(_ body: () throws -> T) rethrows -> T
  func handler() -> (@Sendable (Int) -> Int)
  func any() -> any Sendable
  func make<T>(_ type: T.Type) throws -> T
  func log(_ text: @autoclosure () -> String, `self` other: Int)
  func sum(_ numbers: Int...) -> Int
  func opaque() -> Opaque
  var onChange: (@Sendable (Int) -> Void)? { get set }
  var delegate: Opaque? { get set }
  var limit: Int { get set }
  subscript(index: Int) -> String { get set }
  subscript(name name: String) -> Int? { get }
}

/// Requirements that pass their response to a closure.
@Mocked
protocol CallbackService: Sendable {
  func load(_ id: Int, completion: @escaping @Sendable (Result<Invoice, any Error>) -> Void)
  func fetch(completion: @escaping (Invoice?, (any Error)?) -> Void)
  func delete(_ id: Int, completion: ((VaultError?) -> Void)?)
  func ask(options: Int, completionHandler: @escaping (Bool, (any Error)?) -> Void)
  func finish(_ done: @escaping () -> Void)
  func typed(then: @escaping Completion)
  func failing(_ body: @escaping (Result<Int, VaultError>) -> Void)
}

typealias Completion = (Result<Invoice, any Error>) -> Void

/// Static requirements, initializers, and `Self`.
@Mocked
protocol FactoryService: Sendable {
  init(token: String, limit: Int)
  static func make(_ name: String) throws -> Self
  static func version() -> String
  static var shared: Self { get }
  static var level: Int { get set }
  func with(_ option: Int) -> Self
}

/// Refines protocols that require something of a mock's class.
@Mocked
protocol RefiningService: AnyObject, Error, Identifiable, Hashable, CustomStringConvertible,
  Sendable
{
  func ping() -> Int
}

@Mocked
protocol ObjectService: NSObjectProtocol, Sendable {
  func ping() throws -> Int
}

/// A protocol for results of opaque or existential type.
protocol Vehicle: Sendable {
  var wheels: Int { get }
}

struct Car: Vehicle, Codable, Equatable {
  var wheels: Int
}

@Mocked(results: Car.self)
protocol GarageService: Sendable {
  func car() throws -> any Vehicle
  func parked() async throws -> (any Vehicle)?
}

final class Basket: Codable {
  var count = 0
}

/// A property that holds an object.
///
/// Reading it must return the same object that was set.
@Mocked
protocol BasketService: AnyObject {
  var basket: Basket { get set }
  var spare: Basket? { get set }
  func empty()
}
