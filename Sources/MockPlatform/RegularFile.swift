internal import CLibrary

/// Opens files by names that others have chosen: it never waits, as for the other end of a FIFO, and never reads a
/// device, which may have no end.
package enum RegularFile {
  package enum Opened {
    /// The descriptor of an open file, which does not follow into other programs.
    case file(Int32)
    /// The value of `errno`; `EISDIR` for a folder.
    case failed(Int32)
    /// What else it is, such as `a FIFO`.
    case other(kind: String)
  }

  /// Opens a regular file to read it, within the folder of ``ReadingBorder`` where there is one.
  package static func open(_ path: String) -> Opened {
    do throws(SystemError) {
      try ReadingBorder.check(path)
    } catch {
      return .failed(error.code)
    }
    // What is none is not opened at all: who writes into a FIFO would notice.
    var status = stat()
    guard stat(path, &status) == 0 else { return .failed(errno) }
    if let refusal = refusal(status) { return refusal }
    let descriptor = CLibrary.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return .failed(errno) }
    // It may be another one by now.
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
