public import Foundation

/// A store that has what ``MockCalendarService`` has, until something is saved.
public actor MockCalendarStore: CalendarStoreProtocol {
  private let store = LocalCalendarStore()
  private var isEmpty = true

  /// Creates the mock.
  public init() {}

  /// The entries that begin within a time, in the order of their begin.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent] {
    if isEmpty { return try await MockCalendarService().fetchEvents(from: from, to: to) }
    return try await store.fetchEvents(from: from, to: to)
  }

  /// Keeps entries, in place of those with the same identifiers.
  public func save(_ events: [CalendarEvent]) async throws {
    isEmpty = isEmpty && events.isEmpty
    try await store.save(events)
  }
}
