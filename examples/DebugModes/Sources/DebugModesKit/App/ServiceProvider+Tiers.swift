public import MockDebugModes
public import MockServices

extension ServiceProvider {
  /// Replaces the live services with the mocks of a tier.
  ///
  /// The same binary runs in every tier, because launch flags choose the tier instead of `#if DEBUG`.
  ///
  /// - Parameters:
  ///   - tier: The tier; `production` has no mocks.
  ///   - seed: The seed of varied responses; 0 by default.
  ///   - clock: The clock for delays and dates; the system clock by default.
  public func registerMocks(for tier: DebugTier, seed: UInt64 = 0, clock: MockClock = .system) {
    guard tier.usesMocks else { return }
    register(CalendarServiceSpec.self) { _ in MockCalendarService() }
    if tier.usesRichMocks {
      register(LLMEngineSpec.self) { _ in RichMockLLMEngine(seed: seed, clock: clock) }
      register(CalendarStoreSpec.self) { _ in RichMockCalendarStore(clock: clock) }
      register(SubscriptionServiceSpec.self) { _ in MockProSubscriptionService(clock: clock) }
    } else {
      register(LLMEngineSpec.self) { _ in MockLLMEngine(clock: clock) }
      register(CalendarStoreSpec.self) { _ in MockCalendarStore() }
      register(SubscriptionServiceSpec.self) { _ in MockSubscriptionService() }
    }
  }
}
