/// Splits paths into their parts.
package enum FilePath {
  /// Returns the folder that contains the last part of a path, or `.` for a name without a folder.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last part of a path.
  package static func name(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  /// Returns the path of a file relative to a folder, such as `../scripts/login.lua`.
  ///
  /// - Parameters:
  ///   - file: The path of the file, which must exist.
  ///   - folder: The path of the folder. If it doesn't exist, the file's path is returned unchanged.
  /// - Returns: The path.
  package static func path(of file: String, from folder: String) -> String {
    guard let start = Folder.resolved(folder), let home = Folder.resolved(Self.folder(of: file))
    else { return file }
    let (from, to) = (start.split(separator: "/"), home.split(separator: "/"))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: from.count - common) + to[common...].map(String.init)
    return (steps + [name(of: file)]).joined(separator: "/")
  }
}
