public import Foundation

#if canImport(EventKit)
  internal import EventKit
#endif

/// The system's calendars on Apple platforms.
///
/// On other platforms it returns no events.
public struct SystemCalendarService: CalendarServiceProtocol {
  /// Creates the service.
  public init() {}

  /// Returns the events that overlap an interval.
  ///
  /// The system asks the user for access once.
  ///
  /// - Throws: ``SystemServiceError/noCalendarAccess`` if the user denied access.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent] {
    #if canImport(EventKit)
      let store = EKEventStore()
      let isAllowed =
        if #available(iOS 17, macOS 14, watchOS 10, *) {
          try await store.requestFullAccessToEvents()
        } else {
          try await store.requestAccess(to: .event)
        }
      guard isAllowed else { throw SystemServiceError.noCalendarAccess }
      let predicate = store.predicateForEvents(withStart: from, end: to, calendars: nil)
      return store.events(matching: predicate).map { CalendarEvent($0) }
    #else
      return []
    #endif
  }
}

#if canImport(EventKit)
  extension CalendarEvent {
    /// Creates an event.
    ///
    /// Events from an Exchange server are work events. All others are personal.
    fileprivate init(_ event: EKEvent) {
      self.init(
        id: event.eventIdentifier ?? event.calendarItemIdentifier, title: event.title ?? "",
        startDate: event.startDate, endDate: event.endDate, isAllDay: event.isAllDay,
        kind: event.calendar?.source?.sourceType == .exchange ? .work : .personal)
    }
  }
#endif
