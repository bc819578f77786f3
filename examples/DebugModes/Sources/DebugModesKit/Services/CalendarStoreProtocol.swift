public import Foundation

/// The app's own calendar events.
public protocol CalendarStoreProtocol: Sendable {
  /// Returns the events that start in an interval, sorted by their start.
  func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent]

  /// Stores events, and replaces existing events with the same identifiers.
  func save(_ events: [CalendarEvent]) async throws
}
