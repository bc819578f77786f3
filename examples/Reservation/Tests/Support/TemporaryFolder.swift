import Foundation

/// A folder that is gone when the test is.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appending(path: "reservation-\(UUID())")

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
