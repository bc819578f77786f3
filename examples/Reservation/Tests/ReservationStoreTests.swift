import Foundation
import Observation
import Testing

@testable import ReservationExample

@MainActor
@Suite struct ReservationStoreTests {
  @Test("A new store is empty and idle")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func initialState() {
    let store = ReservationStore()
    #expect(store.reservations.isEmpty)
    #expect(store.activeReservations.isEmpty)
    #expect(store.pendingReservations.isEmpty)
    #expect(store.confirmedReservations.isEmpty)
    #expect(store.loadingState.isIdle)
  }

  @Test("An added reservation is in the store, which counts as loaded")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func add() {
    let store = ReservationStore()
    let reservation = Reservation.sample
    store.addReservation(reservation)
    #expect(store.reservations == [reservation])
    #expect(store.loadingState.value == [reservation])
  }

  @Test("Reservations keep their insertion order")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func addSeveral() {
    let store = ReservationStore()
    let samples = Reservation.sampleList
    for reservation in samples { store.addReservation(reservation) }
    #expect(store.reservations == samples)
  }

  @Test("A removed reservation is gone")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func remove() {
    let store = ReservationStore()
    let reservation = Reservation.sample
    store.addReservation(reservation)
    store.removeReservation(id: reservation.id)
    #expect(store.reservations.isEmpty)
    #expect(store.loadingState.value == [])
  }

  @Test("Removing an unknown reservation changes nothing")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func removeUnknown() {
    let store = ReservationStore()
    let reservation = Reservation.sample
    store.addReservation(reservation)
    store.removeReservation(id: UUID())
    #expect(store.reservations == [reservation])
  }

  @Test("Active reservations exclude cancelled ones")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func filters() {
    let store = ReservationStore()
    let samples = Reservation.sampleList
    for reservation in samples { store.addReservation(reservation) }
    #expect(store.confirmedReservations == [samples[0]])
    #expect(store.pendingReservations == [samples[1]])
    #expect(store.activeReservations == [samples[0], samples[1]])
  }

  @Test("Setting the reservations replaces them all")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func replaceAll() {
    let store = ReservationStore()
    store.addReservation(.sample)
    let samples = Reservation.sampleList
    store.setReservations(samples)
    #expect(store.reservations == samples)
  }

  @Test("The store shows that it is loading, and then why it failed")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func states() {
    let store = ReservationStore()
    store.setLoading()
    #expect(store.loadingState.isLoading)
    store.setError(ReservationError.notFound)
    #expect(store.loadingState.error as? ReservationError == .notFound)
    #expect(store.loadingState.value == nil)
  }

  @Test("A failure keeps the existing reservations")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func failureKeeps() {
    let store = ReservationStore()
    let reservation = Reservation.sample
    store.addReservation(reservation)
    store.setError(ReservationError.notFound)
    #expect(store.reservations == [reservation])
  }

  @Test("Observation reports store changes, as it does to SwiftUI views")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func observed() async {
    let store = ReservationStore()
    await confirmation("the observer hears of the change") { changed in
      let count = withObservationTracking {
        store.activeReservations.count
      } onChange: {
        changed()
      }
      #expect(count == 0)
      store.addReservation(.sample)
    }
  }
}
