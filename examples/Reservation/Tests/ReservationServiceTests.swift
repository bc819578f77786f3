import Foundation
import MockLua
import MockServices
import Testing

@testable import ReservationExample

/// Tests the stateful mocks with sequences of calls.
@MainActor
@Suite struct ReservationServiceTests {
  let landmarks = Landmark.sampleData
  /// A date with whole seconds, as servers send it.
  let date = Date(timeIntervalSince1970: 1_769_947_200)

  @Test("A created reservation matches the request", arguments: MockKind.allCases)
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func create(kind: MockKind) async throws {
    let store = ReservationStore()
    let (service, keeping) = try service(kind, store)
    let reservation = try await service.createReservation(landmarks[0], date, 4)
    #expect(reservation.landmark == landmarks[0])
    #expect(reservation.date == date)
    #expect(reservation.partySize == 4)
    #expect(reservation.status == .confirmed)
    #expect(store.reservations == [reservation])
    _ = keeping
  }

  @Test("The same landmark can be reserved twice", arguments: MockKind.allCases)
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func createTwice(kind: MockKind) async throws {
    let store = ReservationStore()
    let (service, keeping) = try service(kind, store)
    let first = try await service.createReservation(landmarks[0], date, 2)
    let second = try await service.createReservation(landmarks[0], date, 6)
    #expect(first.id != second.id)
    #expect(first.landmark == second.landmark)
    #expect(store.reservations == [first, second])
    _ = keeping
  }

  @Test("Cancelling one of three reservations removes it", arguments: MockKind.allCases)
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func reserveAndCancel(kind: MockKind) async throws {
    let store = ReservationStore()
    let (service, keeping) = try service(kind, store)
    let first = try await service.createReservation(landmarks[0], date, 2)
    let second = try await service.createReservation(landmarks[1], date, 4)
    let third = try await service.createReservation(landmarks[2], date, 1)
    #expect(store.activeReservations.count == 3)
    try await service.cancelReservation(second.id)
    #expect(store.reservations == [first, third])
    // The mock has removed the reservation, too.
    try await service.fetchReservations()
    #expect(store.reservations.suffix(2) == [first, third])
    _ = keeping
  }

  @Test("Cancelling an unknown reservation leaves the in-memory mock unchanged")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func cancelUnknown() async throws {
    let store = ReservationStore()
    let (service, _) = try service(.inMemory, store)
    let reservation = try await service.createReservation(landmarks[0], date, 2)
    try await service.cancelReservation(UUID())
    #expect(store.reservations == [reservation])
  }

  @Test("Cancelling an unknown reservation throws the app's own error if a script responds")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func cancelUnknownInScript() async throws {
    let store = ReservationStore()
    let (service, keeping) = try service(.script, store)
    await #expect(throws: ReservationError.notFound) {
      try await service.cancelReservation(UUID())
    }
    _ = keeping
  }

  @Test("Reservations survive an app restart")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func restart() async throws {
    let store = ReservationStore()
    let backing = MockReservationStore()
    let service = ReservationService.mock(store: store, backing: backing, clock: .virtual())
    let first = try await service.createReservation(landmarks[0], date, 2)
    let second = try await service.createReservation(landmarks[1], date, 3)

    let freshStore = ReservationStore()
    let fresh = ReservationService.mock(store: freshStore, backing: backing, clock: .virtual())
    try await fresh.fetchReservations()
    #expect(freshStore.loadingState.value == [first, second])
    #expect(await backing.fetchAll() == [first, second])
    #expect(await backing.reservation(for: second.id) == second)
    #expect(await backing.reservation(for: UUID()) == nil)
  }

  @Test("The script's collection still has two more rows after an app restart")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func restartWithScript() async throws {
    let store = ReservationStore()
    let runtime = try MockKind.runtime()
    let answers = runtime.sequencer(for: "ReservationService")
    let service = ReservationService.mock(store: store, answers: answers)
    try await service.fetchReservations()
    let before = store.reservations
    #expect(before.map(\.partySize) == [2, 6])
    let first = try await service.createReservation(landmarks[0], date, 2)
    let second = try await service.createReservation(landmarks[1], date, 3)

    let freshStore = ReservationStore()
    try await ReservationService.mock(store: freshStore, answers: answers).fetchReservations()
    #expect(freshStore.reservations == before + [first, second])
  }

  @Test("A mocked call's delay uses the given clock")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func delays() async throws {
    let store = ReservationStore()
    let clock = MockClock.virtual()
    let service = ReservationService.mock(store: store, clock: clock)
    try await service.fetchReservations()
    #expect(clock.elapsed == .milliseconds(200))
    let reservation = try await service.createReservation(landmarks[0], date, 1)
    #expect(clock.elapsed == .milliseconds(300))
    try await service.cancelReservation(reservation.id)
    #expect(clock.elapsed == .milliseconds(400))
  }

  @Test("The store is loading while the mock fetches")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func loading() async throws {
    let store = ReservationStore()
    let clock = MockClock.virtual(manual: true)
    let service = ReservationService.mock(store: store, clock: clock)
    let fetch = Task { try await service.fetchReservations() }
    await clock.waitForSleepers(1)
    #expect(store.loadingState.isLoading)
    await clock.advance(by: .milliseconds(200))
    try await fetch.value
    #expect(store.loadingState.value == [])
  }

  @Test("The script rejects invalid input, and the app's store stays unchanged")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func refusal() async throws {
    let store = ReservationStore()
    let (service, keeping) = try service(.script, store)
    let unknown = Landmark(id: UUID(), name: "Atlantis", category: .lakes)
    await #expect(throws: ReservationError.notFound) {
      try await service.createReservation(unknown, date, 2)
    }
    await #expect(
      throws: MockServiceError(
        code: "invalidPartySize", message: "A party has at least one guest.")
    ) {
      try await service.createReservation(landmarks[0], date, 0)
    }
    #expect(store.reservations.isEmpty)
    _ = keeping
  }

  @Test("The preview starts with the samples, without a delay")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func preview() async throws {
    let service = ReservationService.preview
    #expect(service.store.reservations.map(\.status) == [.confirmed, .pending, .cancelled])
    let reservation = try await service.createReservation(landmarks[0], date, 2)
    #expect(service.store.reservations.last == reservation)
    try await service.cancelReservation(reservation.id)
    try await service.fetchReservations()
    #expect(service.store.reservations.count == 3)
  }

  /// Returns a service with this test's store, and an object that must live as long as the service.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func service(
    _ kind: MockKind, _ store: ReservationStore
  ) throws -> (ReservationService, ScenarioRuntime?) {
    switch kind {
    case .inMemory: return (.mock(store: store, clock: .virtual()), nil)
    case .script:
      let runtime = try MockKind.runtime()
      let answers = runtime.sequencer(for: "ReservationService")
      return (.mock(store: store, answers: answers), runtime)
    }
  }
}
