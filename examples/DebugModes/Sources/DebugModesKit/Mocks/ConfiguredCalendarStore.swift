public import Foundation
public import MockServices

/// A calendar store that answers from the configuration of the launch.
@MockService
public actor ConfiguredCalendarStore: CalendarStoreProtocol {
  /// The configured entries.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent]

  /// Does what is configured, which may be nothing.
  public func save(_ events: [CalendarEvent]) async throws
}
