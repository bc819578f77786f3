internal import CLibrary

/// Opens files whose names come from other users or programs.
///
/// It never waits for the other end of a FIFO, and never reads a device, which might never end.
package enum RegularFile {
  package enum Opened {
    /// The descriptor of an open file.
    ///
    /// Child processes don't inherit it.
    case file(Int32)
    /// The value of `errno`; `EISDIR` for a folder.
    case failed(Int32)
    /// The kind of a file that isn't regular, such as `a FIFO`.
    case other(kind: String)
  }

  /// Opens a regular file for reading.
  ///
  /// If ``ReadingBorder`` is set, the file must be within its folder.
  package static func open(_ path: String) -> Opened {
    do throws(SystemError) {
      try ReadingBorder.check(path)
    } catch {
      return .failed(error.code)
    }
    // A file of another kind isn't even opened, because the writer of a FIFO would notice.
    var status = stat()
    guard stat(path, &status) == 0 else { return .failed(errno) }
    if let refusal = refusal(status) { return refusal }
    let descriptor = CLibrary.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return .failed(errno) }
    // Another file may have taken its place by now.
    let refusal = fstat(descriptor, &status) == 0 ? refusal(status) : .failed(errno)
    do throws(SystemError) {
      guard let refusal else {
        try ReadingBorder.check(descriptor, openedAs: path)
        return .file(descriptor)
      }
      close(descriptor)
      return refusal
    } catch {
      close(descriptor)
      return .failed(error.code)
    }
  }

  private static func refusal(_ status: stat) -> Opened? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: .failed(EISDIR)
    case S_IFIFO: .other(kind: "a FIFO")
    case S_IFSOCK: .other(kind: "a socket")
    case S_IFCHR: .other(kind: "a character device")
    case S_IFBLK: .other(kind: "a block device")
    default: .other(kind: "a file of an unknown kind")
    }
  }
}
