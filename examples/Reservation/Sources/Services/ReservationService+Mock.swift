import Foundation
import MockServices

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension ReservationService {
  /// A service that works without a server.
  ///
  /// A new reservation can be fetched until it's canceled.
  ///
  /// - Parameters:
  ///   - store: The store that views observe.
  ///   - backing: The replacement for the server. Services that share it have the same reservations.
  ///   - clock: The clock for the delays.
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

  /// A service that gets its responses from a script, such as `examples/reservations.lua`.
  ///
  /// Responses are decoded and checked with the API model, like responses from a server.
  ///
  /// - Parameters:
  ///   - store: The store that views observe.
  ///   - landmarks: The known landmarks.
  ///   - sequencer: The sequencer with the responses.
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
