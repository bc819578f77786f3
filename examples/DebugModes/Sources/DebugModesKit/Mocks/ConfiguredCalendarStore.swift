public import Foundation
public import MockServices

/// A calendar store that answers from the configuration of the launch.
@MockService
public actor ConfiguredCalendarStore: CalendarStoreProtocol {
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent]

  public func save(_ events: [CalendarEvent]) async throws
}
