public import MockDebugModes
public import MockServices

extension ServiceProvider {
  /// Registers the mocks of a tier in place of the services of production.
  ///
  /// The same binary runs in every tier: flags choose, and no `#if DEBUG`.
  ///
  /// - Parameters:
  ///   - tier: Which mocks, if any.
  ///   - seed: The seed of varied answers; 0 by default.
  ///   - clock: The clock of delays and dates; the machine's by default.
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
