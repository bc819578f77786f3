public import Foundation

/// An entry of a calendar.
public struct CalendarEvent: Codable, Sendable, Equatable, Identifiable {
  /// Whose time it takes.
  public enum Kind: String, Codable, Sendable {
    /// The employer's.
    case work
    /// One's own.
    case personal
  }

  /// What tells it from all others.
  public var id: String
  /// What it is about.
  public var title: String
  /// When it begins.
  public var startDate: Date
  /// When it ends.
  public var endDate: Date
  /// Whether it takes whole days.
  public var isAllDay: Bool
  /// Whose time it takes.
  public var kind: Kind

  /// Creates an entry, of work and not for whole days by default.
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

  /// An entry for a test that cares only for what it states: an hour from 2026-01-05, 09:00 UTC.
  public static func makeStub(
    id: String = "stub", title: String = "Review",
    startDate: Date = Date(timeIntervalSince1970: 1_767_603_600), duration: TimeInterval = 3600
  ) -> CalendarEvent {
    CalendarEvent(
      id: id, title: title, startDate: startDate,
      endDate: startDate.addingTimeInterval(duration))
  }
}
