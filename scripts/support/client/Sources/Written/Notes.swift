// Requirements of every kind for `mocklua generate test`, which writes tests for all but two of them.

import Foundation
import MockServices

/// A note "with { quotes".
struct Note: Codable, Equatable, Sendable {
  let id: UUID
  var text = "\("nested \(1 + 1) {") }"
  var tags: [String]?
  var kind: Kind
  enum Kind: String, Codable, Sendable {
    case plain
    case rich = "r"
  }
  var length: Int { text.count }
}
struct Opaque: Codable, Sendable { var value: Int }
enum Delivery: Codable, Sendable, Equatable {
  case sent(Int, carrier: String)
  case lost(reason: String)
}
struct AppError: Error {}
struct Point: Codable, Sendable, Equatable { let x, y: Int }
struct Made: Sendable, Equatable {
  let name: String
  init(name: String, size: Int = 1) { self.name = name }
  init(from decoder: any Decoder) throws { name = "" }
}
typealias Names = [String: Int]
#if DEBUG
  extension Opaque {
    struct Size: Equatable, Sendable {
      let width: Int
    }
  }
#else
  extension Opaque {
    struct Size: Equatable, Sendable {
      let height: Int
    }
  }
#endif

@MainActor
@Mocked
protocol NoteService: Sendable {
  func all(in folder: String, limit: Int?) async throws -> [Note]
  func save(_ note: Note) async throws(AppError)
  func opaque(_ value: Opaque) -> Opaque
  func state(of id: UUID, at date: Date) throws -> Delivery
  func names() -> Names
  func updates(of id: UUID) async -> AsyncStream<Note>
  func failures() throws -> AsyncThrowingStream<Int, any Error>
  func onChange(_ handler: @escaping @Sendable (Int) -> Void)
  func point() -> Point
  func load(_ a: Int, _ b: String, c: Double, d: Opaque) async throws -> Result<Int, any Error>
  func find(_ id: Int) -> String
  func find(_ text: String) -> String
  func made() -> Made?
  func pair() -> (Int, name: String)
  func ids() -> Set<Int>
  func generic<T: Codable & Sendable>(_ value: T) -> T
  func url(for value: URL) -> Data
  static func version() -> String
  var count: Int { get async throws }
  var last: Note { get }
  var name: String { get set }
  func `repeat`(in value: Int, every time: Duration) async
  func size() -> Opaque.Size
  func clear()
}

/// A protocol whose test fails, because no value is equal to another one.
@Mocked
protocol ClockService: Sendable {
  func hour() -> Hour
}

struct Hour: Equatable, Sendable {
  let number: Int
  static func == (first: Hour, second: Hour) -> Bool { false }
}
