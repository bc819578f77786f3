public import Foundation
public import MockServices

/// A store with thirty days of work and private life, from today on.
public actor RichMockCalendarStore: CalendarStoreProtocol {
  private let clock: MockClock
  private let store = LocalCalendarStore()
  /// Fills the store; everybody who comes meanwhile waits for it.
  private var filling: Task<Void, any Error>?

  /// Creates the mock.
  ///
  /// - Parameter clock: The clock that says what today is; the machine's by default.
  public init(clock: MockClock = .system) { self.clock = clock }

  /// The entries that begin within a time, in the order of their begin.
  public func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent] {
    try await fill()
    return try await store.fetchEvents(from: from, to: to)
  }

  /// Keeps entries, in place of those with the same identifiers.
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
