public import Foundation

/// Calendars with one event in any requested interval.
public struct MockCalendarService: CalendarServiceProtocol {
  /// Creates the mock.
  public init() {}

  /// Returns an event of one hour at the start of the interval.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent] {
    [CalendarEvent.makeStub(id: "mock", title: "Mock event", startDate: from)]
  }
}
