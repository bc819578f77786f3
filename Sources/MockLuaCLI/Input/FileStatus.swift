import CLibrary
import MockPlatform

/// What the system says about a file, with symbolic links followed.
struct FileStatus {
  private let status: stat

  /// The status of the file at a path.
  init(path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.status = status
  }

  /// The status of an open file.
  init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    self.status = status
  }

  /// Whether anything is at a path.
  static func exists(at path: String) -> Bool { (try? FileStatus(path: path)) != nil }

  /// Makes sure that there is a folder at a path.
  static func checkFolder(at path: String) throws(CommandFailure) {
    do throws(SystemError) {
      guard try FileStatus(path: path).isFolder else { throw SystemError(ENOTDIR) }
    } catch {
      throw .noFolder(path: path, error)
    }
  }

  var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }

  var isRegularFile: Bool { status.st_mode & S_IFMT == S_IFREG }

  /// The permission bits.
  var permissions: mode_t { status.st_mode & 0o7777 }

  var owner: uid_t { status.st_uid }

  var group: gid_t { status.st_gid }

  /// Whether both are one file, under whatever names.
  func isSameFile(as other: FileStatus) -> Bool {
    status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
  }
}
