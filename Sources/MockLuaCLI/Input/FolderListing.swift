#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lists what lies in a folder.
enum FolderListing {
  /// The names, sorted, those of folders with a slash behind; none where the folder can't be read.
  static func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee))
        {
          String(cString: $0)
        }
      }
      guard name != ".", name != ".." else { continue }
      let isFolder = (try? FileStatus(path: "\(path)/\(name)"))?.isFolder ?? false
      names.append(isFolder ? name + "/" : name)
    }
    return names.sorted()
  }
}
