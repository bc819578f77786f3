import Foundation

extension Reservation {
  /// A confirmed reservation for previews and tests, with a new id each time.
  static var sample: Reservation { sample(0, inDays: 7, partySize: 4, status: .confirmed) }

  /// One reservation of each status.
  static var sampleList: [Reservation] {
    [
      sample(0, inDays: 7, partySize: 2, status: .confirmed),
      sample(1, inDays: 14, partySize: 6, status: .pending),
      sample(2, inDays: 3, partySize: 1, status: .cancelled),
    ]
  }

  private static func sample(
    _ landmark: Int, inDays days: Double, partySize: Int, status: Status
  ) -> Reservation {
    Reservation(
      id: UUID(), landmark: Landmark.sampleData[landmark],
      date: Date().addingTimeInterval(days * 86_400), partySize: partySize, status: status)
  }
}
