import DebugModesKit
import Foundation
import MockDebugModes
import MockServices
import Testing

@Suite("The mocks of the debug tiers") struct MockTests {
  private let clock = MockClock.virtual()

  private var days: (from: Date, to: Date) {
    (clock.today, clock.today.addingTimeInterval(30 * 24 * 3600))
  }

  @Test(
    "The minimal language model repeats itself after 200 ms, and the rich one varies after 300 ms")
  func languageModels() async throws {
    let minimal = MockLLMEngine(clock: clock)
    #expect(try await minimal.generateResponse(prompt: "a") == "Mock AI response for UI testing.")
    #expect(clock.elapsed == .milliseconds(200))
    #expect(await minimal.isAvailable())

    let (first, second) = (RichMockLLMEngine(clock: clock), RichMockLLMEngine(clock: clock))
    var answers: [String] = []
    for _ in 0..<50 {
      answers.append(try await first.generateResponse(prompt: "a"))
      #expect(try await second.generateResponse(prompt: "b") == answers.last)
    }
    #expect(clock.elapsed == .milliseconds(200 + 100 * 300))
    #expect(RichMockLLMEngine.responses.count >= 5)
    #expect(Set(answers) == Set(RichMockLLMEngine.responses))
    #expect(await first.isAvailable())
  }

  @Test("Cancelling the caller ends the delay")
  func cancellation() async {
    let clock = MockClock.virtual(manual: true)
    let question = Task { try await RichMockLLMEngine(clock: clock).generateResponse(prompt: "") }
    await clock.waitForSleepers(1)
    question.cancel()
    await #expect(throws: CancellationError.self) { try await question.value }
  }

  @Test("The minimal store returns the mocked calendar entry until something is saved")
  func minimalStore() async throws {
    let store = MockCalendarStore()
    #expect(
      try await store.fetchEvents(from: days.from, to: days.to).map(\.title) == ["Mock event"])
    let stub = CalendarEvent.makeStub(title: "Own")
    try await store.save([stub])
    #expect(try await store.fetchEvents(from: days.from, to: days.to) == [stub])
    #expect(try await store.fetchEvents(from: days.to, to: days.to.addingTimeInterval(1)) == [])
  }

  @Test("The rich store has thirty days of work and personal entries")
  func richStore() async throws {
    let store = RichMockCalendarStore(clock: clock)
    let events = try await store.fetchEvents(from: days.from, to: days.to)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    func weekdays(_ title: String) -> Set<Int> {
      Set(
        events.filter { $0.title == title }.map { calendar.component(.weekday, from: $0.startDate) }
      )
    }
    let expected: [String: Set<Int>] = [
      "Stand-up": [2, 4, 6], "Deep work": [2, 3, 4, 5, 6], "One-to-one": [5], "Gym": [1, 7],
    ]
    for (title, numbers) in expected { #expect(weekdays(title) == numbers, "\(title)") }
    let standUp = try #require(events.first { $0.title == "Stand-up" })
    #expect(calendar.dateComponents([.hour, .minute], from: standUp.startDate).minute == 30)
    let allDay: [CalendarEvent] = events.filter(\.isAllDay)
    let titles: [String] = ["Team retreat"]
    #expect(allDay.map(\.title) == titles)
    let kinds: Set<CalendarEvent.Kind> = [.work, .personal]
    #expect(Set(events.map(\.kind)) == kinds)
    let ids: Set<String> = Set(events.map(\.id))
    #expect(ids.count == events.count)
    let sorted: [CalendarEvent] = events.sorted { $0.startDate < $1.startDate }
    #expect(events == sorted)
    let last = try #require(events.last)
    let fullDays: TimeInterval = 29 * 24 * 3600
    #expect(last.startDate.timeIntervalSince(days.from) > fullDays)
    try await store.save([.makeStub()])
    let count = try await store.fetchEvents(from: days.from, to: days.to).count
    #expect(count == events.count + 1)
  }

  @Test("The rich shop has 365 days of sales, and the minimal shop has none")
  func subscriptions() async throws {
    let pro: any SubscriptionServiceProtocol = MockProSubscriptionService(clock: clock)
    let status = await pro.currentStatus()
    #expect(status.tier == .pro && status.isActive)
    #expect(status.expirationDate?.timeIntervalSince(clock.today) == 31_536_000.0)
    #expect(await pro.isPremium)
    let free: any SubscriptionServiceProtocol = MockSubscriptionService()
    #expect(await free.currentStatus() == .free)
    #expect(await !free.isPremium)
  }

  @Test("A unit test passes its mocks to the initializer and needs no tier")
  func byInitialiser() async throws {
    let store = MockCalendarStore()
    let manager = CalendarSyncManager(calendarService: MockCalendarService(), store: store)
    #expect(try await manager.sync(from: days.from, to: days.to).map(\.id) == ["mock"])
  }
}

@Suite("Mocks with several concurrent callers") struct SharedMockTests {
  @Test("Callers wait while the rich store is being filled")
  func filling() async throws {
    let clock = MockClock.virtual()
    for _ in 0..<50 {
      let store = RichMockCalendarStore(clock: clock)
      let range = (from: clock.today, to: clock.today.addingTimeInterval(30 * 24 * 3600))
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for priority in [TaskPriority.background, .high, .high, .low, .high] {
          group.addTask(priority: priority) {
            try await store.fetchEvents(from: range.from, to: range.to).count
          }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(Set(counts).count == 1 && !counts.contains(0))
    }
  }

  @Test("Querying a configured shop's premium status doesn't use up the app's responses")
  func premium() async throws {
    let pro: AnyCodableValue = ["tier": "pro", "isActive": true]
    let free: AnyCodableValue = ["tier": "free", "isActive": true]
    let sequencer = MockCallSequencer(methods: [
      "currentStatus": MockMethodConfig(responses: [
        MockResponse(result: .success, value: pro), MockResponse(result: .success, value: free),
      ])
    ])
    let shop = ConfiguredSubscriptionService(sequencer: sequencer)
    #expect(await shop.isPremium)
    #expect(await shop.isPremium)
    #expect(await shop.currentStatus().tier == .pro)
    #expect(await !shop.isPremium)
    #expect(await shop.currentStatus() == .free)
    #expect(await sequencer.callCount(for: "currentStatus") == 2)
  }
}
