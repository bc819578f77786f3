import Foundation

/// What the app does with reservations: each operation is a closure that can be exchanged.
///
/// The operations keep the store up to date, which views observe.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct ReservationService: Sendable {
  let store: ReservationStore
  /// Reserves a visit: where, when, and for how many.
  var createReservation: @Sendable (Landmark, Date, Int) async throws -> Reservation
  /// Loads all reservations into the store.
  var fetchReservations: @Sendable () async throws -> Void
  /// Cancels the reservation with an id.
  var cancelReservation: @Sendable (UUID) async throws -> Void
}
