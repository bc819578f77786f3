public import Foundation

/// Keeps calendar events in memory.
public actor LocalCalendarStore: CalendarStoreProtocol {
  private var events: [String: CalendarEvent] = [:]

  /// Creates an empty store.
  public init() {}

  /// Returns the events that start in an interval, sorted by their start.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent] {
    events.values.filter { $0.startDate >= from && $0.startDate <= to }
      .sorted { ($0.startDate, $0.id) < ($1.startDate, $1.id) }
  }

  /// Stores events, and replaces existing events with the same identifiers.
  public func save(_ events: [CalendarEvent]) async throws {
    for event in events { self.events[event.id] = event }
  }
}
