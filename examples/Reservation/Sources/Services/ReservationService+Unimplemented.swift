import MockServices

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension ReservationService {
  /// A service that reports every call.
  ///
  /// A test sets the closures that its screen may use.
  static var unimplemented: ReservationService {
    ReservationService(
      store: ReservationStore(),
      createReservation: unimplementedClosure(
        "ReservationService.createReservation(landmark:date:partySize:)"),
      fetchReservations: unimplementedClosure("ReservationService.fetchReservations()"),
      cancelReservation: unimplementedClosure("ReservationService.cancelReservation(id:)"))
  }
}
