import Foundation

/// What the server takes to make a reservation.
struct CreateReservationRequest: ApiModel, Equatable {
  let landmarkId: String
  let date: String
  let partySize: Int

  init(landmark: Landmark, date: Date, partySize: Int) {
    // The server and the scripts write identifiers in small letters; a UUID prints in capitals.
    landmarkId = landmark.id.uuidString.lowercased()
    self.date = ISO8601DateFormatter().string(from: date)
    self.partySize = partySize
  }
}
