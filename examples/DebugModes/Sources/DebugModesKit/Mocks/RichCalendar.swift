public import Foundation

/// Thirty days of realistic events.
public enum RichCalendar {
  /// The number of days.
  public static let dayCount = 30

  /// Returns the events of thirty days.
  ///
  /// - Parameter date: A time on the first day.
  /// - Returns: The events, sorted by day. Times are UTC.
  public static func events(from date: Date) -> [CalendarEvent] {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let first = calendar.startOfDay(for: date)
    return (0..<dayCount).flatMap { number -> [CalendarEvent] in
      let day = Day(number: number, start: first.addingTimeInterval(Double(number) * 24 * 3600))
      return events(of: day, weekday: calendar.component(.weekday, from: day.start))
    }
  }

  /// A day of the calendar.
  private struct Day {
    var number: Int
    var start: Date

    func event(
      _ title: String, at hour: Double, hours: Double, _ kind: CalendarEvent.Kind = .work
    ) -> CalendarEvent {
      let begin = start.addingTimeInterval(hour * 3600)
      return CalendarEvent(
        id: "\(number) \(title)", title: title, startDate: begin,
        endDate: begin.addingTimeInterval(hours * 3600), isAllDay: hours >= 24, kind: kind)
    }
  }

  /// Returns the events of a day.
  ///
  /// Weekdays count from 1, which is Sunday.
  private static func events(of day: Day, weekday: Int) -> [CalendarEvent] {
    var events: [CalendarEvent] = []
    if day.number == 12 { events.append(day.event("Team retreat", at: 0, hours: 48)) }
    switch weekday {
    case 1: events.append(day.event("Gym", at: 17, hours: 1, .personal))
    case 7: events.append(day.event("Gym", at: 10, hours: 1.5, .personal))
    default:
      if weekday.isMultiple(of: 2) { events.append(day.event("Stand-up", at: 9.5, hours: 0.25)) }
      events.append(day.event("Deep work", at: 10, hours: 2))
      if weekday == 5 { events.append(day.event("One-to-one", at: 14, hours: 0.5)) }
      if weekday == 3 {
        events.append(day.event("Dinner with friends", at: 19, hours: 2, .personal))
      }
    }
    return events
  }
}
