public import MockServices

/// The key of what copies calendars into the store.
public enum CalendarSyncManagerSpec: ServiceSpec {
  /// Made from the two services that it stands between.
  public static func makeService(_ resolver: any DependencyResolver) -> CalendarSyncManager {
    CalendarSyncManager(
      calendarService: resolver.resolve(\.calendarService),
      store: resolver.resolve(\.calendarStore))
  }
}
