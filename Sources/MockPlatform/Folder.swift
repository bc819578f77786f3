package import CLibrary

/// Lists and creates folders, and resolves paths.
package enum Folder {
  /// Returns the names in a folder, unsorted and without `.` and `..`.
  ///
  /// If the folder can't be read, the list is empty.
  package static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Creates a folder and its parent folders, unless they exist.
  package static func make(_ path: String, permissions: mode_t = 0o777) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      mkdir(String(path[..<end]), permissions)
    }
  }

  /// The working directory, or `.` if the system can't determine it.
  package static var current: String { resolved(".") ?? "." }

  /// Returns an absolute path without links and dots, or nil if the path doesn't exist.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the project folder of a file: that of the nearest git repository, or otherwise of the nearest package.
  ///
  /// - Parameter path: The absolute path of the file.
  /// - Returns: The folder, without a slash at the end, or nil if there is none.
  package static func project(of path: String) -> String? {
    for sign in [".git", "Package.swift"] {
      var folder = path[...]
      while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
        folder = folder[..<slash]
        if access("\(folder)/\(sign)", F_OK) == 0 { return String(folder) }
      }
    }
    return nil
  }
}
