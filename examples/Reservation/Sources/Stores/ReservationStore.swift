import Foundation

/// The reservations that views observe; only its own methods change it.
///
/// A SwiftUI app from iOS 17 on would add `@Observable`.
@MainActor
final class ReservationStore {
  private(set) var reservations: [Reservation] = []
  private(set) var loadingState: LoadingState<[Reservation]> = .idle

  /// Creates an empty store, on any actor: services are made where it suits.
  nonisolated init() {}

  /// Creates a store in which something is loaded already.
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
