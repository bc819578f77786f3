import Foundation

/// A reservation as the server sends it.
struct ReservationApiModel: ApiModel, Identifiable {
  let id: String
  let landmarkId: String?
  let date: String?
  let partySize: Int?
  let status: String?
}

extension ReservationApiModel {
  /// Returns the reservation, or nil if a field is missing or invalid, or the landmark is unknown.
  func domainModel(landmarks: [Landmark]) -> Reservation? {
    guard let id = UUID(uuidString: id),
      let landmarkID = landmarkId.flatMap(UUID.init(uuidString:)),
      let landmark = landmarks.first(where: { $0.id == landmarkID }),
      let date = date.flatMap(ISO8601DateFormatter().date(from:)),
      let partySize, partySize > 0,
      let status = status.flatMap(Reservation.Status.init)
    else { return nil }
    return Reservation(
      id: id, landmark: landmark, date: date, partySize: partySize, status: status)
  }
}
