import Foundation

/// A visit to a landmark that somebody has reserved.
///
/// It holds the whole landmark, so that a view needs no second look-up.
struct Reservation: DomainModel, Identifiable, Cacheable {
  /// How far the reservation has come.
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
