package import CLibrary

/// What the system says about a file, with symbolic links followed.
package struct FileStatus {
  private let status: stat

  /// The status of the file at a path.
  package init(path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.status = status
  }

  /// The status of an open file.
  package init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    self.status = status
  }

  /// Whether anything is at a path.
  package static func exists(at path: String) -> Bool { (try? FileStatus(path: path)) != nil }

  package var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }

  package var isRegularFile: Bool { status.st_mode & S_IFMT == S_IFREG }

  /// The permission bits.
  package var permissions: mode_t { status.st_mode & 0o7777 }

  package var owner: uid_t { status.st_uid }

  package var group: gid_t { status.st_gid }

  /// Whether both are one file, under whatever names.
  package func isSameFile(as other: FileStatus) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }
}
