import Foundation
import Observation

/// The reservations that views observe.
///
/// Only methods of the store change them.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
@Observable
final class ReservationStore {
  private(set) var reservations: [Reservation] = []
  private(set) var loadingState: LoadingState<[Reservation]> = .idle

  /// Creates an empty store, on any actor.
  nonisolated init() {}

  /// Creates a store with loaded values.
  convenience init(reservations: [Reservation]) {
    self.init()
    setReservations(reservations)
  }

  var activeReservations: [Reservation] { reservations.filter { $0.status != .cancelled } }
  var pendingReservations: [Reservation] { reservations.filter { $0.status == .pending } }
  var confirmedReservations: [Reservation] { reservations.filter { $0.status == .confirmed } }

  func addReservation(_ reservation: Reservation) {
    setReservations(reservations + [reservation])
  }

  func removeReservation(id: UUID) {
    setReservations(reservations.filter { $0.id != id })
  }

  func setReservations(_ reservations: [Reservation]) {
    self.reservations = reservations
    loadingState = .loaded(reservations)
  }

  func setLoading() {
    loadingState = .loading
  }

  func setError(_ error: any Error) {
    loadingState = .failed(error)
  }
}
