import Foundation

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension ReservationService {
  /// A service for previews, which starts with the samples and responds immediately.
  @MainActor static var preview: ReservationService {
    let store = ReservationStore(reservations: Reservation.sampleList)
    return ReservationService(
      store: store,
      createReservation: { landmark, date, partySize in
        let reservation = Reservation(
          id: UUID(), landmark: landmark, date: date, partySize: partySize, status: .confirmed)
        await store.addReservation(reservation)
        return reservation
      },
      fetchReservations: {},
      cancelReservation: { id in await store.removeReservation(id: id) })
  }
}
