import Foundation
import MockServices

// One requirement per protocol, in the forms that real protocols have.

@Mocked
protocol Shape38: Sendable {
  func a() -> [String: any Sendable]
}

@Mocked
protocol Shape39: Sendable {
  func a() -> Playback
}

@Mocked
protocol Shape40: Sendable {
  func a() throws -> [Playback]?
}

@Mocked
protocol Shape41: Sendable {
  func a() -> AsyncStream<Int>
}

@Mocked
protocol Shape42: Sendable {
  func a() throws -> AsyncThrowingStream<Int, any Error>
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
@Mocked
protocol Shape43: Sendable {
  func a() -> any AsyncSequence<Int, any Error>
}

@Mocked
protocol Shape44: AnyObject, Sendable {
  func a() -> Self
}

@Mocked
protocol Shape45: Sendable {
  static func a() -> Int
}

@Mocked
protocol Shape46: Sendable {
  static var a: Int { get throws }
}

@Mocked
protocol Shape47: Sendable {
  init(id: Int)
}

@Mocked
protocol Shape48: Sendable {
  init(id: Int) async throws
}

@Mocked
protocol Shape49: Sendable {
  subscript(id: Int) -> String { get }
}

@Mocked
protocol Shape50: Sendable {
  subscript(id: Int) -> String { get set }
}

@Mocked
protocol Shape51: Sendable {
  var a: Int { get async throws }
}

@Mocked
protocol Shape52: Sendable {
  var a: Int { get throws }
}

@Mocked
protocol Shape53: Sendable {
  var a: Int { get }
}

@Mocked
protocol Shape54: Sendable {
  var a: (() -> Void)? { get set }
}

@Mocked
protocol Shape55: Sendable {
  var a: Playback { get set }
}

@Mocked
protocol Shape56: Sendable {
  var a: AsyncStream<Int> { get }
}

@Mocked
protocol Shape57: Sendable {
  var a: CurrentValueSubject<Int, Never> { get }
}

@Mocked
protocol Shape58: Sendable {
  func a(completion: @escaping (Result<Int, VaultError>) -> Void)
}

@Mocked
protocol Shape59: Sendable {
  func a(completion: @escaping (Int?, (any Error)?) -> Void)
}

@Mocked
protocol Shape60: Sendable {
  func a(completion: @escaping () -> Void)
}

@Mocked
protocol Shape61: Sendable {
  func a(completion: Completion?)
}

@Mocked
protocol Shape62: Sendable {
  func a(then: @escaping Completion)
}

@Mocked
protocol Shape63: Sendable {
  mutating func a() -> Int
}

@Mocked
protocol Shape64: Sendable {
  @discardableResult func a() -> Int
}

@Mocked
protocol Shape65: Sendable {
  nonisolated(nonsending) func a() async -> Int
}

@Mocked
protocol Shape66: Sendable {
  @MainActor func a() -> Int
}

@Mocked
protocol Shape67: Actor {
  func a() -> Int
}

@Mocked
protocol Shape68: Sendable {
  func a(_ value: consuming String, _ other: borrowing String) -> Int
}

@Mocked
protocol Shape69: Sendable {
  func a(isolation: isolated (any Actor)?) async -> Int
}

@Mocked
protocol Shape70: Hashable, Error {
  func a() -> Int
}

@Mocked
protocol Shape71: CustomStringConvertible, Sendable {
  func a() -> Int
}

@Mocked
protocol Shape72: NSObjectProtocol {
  func a() -> Int
}

@Mocked
protocol Shape73: Sendable {
  associatedtype Item: Codable & Sendable
  func a() throws -> Item
}

@Mocked
protocol Shape74: Sendable {
  associatedtype Item
  func a(_ item: Item) throws -> [Item]
}

@Mocked
protocol FailableService: Sendable {
  init?(id: Int)
  init?(name: String) throws
}
