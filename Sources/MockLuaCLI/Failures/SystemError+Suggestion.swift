import CLibrary
import MockPlatform

extension SystemError {
  /// The problem, in our words or the system's.
  var problem: String {
    switch code {
    case ENOENT: "no such file or folder"
    case EISDIR: "is a folder"
    case ENOTDIR: "isn't a folder"
    case EACCES, EPERM: "permission denied"
    case EPIPE: "broken pipe"
    case ENOSPC, EDQUOT, EFBIG: "no space left"
    case EBADF: "closed"
    default: description
    }
  }

  /// Returns the solution if a script can't be read.
  ///
  /// - Parameter readsStandardInput: Whether `-` is allowed instead of the file.
  /// - Returns: The solution.
  func readingSuggestion(readsStandardInput: Bool) -> String {
    switch code {
    case ENOENT, ENOTDIR:
      readsStandardInput ? "check the name, or write - to read standard input" : "check the name"
    case EACCES, EPERM: "make it readable (chmod +r)"
    case EBADF: "redirect a script into it, or name a file"
    case Self.outsideFolder.code: "name a file within it"
    case _ where isShortage: Self.shortageSuggestion
    default: "name a file that can be read"
    }
  }

  /// The solution if a result can't be written.
  var writingSuggestion: String {
    switch code {
    case ENOENT, ENOTDIR: "create the folder first"
    case EISDIR: "name a file in it"
    case EACCES, EPERM: "name a file and folder that you may write to"
    case EPIPE: "the program that reads the pipe ended before it had read everything"
    case ENOSPC, EDQUOT, EFBIG: "make room and try again"
    case EBADF: "open it, or use --output FILE"
    case _ where isShortage: Self.shortageSuggestion
    default: "name another file with --output"
    }
  }
}
