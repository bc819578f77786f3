import Foundation

/// A folder that is removed when the test ends.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "reservation-\(UUID())")

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
