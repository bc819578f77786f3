public import MockServices

/// The key of the system's calendars.
public enum CalendarServiceSpec: ServiceSpec {
  /// The calendars of the system.
  public static func makeService(
    _ resolver: any DependencyResolver
  ) -> any CalendarServiceProtocol {
    SystemCalendarService()
  }
}
