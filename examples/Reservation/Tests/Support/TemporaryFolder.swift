import Foundation

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "reservation-\(UUID())")

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
