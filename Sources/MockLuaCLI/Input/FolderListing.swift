import CLibrary
import MockPlatform

/// Lists what lies in a folder.
enum FolderListing {
  /// The names, sorted, those of folders with a slash behind; none where the folder can't be read.
  static func entries(of path: String) -> [String] {
    Folder.names(in: path).map { name in
      let isFolder = (try? FileStatus(path: "\(path)/\(name)"))?.isFolder ?? false
      return isFolder ? name + "/" : name
    }.sorted()
  }
}

extension FileStatus {
  /// Makes sure that there is a folder at a path.
  static func checkFolder(at path: String) throws(CommandFailure) {
    do throws(SystemError) {
      guard try FileStatus(path: path).isFolder else { throw SystemError(ENOTDIR) }
    } catch {
      throw .noFolder(path: path, error)
    }
  }
}
