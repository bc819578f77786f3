public import Foundation

public enum EKEntityType: Sendable { case event }

public enum EKSourceType: Sendable {
  case local, exchange, calDAV
}

public class EKSource: NSObject {
  public var sourceType: EKSourceType { fatalError() }
}

public class EKCalendar: NSObject {
  public var source: EKSource! { fatalError() }
}

public class EKCalendarItem: NSObject {
  public var calendarItemIdentifier: String { fatalError() }
  public var title: String! { fatalError() }
  public var calendar: EKCalendar! { fatalError() }
}

public class EKEvent: EKCalendarItem {
  public var eventIdentifier: String! { fatalError() }
  public var startDate: Date! { fatalError() }
  public var endDate: Date! { fatalError() }
  public var isAllDay: Bool { fatalError() }
}

public class EKEventStore: NSObject {
  public func requestAccess(to type: EKEntityType) async throws -> Bool { fatalError() }
  @available(iOS 17, macOS 14, watchOS 10, visionOS 1, *)
  public func requestFullAccessToEvents() async throws -> Bool { fatalError() }
  public func predicateForEvents(
    withStart start: Date, end: Date, calendars: [EKCalendar]?
  ) -> NSPredicate { fatalError() }
  public func events(matching predicate: NSPredicate) -> [EKEvent] { fatalError() }
}
