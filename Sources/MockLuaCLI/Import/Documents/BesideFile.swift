import CLibrary
import MockPlatform

/// Reads a file that a document names by its path from the document's folder.
enum BesideFile {
  /// The most bytes that are read.
  private static let limit = 32 << 20

  /// The content of a regular file; nil if it doesn't exist, if it is longer than 32 MiB, and if its path or a link on
  /// the way leads out of the folder.
  ///
  /// - Parameters:
  ///   - path: The path as the document has it.
  ///   - folder: The folder; nil for a document that has none.
  /// - Returns: The content.
  static func contents(of path: String, in folder: String?) -> [UInt8]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let folder, !path.utf8.contains(0),
      !parts.contains(where: { $0.isEmpty || $0 == ".." || $0 == "." }),
      let root = resolved(folder), let real = resolved("\(folder)/\(path)"),
      real.hasPrefix(root == "/" ? "/" : root + "/"),
      case .file(let number) = RegularFile.open(real)
    else { return nil }
    let descriptor = Descriptor(number: number)
    defer { try? descriptor.close() }
    // Between the look at the links and the opening, another process may have put a link there.
    guard resolved(real) == real,
      let bytes = try? descriptor.readAll(limit: limit + 1), bytes.count <= limit
    else { return nil }
    return bytes
  }

  /// A path without links; nil if nothing is there.
  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
