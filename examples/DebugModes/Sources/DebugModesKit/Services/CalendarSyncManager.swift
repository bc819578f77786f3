public import Foundation

/// Copies what the system's calendars have into the app's store.
public struct CalendarSyncManager: Sendable {
  private let calendarService: any CalendarServiceProtocol
  private let store: any CalendarStoreProtocol

  /// Creates it from the two that it stands between.
  public init(calendarService: any CalendarServiceProtocol, store: any CalendarStoreProtocol) {
    self.calendarService = calendarService
    self.store = store
  }

  /// Copies the entries of a time, and gives all that the store has then.
  public func sync(from: Date, to: Date) async throws -> [CalendarEvent] {
    try await store.save(calendarService.fetchEvents(from: from, to: to))
    return try await store.fetchEvents(from: from, to: to)
  }
}
