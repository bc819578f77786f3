import Foundation
import Observation

/// The view model of the list of reservations.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
@Observable
final class ReservationsViewModel {
  private let services: Services
  /// The message of the last error; nil if there was none.
  private(set) var alert: String?

  init(services: Services = .current) {
    self.services = services
  }

  /// One line for each reservation that isn't canceled.
  var rows: [String] {
    services.reservations.store.activeReservations.map { reservation in
      "\(reservation.landmark.name), \(reservation.partySize), \(reservation.status.rawValue)"
    }
  }

  /// Loads the list when the screen appears.
  func appear() async {
    await services.analytics.track(AnalyticsEvent(name: "reservations_shown"))
    await perform { try await services.reservations.fetchReservations() }
  }

  func reserve(_ landmark: Landmark, date: Date, partySize: Int) async {
    await perform {
      _ = try await services.reservations.createReservation(landmark, date, partySize)
    }
  }

  func cancel(_ reservation: Reservation) async {
    await perform { try await services.reservations.cancelReservation(reservation.id) }
  }

  private func perform(_ action: () async throws -> Void) async {
    do {
      alert = nil
      try await action()
    } catch {
      alert = error.localizedDescription
    }
  }
}
