import Foundation

/// A new folder for configuration files.
///
/// It is deleted with its last reference.
final class TransportFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("transport-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], to name: String = "mocks.json", mode: Int = 0o600) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  func write(_ text: String, to name: String = "mocks.json", mode: Int = 0o600) throws -> String {
    try write(Array(text.utf8), to: name, mode: mode)
  }
}
