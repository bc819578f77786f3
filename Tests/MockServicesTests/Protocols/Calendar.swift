import Foundation
import MockServices

#if canImport(Combine)
  @preconcurrency import Combine
#endif

struct Event: Codable, Sendable, Equatable {
  var id: Int
  var title: String
  var start: Date
}

enum Weekday: Int, Sendable {
  case monday, tuesday
  case sunday = 6
}

enum Access: String, Codable, Sendable {
  case denied, granted
}

@Mocked
protocol CalendarStore: Sendable {
  func events(from start: Date, until end: Date) async throws -> [Event]
  func event(_ id: Int) async throws -> Event?
  func add(_ event: Event) async throws -> Int
  func remove(_ ids: Set<Int>) async throws
  var access: Access { get }
  var firstWeekday: Weekday { get set }
}

@Mocked
@MainActor
protocol CalendarViewModel: AnyObject {
  var selected: Int? { get set }
  var access: CurrentValueSubject<Access, Never> { get }
  func reload() async
  func title(of day: Int) async throws -> String
}

@Mocked
protocol ReminderService: Sendable {
  func schedule(at date: Date, repeats: Bool, userInfo: [String: String]) async throws -> UUID
  func cancel(_ id: UUID) async
  var fired: AsyncStream<UUID> { get }
}

@globalActor actor CalendarActor {
  static let shared = CalendarActor()
}

@Mocked
@CalendarActor
protocol SyncService {
  func sync(since token: Data?) async throws -> Data
  var lastURL: URL? { get }
}

/// A global actor whose name doesn't show that it is one.
@globalActor actor Archive {
  static let shared = Archive()
}

@Mocked
protocol ArchiveService: Sendable {
  @Archive func count(of day: Int) async throws -> Int
  @Archive func clear() async
}

@Mocked(handwritten: "calendarName", "track(_:)")
protocol CalendarInfo: Sendable {
  static var calendarName: String { get }
  func track(_ event: String)
  func days(in month: Int) async -> Int
}

extension MockCalendarInfo {
  static var calendarName: String { "Mock" }
  func track(_ event: String) {}
}
