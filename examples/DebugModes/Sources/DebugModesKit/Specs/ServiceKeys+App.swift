public import MockServices

extension ServiceKeys {
  /// The language model.
  public var llmEngine: LLMEngineSpec.Type { LLMEngineSpec.self }
  /// The system's calendars.
  public var calendarService: CalendarServiceSpec.Type { CalendarServiceSpec.self }
  /// The app's calendar store.
  public var calendarStore: CalendarStoreSpec.Type { CalendarStoreSpec.self }
  /// The shop.
  public var subscriptionService: SubscriptionServiceSpec.Type { SubscriptionServiceSpec.self }
  /// The manager that copies calendars to the store.
  public var calendarSyncManager: CalendarSyncManagerSpec.Type { CalendarSyncManagerSpec.self }
}
