import Foundation

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension ReservationService {
  /// A service that uses a server.
  ///
  /// - Parameters:
  ///   - client: The client for requests.
  ///   - baseURL: The address of the server.
  ///   - landmarks: The known landmarks. Reservations for other landmarks are ignored.
  /// - Returns: The service, with its own store.
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
