import Foundation

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension ReservationService {
  /// The service that asks a server.
  ///
  /// - Parameters:
  ///   - client: How the server is asked.
  ///   - baseURL: The address of the server.
  ///   - landmarks: The landmarks that reservations may be for; others are left out.
  /// - Returns: The service, with a store of its own.
  static func live(
    client: NetworkClient, baseURL: URL, landmarks: @escaping @Sendable () async -> [Landmark]
  ) -> ReservationService {
    let store = ReservationStore()
    let url = baseURL.appending(path: "reservations")
    return ReservationService(
      store: store,
      createReservation: { landmark, date, partySize in
        let request = CreateReservationRequest(
          landmark: landmark, date: date, partySize: partySize)
        let answer = try await client.send(ReservationApiModel.self, to: url, body: request)
        guard let reservation = answer.domainModel(landmarks: [landmark]) else {
          throw ReservationError.invalidResponse
        }
        await store.addReservation(reservation)
        return reservation
      },
      fetchReservations: {
        await store.setLoading()
        do {
          let answer = try await client.fetch([ReservationApiModel].self, from: url)
          let known = await landmarks()
          await store.setReservations(answer.compactMap { $0.domainModel(landmarks: known) })
        } catch {
          await store.setError(error)
          throw error
        }
      },
      cancelReservation: { id in
        try await client.delete(url.appending(path: id.uuidString.lowercased()))
        await store.removeReservation(id: id)
      })
  }
}
