import CLibrary
import MockPlatform

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
