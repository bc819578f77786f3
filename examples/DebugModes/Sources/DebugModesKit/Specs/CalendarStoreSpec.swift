public import MockServices

/// The key of the app's calendar store.
public enum CalendarStoreSpec: ServiceSpec {
  /// Makes a store in memory.
  public static func makeService(_ resolver: any DependencyResolver) -> any CalendarStoreProtocol {
    LocalCalendarStore()
  }
}
