import Foundation
import MockLua
import MockServices
import Testing

@testable import ReservationExample

@MainActor
@Suite struct ServicesTests {
  @Test("The mock services work together, without a server")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func mock() async throws {
    let log = MockCallLog()
    let services = Services.mock(log: log)
    try await services.landmarks.fetchLandmarks()
    let landmark = try #require(services.landmarks.store.landmarks.first)
    let reservation = try await services.reservations.createReservation(landmark, Date(), 2)
    #expect(services.reservations.store.reservations == [reservation])
    await services.analytics.track(AnalyticsEvent(name: "opened"))
    try log.verify("AnalyticsService.track", called: 1)
  }

  @Test("The preview shows samples from the start")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func preview() async throws {
    let services = Services.preview
    try await services.landmarks.fetchLandmarks()
    #expect(services.landmarks.store.landmarks == Landmark.sampleData)
    #expect(services.reservations.store.reservations.count == 3)
  }

  @Test("One script responds for all services, and its log contains their calls")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func script() async throws {
    let runtime = try MockKind.runtime()
    var services = Services.unimplemented
    services.landmarks = .mock(answers: runtime.sequencer(for: "LandmarkService"))
    services.reservations = .mock(answers: runtime.sequencer(for: "ReservationService"))
    services.analytics = .mock(log: runtime.log)
    try await services.landmarks.fetchLandmarks()
    #expect(services.landmarks.store.landmarks == Landmark.sampleData)

    let screen = ReservationsViewModel(services: services)
    await screen.appear()
    #expect(screen.rows == ["Golden Gate Bridge, 2, confirmed", "Yosemite Valley, 6, pending"])
    await screen.reserve(Landmark.sampleData[2], date: Date(), partySize: 4)
    #expect(screen.rows.last == "Lake Tahoe, 4, confirmed")
    await screen.cancel(services.reservations.store.reservations[0])
    #expect(screen.rows == ["Yosemite Valley, 6, pending", "Lake Tahoe, 4, confirmed"])
    await screen.cancel(.sample)
    #expect(screen.alert == "Reservation not found.")
    try runtime.log.verifyInOrder(
      [
        "LandmarkService.fetchLandmarks", "AnalyticsService.track",
        "ReservationService.fetchReservations", "ReservationService.createReservation",
        "ReservationService.cancelReservation", "ReservationService.cancelReservation",
      ], exactly: true)
  }
}
