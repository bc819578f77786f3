public import Foundation

/// The calendars of the system.
public protocol CalendarServiceProtocol: Sendable {
  /// Returns the events that overlap an interval.
  func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent]
}
