public import Foundation
public import MockServices

/// A store with thirty days of work and private life, from today on.
public actor RichMockCalendarStore: CalendarStoreProtocol {
  private let clock: MockClock
  private let store = LocalCalendarStore()
  private var isFilled = false

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
    guard !isFilled else { return }
    isFilled = true
    try await store.save(RichCalendar.events(from: clock.today))
  }
}
