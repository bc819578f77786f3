public import Foundation

#if canImport(EventKit)
  internal import EventKit
#endif

/// The calendars of the system; elsewhere than on Apple's platforms there are none.
public struct SystemCalendarService: CalendarServiceProtocol {
  /// Creates the service.
  public init() {}

  /// The entries that overlap a time; the user is asked once whether the app may see them.
  ///
  /// - Throws: ``SystemServiceError/noCalendarAccess`` where the user has said no.
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
    /// An entry of an employer's server is work, any other one's own.
    fileprivate init(_ event: EKEvent) {
      self.init(
        id: event.eventIdentifier ?? event.calendarItemIdentifier, title: event.title ?? "",
        startDate: event.startDate, endDate: event.endDate, isAllDay: event.isAllDay,
        kind: event.calendar?.source?.sourceType == .exchange ? .work : .personal)
    }
  }
#endif
