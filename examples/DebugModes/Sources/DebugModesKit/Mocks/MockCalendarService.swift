public import Foundation

/// Calendars with one entry in whatever time is asked for.
public struct MockCalendarService: CalendarServiceProtocol {
  /// Creates the mock.
  public init() {}

  /// One entry of an hour, at the begin of the time.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent] {
    [CalendarEvent.makeStub(id: "mock", title: "Mock event", startDate: from)]
  }
}
