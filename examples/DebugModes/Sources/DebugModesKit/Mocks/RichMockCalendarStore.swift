public import Foundation
public import MockServices

/// A store with thirty days of work and personal events, starting today.
public actor RichMockCalendarStore: CalendarStoreProtocol {
  private let clock: MockClock
  private let store = LocalCalendarStore()
  /// The task that fills the store; other callers wait for it.
  private var filling: Task<Void, any Error>?

  /// Creates the mock.
  ///
  /// - Parameter clock: The clock for the current date; the system clock by default.
  public init(clock: MockClock = .system) { self.clock = clock }

  /// Returns the events that start in an interval, sorted by their start.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent] {
    try await fill()
    return try await store.fetchEvents(from: from, to: to)
  }

  /// Stores events, and replaces existing events with the same identifiers.
  public func save(_ events: [CalendarEvent]) async throws {
    try await fill()
    try await store.save(events)
  }

  private func fill() async throws {
    let filling =
      filling
      ?? Task { [store, clock] in try await store.save(RichCalendar.events(from: clock.today)) }
    self.filling = filling
    try await filling.value
  }
}
