/// Takes paths apart.
package enum FilePath {
  /// The folder that a path's last part lies in: `.` for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }

  /// How a file is called from a folder: `../scripts/login.lua`.
  ///
  /// - Parameters:
  ///   - file: The path of the file, which exists.
  ///   - folder: The path of the folder, which exists; else the file's path is all there is.
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
