public import Foundation

/// A calendar event.
public struct CalendarEvent: Codable, Sendable, Equatable, Identifiable {
  /// The kind of event.
  public enum Kind: String, Codable, Sendable {
    /// A work event.
    case work
    /// A personal event.
    case personal
  }

  /// The identifier.
  public var id: String
  /// The title.
  public var title: String
  /// The start.
  public var startDate: Date
  /// The end.
  public var endDate: Date
  /// Whether the event lasts whole days.
  public var isAllDay: Bool
  /// The kind of event.
  public var kind: Kind

  /// Creates an event.
  ///
  /// By default it's a work event that doesn't last whole days.
  public init(
    id: String, title: String, startDate: Date, endDate: Date, isAllDay: Bool = false,
    kind: Kind = .work
  ) {
    self.id = id
    self.title = title
    self.startDate = startDate
    self.endDate = endDate
    self.isAllDay = isAllDay
    self.kind = kind
  }

  /// Returns an event with defaults for a test: one hour from 2026-01-05, 09:00 UTC.
  public static func makeStub(
    id: String = "stub", title: String = "Review",
    startDate: Date = Date(timeIntervalSince1970: 1_767_603_600), duration: TimeInterval = 3600
  ) -> CalendarEvent {
    CalendarEvent(
      id: id, title: title, startDate: startDate,
      endDate: startDate.addingTimeInterval(duration))
  }
}
