public import Foundation

/// A store with the event of ``MockCalendarService``, until other events are saved.
public actor MockCalendarStore: CalendarStoreProtocol {
  private let store = LocalCalendarStore()
  private var isEmpty = true

  /// Creates the mock.
  public init() {}

  /// Returns the events that start in an interval, sorted by their start.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent] {
    if isEmpty { return try await MockCalendarService().fetchEvents(from: from, to: to) }
    return try await store.fetchEvents(from: from, to: to)
  }

  /// Stores events, and replaces existing events with the same identifiers.
  public func save(_ events: [CalendarEvent]) async throws {
    isEmpty = isEmpty && events.isEmpty
    try await store.save(events)
  }
}
