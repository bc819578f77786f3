import Foundation

/// A replacement for a server.
///
/// It keeps reservations, so that tests can make sequences of calls.
///
/// Views don't use it. They observe a ``ReservationStore``.
actor MockReservationStore {
  private(set) var reservations: [Reservation] = []

  func createReservation(landmark: Landmark, date: Date, partySize: Int) -> Reservation {
    let reservation = Reservation(
      id: UUID(), landmark: landmark, date: date, partySize: partySize, status: .confirmed)
    reservations.append(reservation)
    return reservation
  }

  func cancel(id: UUID) {
    reservations.removeAll { $0.id == id }
  }

  func fetchAll() -> [Reservation] { reservations }

  func reservation(for id: UUID) -> Reservation? {
    reservations.first { $0.id == id }
  }
}
