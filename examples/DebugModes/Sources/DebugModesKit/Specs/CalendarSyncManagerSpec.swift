public import MockServices

/// The key of the manager that copies calendars to the store.
public enum CalendarSyncManagerSpec: ServiceSpec {
  /// Makes a manager from the calendar service and the store.
  public static func makeService(_ resolver: any DependencyResolver) -> CalendarSyncManager {
    CalendarSyncManager(
      calendarService: resolver.resolve(\.calendarService),
      store: resolver.resolve(\.calendarStore))
  }
}
