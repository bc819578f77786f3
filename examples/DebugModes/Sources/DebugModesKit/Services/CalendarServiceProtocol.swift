public import Foundation

/// The calendars of the system.
public protocol CalendarServiceProtocol: Sendable {
  /// The entries that overlap a time.
  func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent]
}
