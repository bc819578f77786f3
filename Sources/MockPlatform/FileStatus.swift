package import CLibrary

/// The status of a file, after following symbolic links.
package struct FileStatus {
  private let status: stat

  /// Reads the status of the file at a path.
  package init(path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.status = status
  }

  /// Reads the status of an open file.
  package init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    self.status = status
  }

  /// Returns whether a file or folder exists at a path.
  package static func exists(at path: String) -> Bool { (try? FileStatus(path: path)) != nil }

  package var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }

  package var isRegularFile: Bool { status.st_mode & S_IFMT == S_IFREG }

  /// The permission bits.
  package var permissions: mode_t { status.st_mode & 0o7777 }

  package var owner: uid_t { status.st_uid }

  package var group: gid_t { status.st_gid }

  /// Returns whether both are the same file, regardless of their paths.
  package func isSameFile(as other: FileStatus) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }
}
