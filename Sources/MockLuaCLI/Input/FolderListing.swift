import CLibrary
import MockPlatform

/// Lists the contents of a folder.
enum FolderListing {
  /// Returns the sorted names, with a slash after those of folders; empty if the folder can't be read.
  static func entries(of path: String) -> [String] {
    Folder.names(in: path).map { name in
      let isFolder = (try? FileStatus(path: "\(path)/\(name)"))?.isFolder ?? false
      return isFolder ? name + "/" : name
    }.sorted()
  }
}

extension FileStatus {
  /// Throws if there is no folder at a path.
  static func checkFolder(at path: String) throws(CommandFailure) {
    do throws(SystemError) {
      guard try FileStatus(path: path).isFolder else { throw SystemError(ENOTDIR) }
    } catch {
      throw .noFolder(path: path, error)
    }
  }
}
