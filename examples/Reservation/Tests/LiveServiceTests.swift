import Foundation
import MockServices
import Testing

@testable import ReservationExample

/// Tests of the live services with a local server.
@MainActor
@Suite struct LiveServiceTests {
  let folder = TemporaryFolder()
  let date = Date(timeIntervalSince1970: 1_769_947_200)

  private static let landmarks = (
    200,
    """
    [{"id": "6f1c2b1e-0a57-4f0e-9d0b-3a1c5d2e7f01", "name": "Golden Gate Bridge",
      "category": "bridges"}, {"id": "odd"}]
    """
  )

  private static func reservation(_ landmark: Int, status: String = "pending") -> String {
    """
    {"id": "0b9f6c3e-7d7b-4c4e-9a53-6b0a8b1c2d3\(landmark)",
     "landmarkId": "6f1c2b1e-0a57-4f0e-9d0b-3a1c5d2e7f0\(landmark)",
     "date": "2026-02-01T12:00:00Z", "partySize": 2, "status": "\(status)"}
    """
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func services(_ stub: HTTPStub) -> Services {
    let cache = TieredCache(memory: MemoryCache(), disk: DiskCache(folder: folder.url))
    return .live(baseURL: stub.baseURL, cache: cache)
  }

  @Test("Reservations are fetched for known landmarks")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func fetch() async throws {
    let answer = "[\(Self.reservation(1)), \(Self.reservation(2)), {\"id\": \"odd\"}]"
    let stub = try HTTPStub([
      "GET /landmarks": Self.landmarks, "GET /reservations": (200, answer),
    ])
    defer { stub.stop() }
    let services = services(stub)
    try await services.landmarks.fetchLandmarks()
    #expect(services.landmarks.store.landmarks == [Landmark.sampleData[0]])
    try await services.reservations.fetchReservations()
    let found = services.reservations.store.reservations
    #expect(found.map(\.landmark) == [Landmark.sampleData[0]])
    #expect(found.map(\.date) == [date])
    #expect(services.reservations.store.loadingState.value == found)
    #expect(stub.requests.map(\.line) == ["GET /landmarks", "GET /reservations"])
  }

  @Test("A reservation is sent in the server's format, and the created one is added to the store")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func create() async throws {
    let stub = try HTTPStub(["POST /reservations": (201, Self.reservation(1))])
    defer { stub.stop() }
    let service = services(stub).reservations
    let reservation = try await service.createReservation(Landmark.sampleData[0], date, 2)
    #expect(service.store.reservations == [reservation])
    #expect(reservation.status == .pending)
    let sent = try #require(stub.requests.first)
    #expect(
      try JSONDecoder().decode(CreateReservationRequest.self, from: Data(sent.body.utf8))
        == CreateReservationRequest(landmark: Landmark.sampleData[0], date: date, partySize: 2))
    #expect(sent.body.contains("2026-02-01T12:00:00Z"))
  }

  @Test("An invalid response throws an error, and nothing is added")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func invalidAnswer() async throws {
    let stub = try HTTPStub(["POST /reservations": (201, Self.reservation(1, status: "lost"))])
    defer { stub.stop() }
    let service = services(stub).reservations
    await #expect(throws: ReservationError.invalidResponse) {
      try await service.createReservation(Landmark.sampleData[0], date, 2)
    }
    #expect(service.store.reservations.isEmpty)
  }

  @Test("A failed fetch throws and is recorded in the store")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func failedFetch() async throws {
    let stub = try HTTPStub(["GET /reservations": (503, "")])
    defer { stub.stop() }
    let service = services(stub).reservations
    let url = stub.baseURL.appending(path: "reservations")
    let expected = NetworkError.status(503, method: "GET", url: url)
    await #expect(throws: expected) { try await service.fetchReservations() }
    #expect(service.store.loadingState.error as? NetworkError == expected)
    #expect(
      expected.localizedDescription == "GET \(url): the server answered with status 503")
  }

  @Test("An undecodable response throws an error that explains the problem")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func unreadable() async throws {
    let stub = try HTTPStub(["GET /reservations": (200, "<html>")])
    defer { stub.stop() }
    let service = services(stub).reservations
    let url = stub.baseURL.appending(path: "reservations")
    await #expect {
      try await service.fetchReservations()
    } throws: { error in
      error.localizedDescription
        == "\(url): the answer cannot be read: it is no Array<ReservationApiModel>"
    }
  }

  @Test("Cancelling a reservation deletes it on the server and in the store")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func cancel() async throws {
    let reservation = Reservation.sample
    let path = "DELETE /reservations/\(reservation.id.uuidString.lowercased())"
    let stub = try HTTPStub([path: (204, "")])
    defer { stub.stop() }
    let service = services(stub).reservations
    service.store.addReservation(reservation)
    try await service.cancelReservation(reservation.id)
    #expect(service.store.reservations.isEmpty)
    #expect(stub.requests.map(\.line) == [path])
  }

  @Test("A reservation stays if the server refuses to cancel it")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func refusedCancel() async throws {
    let stub = try HTTPStub([:])
    defer { stub.stop() }
    let service = services(stub).reservations
    let reservation = Reservation.sample
    service.store.addReservation(reservation)
    await #expect(throws: NetworkError.self) {
      try await service.cancelReservation(reservation.id)
    }
    #expect(service.store.reservations == [reservation])
  }

  @Test("If the server is unreachable, the cached landmarks are shown")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func cachedLandmarks() async throws {
    let stub = try HTTPStub(["GET /landmarks": Self.landmarks])
    try await services(stub).landmarks.fetchLandmarks()
    stub.stop()
    let offline = try HTTPStub([:])
    defer { offline.stop() }
    let landmarks = services(offline).landmarks
    try await landmarks.fetchLandmarks()
    #expect(landmarks.store.loadingState.value == [Landmark.sampleData[0]])
  }

  @Test("A landmark is removed once the server no longer returns it")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func goneLandmark() async throws {
    let cache = TieredCache(memory: MemoryCache(), disk: DiskCache(folder: folder.url))
    for landmark in Landmark.sampleData { await cache.save(landmark) }
    let stub = try HTTPStub(["GET /landmarks": Self.landmarks])
    defer { stub.stop() }
    try await services(stub).landmarks.fetchLandmarks()
    #expect(await cache.items(Landmark.self) == [Landmark.sampleData[0]])
  }

  @Test("Without a server or a cache, the call throws")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func noLandmarks() async throws {
    let stub = try HTTPStub([:])
    defer { stub.stop() }
    let landmarks = services(stub).landmarks
    await #expect(throws: NetworkError.self) { try await landmarks.fetchLandmarks() }
    #expect(landmarks.store.loadingState.error is NetworkError)
  }

  @Test("An event is sent, and a failed delivery is ignored")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func analytics() async throws {
    let stub = try HTTPStub([:])
    defer { stub.stop() }
    await services(stub).analytics.track(AnalyticsEvent(name: "opened"))
    #expect(stub.requests.map(\.line) == ["POST /events"])
    #expect(stub.requests.first?.body.contains("opened") == true)
  }
}
