import Foundation

/// The server's request for a new reservation.
struct CreateReservationRequest: ApiModel, Equatable {
  let landmarkId: String
  let date: String
  let partySize: Int

  init(landmark: Landmark, date: Date, partySize: Int) {
    // The server and the scripts use lowercase identifiers, but `UUID` prints uppercase.
    landmarkId = landmark.id.uuidString.lowercased()
    self.date = ISO8601DateFormatter().string(from: date)
    self.partySize = partySize
  }
}
