import Foundation
import MockServices
import Testing

@testable import ReservationExample

/// Tests that write the closures of services themselves.
@MainActor
@Suite struct CustomServiceTests {
  @Test("A call log shows which closures were called, in order, with their arguments")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func callOrder() async throws {
    let (store, log) = (ReservationStore(), MockCallLog())
    let service = ReservationService(
      store: store,
      createReservation: log.recording("createReservation(landmark:date:partySize:)") {
        landmark, date, partySize in
        let reservation = Reservation(
          id: UUID(), landmark: landmark, date: date, partySize: partySize, status: .confirmed)
        await store.addReservation(reservation)
        return reservation
      },
      fetchReservations: log.recording("fetchReservations()") {
        await store.setReservations(store.reservations)
      },
      cancelReservation: log.recording("cancelReservation(id:)") { id in
        await store.removeReservation(id: id)
      })

    let reservation = try await service.createReservation(Landmark.sampleData[0], Date(), 2)
    try await service.fetchReservations()
    try await service.cancelReservation(reservation.id)

    try log.verifyInOrder(
      [
        MockCallExpectation(
          "createReservation",
          arguments: try MatchPattern(["landmark.name": "Golden Gate Bridge", "partySize": 2])),
        "fetchReservations",
        MockCallExpectation(
          "cancelReservation",
          arguments: try MatchPattern(["id": .string(reservation.id.uuidString)])),
      ], exactly: true)
    #expect(store.reservations.isEmpty)
    let wrongOrder: [MockCallExpectation] = ["fetchReservations", "createReservation"]
    #expect(throws: MockVerificationError.self) { try log.verifyInOrder(wrongOrder) }
  }

  @Test("Errors reach the caller or the store, and the call log")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func errors() async throws {
    let (store, log) = (ReservationStore(), MockCallLog())
    let service = ReservationService(
      store: store,
      createReservation: log.recording("createReservation") { _, _, _ in
        throw ReservationError.invalidResponse
      },
      fetchReservations: { await store.setError(ReservationError.notFound) },
      cancelReservation: { _ in throw ReservationError.notFound })

    await #expect(throws: ReservationError.invalidResponse) {
      try await service.createReservation(Landmark.sampleData[0], Date(), 2)
    }
    try await service.fetchReservations()
    #expect(store.loadingState.error as? ReservationError == .notFound)
    await #expect(throws: ReservationError.notFound) {
      try await service.cancelReservation(UUID())
    }
    guard case .threw(let error) = log.calls("createReservation").first?.outcome else {
      Issue.record("the log holds no error")
      return
    }
    #expect(error.code == "ReservationError")
    #expect(error.message == "invalidResponse")
  }

  @Test("The analytics mock records events")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func analytics() async throws {
    let log = MockCallLog()
    let analytics = AnalyticsService.mock(log: log)
    await analytics.track(AnalyticsEvent(name: "opened", properties: ["from": "link"]))
    try log.verify(
      "AnalyticsService.track",
      arguments: MatchPattern(["event": ["name": "opened", "properties": ["from": "link"]]]),
      called: 1)
  }

  @Test("Errors have user-facing messages")
  func texts() {
    #expect(
      ReservationError.invalidResponse.localizedDescription
        == "The server returned an invalid reservation.")
    #expect(ReservationError.notFound.localizedDescription == "Reservation not found.")
  }
}
