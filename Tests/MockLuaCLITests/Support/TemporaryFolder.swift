import Foundation

/// A new folder that is deleted with its last reference.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("mocklua-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Creates a folder with the given files.
  convenience init(_ files: KeyValuePairs<String, String>) throws {
    try self.init()
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The sorted names in the folder, including hidden ones.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  func url(of name: String) -> URL { url.appendingPathComponent(name) }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ data: Data, to name: String) throws { try data.write(to: url(of: name)) }

  func read(_ name: String) throws -> String {
    // Not `Data(contentsOf:)`, because on Linux it leaks the buffer of an empty file.
    let handle = try FileHandle(forReadingFrom: url(of: name))
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// Returns the permission bits of a file.
  func permissions(of name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: url(of: name).path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  func handle(creating name: String) throws -> FileHandle {
    try write("", to: name)
    return try FileHandle(forWritingTo: url(of: name))
  }
}
