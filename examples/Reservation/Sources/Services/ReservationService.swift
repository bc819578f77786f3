import Foundation

/// The operations for reservations.
///
/// Each one is a closure that tests can replace.
///
/// The operations update the store, which views observe.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct ReservationService: Sendable {
  let store: ReservationStore
  /// Reserves a visit to a landmark, on a date, for a number of guests.
  var createReservation: @Sendable (Landmark, Date, Int) async throws -> Reservation
  /// Loads all reservations into the store.
  var fetchReservations: @Sendable () async throws -> Void
  /// Cancels the reservation with an id.
  var cancelReservation: @Sendable (UUID) async throws -> Void
}
