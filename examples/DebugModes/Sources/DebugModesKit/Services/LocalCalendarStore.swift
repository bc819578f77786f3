public import Foundation

/// Keeps calendar entries as long as the app runs.
public actor LocalCalendarStore: CalendarStoreProtocol {
  private var events: [String: CalendarEvent] = [:]

  /// Creates an empty store.
  public init() {}

  /// The entries that begin within a time, in the order of their begin.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent] {
    events.values.filter { $0.startDate >= from && $0.startDate <= to }
      .sorted { ($0.startDate, $0.id) < ($1.startDate, $1.id) }
  }

  /// Keeps entries, in place of those with the same identifiers.
  public func save(_ events: [CalendarEvent]) async throws {
    for event in events { self.events[event.id] = event }
  }
}
