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

  @Test("A reservation that is added is there, and counts as loaded")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func add() {
    let store = ReservationStore()
    let reservation = Reservation.sample
    store.addReservation(reservation)
    #expect(store.reservations == [reservation])
    #expect(store.loadingState.value == [reservation])
  }

  @Test("Reservations are kept in the order in which they were added")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func addSeveral() {
    let store = ReservationStore()
    let samples = Reservation.sampleList
    for reservation in samples { store.addReservation(reservation) }
    #expect(store.reservations == samples)
  }

  @Test("A reservation that is removed is gone")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func remove() {
    let store = ReservationStore()
    let reservation = Reservation.sample
    store.addReservation(reservation)
    store.removeReservation(id: reservation.id)
    #expect(store.reservations.isEmpty)
    #expect(store.loadingState.value == [])
  }

  @Test("Removing what is not there changes nothing")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func removeUnknown() {
    let store = ReservationStore()
    let reservation = Reservation.sample
    store.addReservation(reservation)
    store.removeReservation(id: UUID())
    #expect(store.reservations == [reservation])
  }

  @Test("Active reservations are those that are not cancelled")
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

  @Test("The store says that it is loading, and then why it failed")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func states() {
    let store = ReservationStore()
    store.setLoading()
    #expect(store.loadingState.isLoading)
    store.setError(ReservationError.notFound)
    #expect(store.loadingState.error as? ReservationError == .notFound)
    #expect(store.loadingState.value == nil)
  }

  @Test("A failure keeps the reservations that were there")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func failureKeeps() {
    let store = ReservationStore()
    let reservation = Reservation.sample
    store.addReservation(reservation)
    store.setError(ReservationError.notFound)
    #expect(store.reservations == [reservation])
  }

  @Test("Who observes the store hears of a change, as a view of SwiftUI does")
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
