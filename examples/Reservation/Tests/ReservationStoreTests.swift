import Foundation
import Testing

@testable import ReservationExample

@MainActor
@Suite struct ReservationStoreTests {
  let store = ReservationStore()

  @Test("A new store is empty and idle")
  func initialState() {
    #expect(store.reservations.isEmpty)
    #expect(store.activeReservations.isEmpty)
    #expect(store.pendingReservations.isEmpty)
    #expect(store.confirmedReservations.isEmpty)
    #expect(store.loadingState.isIdle)
  }

  @Test("A reservation that is added is there, and counts as loaded")
  func add() {
    let reservation = Reservation.sample
    store.addReservation(reservation)
    #expect(store.reservations == [reservation])
    #expect(store.loadingState.value == [reservation])
  }

  @Test("Reservations are kept in the order in which they were added")
  func addSeveral() {
    let samples = Reservation.sampleList
    for reservation in samples { store.addReservation(reservation) }
    #expect(store.reservations == samples)
  }

  @Test("A reservation that is removed is gone")
  func remove() {
    let reservation = Reservation.sample
    store.addReservation(reservation)
    store.removeReservation(id: reservation.id)
    #expect(store.reservations.isEmpty)
    #expect(store.loadingState.value == [])
  }

  @Test("Removing what is not there changes nothing")
  func removeUnknown() {
    let reservation = Reservation.sample
    store.addReservation(reservation)
    store.removeReservation(id: UUID())
    #expect(store.reservations == [reservation])
  }

  @Test("Active reservations are those that are not cancelled")
  func filters() {
    let samples = Reservation.sampleList
    for reservation in samples { store.addReservation(reservation) }
    #expect(store.confirmedReservations == [samples[0]])
    #expect(store.pendingReservations == [samples[1]])
    #expect(store.activeReservations == [samples[0], samples[1]])
  }

  @Test("Setting the reservations replaces them all")
  func replaceAll() {
    store.addReservation(.sample)
    let samples = Reservation.sampleList
    store.setReservations(samples)
    #expect(store.reservations == samples)
  }

  @Test("The store says that it is loading, and then why it failed")
  func states() {
    store.setLoading()
    #expect(store.loadingState.isLoading)
    store.setError(ReservationError.notFound)
    #expect(store.loadingState.error as? ReservationError == .notFound)
    #expect(store.loadingState.value == nil)
  }

  @Test("A failure keeps the reservations that were there")
  func failureKeeps() {
    let reservation = Reservation.sample
    store.addReservation(reservation)
    store.setError(ReservationError.notFound)
    #expect(store.reservations == [reservation])
  }
}
