public import Foundation
public import MockServices

/// A calendar store that gets its responses from the configuration of the launch.
@MockService
public actor ConfiguredCalendarStore: CalendarStoreProtocol {
  /// Returns the configured events.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent]

  /// Performs the configured response, or does nothing.
  public func save(_ events: [CalendarEvent]) async throws
}
