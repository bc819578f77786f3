public import Foundation

/// Copies events from the system's calendars to the app's store.
public struct CalendarSyncManager: Sendable {
  private let calendarService: any CalendarServiceProtocol
  private let store: any CalendarStoreProtocol

  /// Creates a manager for a calendar service and a store.
  public init(calendarService: any CalendarServiceProtocol, store: any CalendarStoreProtocol) {
    self.calendarService = calendarService
    self.store = store
  }

  /// Copies the events in an interval to the store, and returns the store's events in that interval.
  public func sync(from: Date, to: Date) async throws -> [CalendarEvent] {
    try await store.save(calendarService.fetchEvents(from: from, to: to))
    return try await store.fetchEvents(from: from, to: to)
  }
}
