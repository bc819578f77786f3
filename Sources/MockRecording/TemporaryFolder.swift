package import CLibrary
package import MockPlatform

/// A file or folder that can't be written.
package struct UnwritablePath: Error {
  package var path: String
  package var error: SystemError
}

extension ImportedFile {
  /// The path is relative to `folder`.
  ///
  /// New files and folders are added to `created`.
  func write(
    in folder: String, permissions: mode_t = 0o777, _ created: inout [String]
  ) throws(UnwritablePath) {
    try makeFolders(in: folder, permissions: permissions, &created)
    let path = "\(folder)/\(path)"
    let status = try? FileStatus(path: path)
    if status == nil { created.append(path) }
    do throws(SystemError) {
      try FileReplacement(path: path, replacing: status).write(bytes)
    } catch {
      throw UnwritablePath(path: path, error: error)
    }
  }

  /// Creates the folders of the file's path, unless they exist.
  package func makeFolders(
    in folder: String, permissions: mode_t = 0o777, _ created: inout [String]
  ) throws(UnwritablePath) {
    var folder = folder
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      if mkdir(folder, permissions) == 0 {
        created.append(folder)
      } else if errno != EEXIST {
        throw UnwritablePath(path: folder, error: .last)
      }
    }
  }
}

/// A temporary folder for the files of a script that is being checked.
///
/// Only this user can read it. It is removed when it is no longer used.
package final class TemporaryFolder {
  package let path: String
  /// The files and folders in it, in the order in which they were created.
  private var created: [String] = []

  package init(holding files: [ImportedFile]) throws(UnwritablePath) {
    let variable = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let parent = variable.isEmpty ? "/tmp" : variable
    var template = Array("\(parent)/mocklua-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw UnwritablePath(path: parent, error: .last) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    for file in files { try file.write(in: path, permissions: 0o700, &created) }
  }

  // `remove` only removes an empty folder.
  deinit { for path in created.reversed() + [path] { remove(path) } }
}
