import Foundation
import MockServices

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension ReservationService {
  /// A service that works without a server: what is created can be fetched until it is cancelled.
  ///
  /// - Parameters:
  ///   - store: The store that views observe.
  ///   - backing: What stands in for the server; services that share it see the same reservations.
  ///   - clock: Where the time passes that a server would take.
  /// - Returns: The service.
  static func mock(
    store: ReservationStore = ReservationStore(),
    backing: MockReservationStore = MockReservationStore(), clock: MockClock = .system
  ) -> ReservationService {
    ReservationService(
      store: store,
      createReservation: { landmark, date, partySize in
        try await clock.sleep(for: .milliseconds(100))
        let reservation = await backing.createReservation(
          landmark: landmark, date: date, partySize: partySize)
        await store.addReservation(reservation)
        return reservation
      },
      fetchReservations: {
        await store.setLoading()
        try await clock.sleep(for: .milliseconds(200))
        await store.setReservations(backing.fetchAll())
      },
      cancelReservation: { id in
        try await clock.sleep(for: .milliseconds(100))
        await backing.cancel(id: id)
        await store.removeReservation(id: id)
      })
  }

  /// A service whose server is a script, such as `examples/reservations.lua` with its collection.
  ///
  /// The answers go the way that those of a server go: through the API model and its checks.
  ///
  /// - Parameters:
  ///   - store: The store that views observe.
  ///   - landmarks: The landmarks that reservations may be for.
  ///   - sequencer: What answers, as the server would.
  /// - Returns: The service.
  static func mock(
    store: ReservationStore = ReservationStore(), landmarks: [Landmark] = Landmark.sampleData,
    answers sequencer: MockCallSequencer
  ) -> ReservationService {
    ReservationService(
      store: store,
      createReservation: { landmark, date, partySize in
        let request = CreateReservationRequest(
          landmark: landmark, date: date, partySize: partySize)
        let answer: ReservationApiModel = try await sequencer.nextDecodedValue(
          for: "createReservation",
          arguments: [
            MockArgument("landmarkId", request.landmarkId), MockArgument("date", request.date),
            MockArgument("partySize", request.partySize),
          ],
          converting: ReservationError.self)
        guard let reservation = answer.domainModel(landmarks: landmarks) else {
          throw ReservationError.invalidResponse
        }
        await store.addReservation(reservation)
        return reservation
      },
      fetchReservations: {
        await store.setLoading()
        do {
          let answer: [ReservationApiModel] = try await sequencer.nextDecodedValue(
            for: "fetchReservations", converting: ReservationError.self)
          await store.setReservations(answer.compactMap { $0.domainModel(landmarks: landmarks) })
        } catch {
          await store.setError(error)
          throw error
        }
      },
      cancelReservation: { id in
        try await sequencer.recordVoidCall(
          for: "cancelReservation",
          arguments: [MockArgument("id", id.uuidString.lowercased())],
          converting: ReservationError.self)
        await store.removeReservation(id: id)
      })
  }
}
