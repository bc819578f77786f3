package import CLibrary

/// Lists folders, makes them, and finds their places.
package enum Folder {
  /// The names, in no order, without `.` and `..`; none where the folder cannot be read.
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

  /// Makes a folder, with those that it lies in; one that is there stays.
  package static func make(_ path: String, permissions: mode_t = 0o777) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      mkdir(String(path[..<end]), permissions)
    }
  }

  /// The working directory; `.` where the system has none.
  package static var current: String { resolved(".") ?? "." }

  /// An absolute path without links and dots; nil where there is nothing.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The folder of the project in which a file lies: the nearest that git knows, else the nearest with a package.
  ///
  /// - Parameter path: The absolute path of the file.
  /// - Returns: The folder, without a slash at its end; nil where there is none.
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
