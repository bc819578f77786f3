import Foundation
import Testing

@testable import ReservationExample

@Suite struct ReservationMappingTests {
  /// Returns a valid response of the server, in which a test can change fields.
  private static func model(
    id: String = "0B9F6C3E-7D7B-4C4E-9A53-6B0A8B1C2D3E",
    landmarkId: String? = Landmark.sampleData[0].id.uuidString,
    date: String? = "2026-02-01T12:00:00Z", partySize: Int? = 4, status: String? = "confirmed"
  ) -> ReservationApiModel {
    ReservationApiModel(
      id: id, landmarkId: landmarkId, date: date, partySize: partySize, status: status)
  }

  @Test("A complete response becomes a reservation")
  func valid() throws {
    let reservation = try #require(Self.model().domainModel(landmarks: Landmark.sampleData))
    #expect(reservation.id.uuidString == "0B9F6C3E-7D7B-4C4E-9A53-6B0A8B1C2D3E")
    #expect(reservation.landmark == Landmark.sampleData[0])
    #expect(reservation.date == Date(timeIntervalSince1970: 1_769_947_200))
    #expect(reservation.partySize == 4)
    #expect(reservation.status == .confirmed)
  }

  @Test("Every status is mapped", arguments: Reservation.Status.allCases)
  func statuses(status: Reservation.Status) {
    let reservation = Self.model(status: status.rawValue).domainModel(
      landmarks: Landmark.sampleData)
    #expect(reservation?.status == status)
  }

  private static let errors: [(String, ReservationApiModel)] = [
    ("no landmark", model(landmarkId: nil)),
    ("a landmark's id that is none", model(landmarkId: "not-a-uuid")),
    ("an unknown landmark", model(landmarkId: UUID().uuidString)),
    ("no date", model(date: nil)),
    ("a date that is none", model(date: "not-a-date")),
    ("no party", model(partySize: nil)),
    ("a party of nobody", model(partySize: 0)),
    ("a party of fewer", model(partySize: -3)),
    ("no status", model(status: nil)),
    ("an unknown status", model(status: "expired")),
    ("an id that is none", model(id: "not-a-uuid")),
  ]

  @Test("A response with missing or invalid fields makes no reservation", arguments: errors)
  func invalid(what: String, model: ReservationApiModel) {
    #expect(model.domainModel(landmarks: Landmark.sampleData) == nil)
  }

  @Test("A landmark with an unknown category or without a name is skipped")
  func landmarks() {
    let id = Landmark.sampleData[0].id.uuidString
    #expect(LandmarkApiModel(id: id, name: "A", category: "lakes").domainModel?.name == "A")
    #expect(LandmarkApiModel(id: id, name: "A", category: "craters").domainModel == nil)
    #expect(LandmarkApiModel(id: id, name: "", category: "lakes").domainModel == nil)
    #expect(LandmarkApiModel(id: id, name: nil, category: "lakes").domainModel == nil)
    #expect(LandmarkApiModel(id: "1", name: "A", category: "lakes").domainModel == nil)
  }
}
