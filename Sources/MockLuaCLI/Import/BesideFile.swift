import MockPlatform

/// Reads a file that a document refers to by a relative path.
enum BesideFile {
  /// The maximum number of bytes to read.
  private static let limit = 32 << 20

  /// Returns nil if the file doesn't exist, if it's longer than 32 MiB, or if its path or a link leads out of the
  /// folder.
  ///
  /// The folder is nil for standard input.
  static func contents(of path: String, in folder: String?) -> [UInt8]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let folder, !path.utf8.contains(0),
      !parts.contains(where: { $0.isEmpty || $0 == ".." || $0 == "." }),
      let root = Folder.resolved(folder), let real = Folder.resolved("\(folder)/\(path)"),
      FilePath.isBelow(real, root), case .file(let number) = RegularFile.open(real)
    else { return nil }
    let descriptor = Descriptor(number: number)
    defer { try? descriptor.close() }
    // Another process may have placed a link there between the check and the opening.
    guard Folder.resolved(real) == real,
      let bytes = try? descriptor.readAll(limit: limit + 1), bytes.count <= limit
    else { return nil }
    return bytes
  }
}
