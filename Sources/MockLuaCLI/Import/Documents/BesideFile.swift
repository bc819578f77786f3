import MockPlatform

/// Reads a file that a document names by its path from the document's folder.
enum BesideFile {
  /// The most bytes that are read.
  private static let limit = 32 << 20

  /// The content of a file; nil where there is none, where it is longer than 32 MiB, and for a path that leads out of
  /// its folder.
  ///
  /// - Parameters:
  ///   - path: The path as the document has it.
  ///   - folder: The folder; nil for a document that has none.
  /// - Returns: The content.
  static func contents(of path: String, in folder: String?) -> [UInt8]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let folder, !parts.contains(where: { $0.isEmpty || $0 == ".." || $0 == "." }),
      let descriptor = try? Descriptor(reading: "\(folder)/\(path)")
    else { return nil }
    defer { try? descriptor.close() }
    guard let bytes = try? descriptor.readAll(limit: limit + 1), bytes.count <= limit else {
      return nil
    }
    return bytes
  }
}
