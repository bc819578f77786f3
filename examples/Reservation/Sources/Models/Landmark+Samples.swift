import Foundation

extension Landmark {
  /// The three landmarks of `examples/fixtures/landmarks.json`, for previews and tests.
  static let sampleData = [
    Landmark(id: sampleID(1), name: "Golden Gate Bridge", category: .bridges),
    Landmark(id: sampleID(2), name: "Yosemite Valley", category: .mountains),
    Landmark(id: sampleID(3), name: "Lake Tahoe", category: .lakes),
  ]

  private static func sampleID(_ last: UInt8) -> UUID {
    UUID(
      uuid: (
        0x6f, 0x1c, 0x2b, 0x1e, 0x0a, 0x57, 0x4f, 0x0e, 0x9d, 0x0b, 0x3a, 0x1c, 0x5d, 0x2e, 0x7f,
        last
      ))
  }
}
