import DebugModesKit
import Foundation
import MockDebugModes
import MockScenarios
import MockServices
import Testing

@Suite("The services of a tier") struct ServiceProviderTests {
  private let clock = MockClock.virtual()

  private func provider(_ tier: DebugTier) -> ServiceProvider {
    let provider = ServiceProvider()
    provider.registerAll()
    provider.registerMocks(for: tier, clock: clock)
    return provider
  }

  @Test(
    "Each tier provides its services",
    arguments: [
      (DebugTier.production, "SystemLLMEngine", "LocalCalendarStore", "SystemSubscriptionService"),
      (.uiTesting, "MockLLMEngine", "MockCalendarStore", "MockSubscriptionService"),
      (.richDebug, "RichMockLLMEngine", "RichMockCalendarStore", "MockProSubscriptionService"),
      (.developer, "RichMockLLMEngine", "RichMockCalendarStore", "MockProSubscriptionService"),
    ])
  func services(tier: DebugTier, engine: String, store: String, shop: String) {
    let provider = provider(tier)
    #expect("\(type(of: provider.resolve(\.llmEngine)))" == engine)
    #expect("\(type(of: provider.resolve(\.calendarStore)))" == store)
    #expect("\(type(of: provider.resolve(\.subscriptionService)))" == shop)
  }

  @Test("Services that depend on an overridden service are recreated")
  func dependents() async throws {
    let provider = ServiceProvider()
    provider.registerAll()
    let (from, to) = (clock.today, clock.today.addingTimeInterval(3600))
    let real = provider.resolve(\.calendarSyncManager)
    #expect(try await real.sync(from: from, to: to).isEmpty)
    provider.registerMocks(for: .uiTesting, clock: clock)
    let mocked = provider.resolve(\.calendarSyncManager)
    #expect(try await mocked.sync(from: from, to: to).map(\.id) == ["mock"])
  }

  @Test("A dependent service can be registered again by hand, with the resolver's key paths")
  func registeredAgain() async throws {
    let provider = provider(.uiTesting)
    provider.register(CalendarSyncManagerSpec.self) { resolver in
      CalendarSyncManager(
        calendarService: resolver.resolve(\.calendarService),
        store: RichMockCalendarStore(clock: .virtual()))
    }
    let events = try await provider.resolve(\.calendarSyncManager).sync(
      from: clock.today, to: clock.today.addingTimeInterval(30 * 24 * 3600))
    #expect(events.count > 40 && events.contains { $0.id == "mock" })
  }

  @Test("A configuration replaces individual services of the tier")
  @MainActor func configuration() async throws {
    let provider = provider(.richDebug)
    let registry = MockServiceRegistry()
    registry.register(ConfiguredCalendarStore.self)
    let stub = CalendarEvent.makeStub()
    let event = try AnyCodableValueEncoder().encode(stub)
    let configuration = MockServiceConfiguration(services: [
      "CalendarStoreProtocol": MockServiceEntry(methods: [
        "fetchEvents": MockMethodConfig(responses: [.success([event])])
      ])
    ])
    let environment = [
      MockServiceConfiguration.environmentVariable: try configuration.toBase64()
    ]
    let session = MockServiceBootstrap.configureIfNeeded(
      container: provider, registry: registry, environment: environment, log: { _ in })
    #expect(session?.mocked == ["CalendarStoreProtocol"])
    let store = provider.resolve(\.calendarStore)
    try await store.save([])
    #expect(try await store.fetchEvents(from: clock.today, to: clock.today) == [stub])
    #expect(await provider.resolve(\.subscriptionService).isPremium)
    let manager = provider.resolve(\.calendarSyncManager)
    #expect(try await manager.sync(from: clock.today, to: clock.today) == [stub])
  }
}
