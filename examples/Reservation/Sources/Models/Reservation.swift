import Foundation

/// A reserved visit to a landmark.
///
/// It contains the whole landmark, so that views don't have to look it up.
struct Reservation: DomainModel, Identifiable, Cacheable {
  /// The status of a reservation.
  enum Status: String, Codable, CaseIterable {
    case pending
    case confirmed
    case cancelled
  }

  let id: UUID
  let landmark: Landmark
  let date: Date
  let partySize: Int
  let status: Status

  var cacheId: String { id.uuidString }
  static var cacheIdentifier: String { "reservations" }
}
