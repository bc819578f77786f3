public import Foundation

/// The calendar entries that the app keeps.
public protocol CalendarStoreProtocol: Sendable {
  /// The entries that begin within a time, in the order of their begin.
  func fetchEvents(from: Date, to: Date) async throws -> [CalendarEvent]

  /// Keeps entries, in place of those with the same identifiers.
  func save(_ events: [CalendarEvent]) async throws
}
