public import Foundation

/// The calendars of the system; this device has none.
public struct SystemCalendarService: CalendarServiceProtocol {
  /// Creates the service.
  public init() {}

  /// No entries.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent] { [] }
}
