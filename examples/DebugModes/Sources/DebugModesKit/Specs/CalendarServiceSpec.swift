public import MockServices

/// The key of the system's calendars.
public enum CalendarServiceSpec: ServiceSpec {
  /// Makes the service of the system's calendars.
  public static func makeService(
    _ resolver: any DependencyResolver
  ) -> any CalendarServiceProtocol {
    SystemCalendarService()
  }
}
