internal import CLibrary

/// The error of a system function.
package struct SystemError: Error, Equatable {
  /// The value of `errno`.
  package var code: Int32

  package init(_ code: Int32) { self.code = code }

  /// The error of the function that has just returned.
  package static var last: SystemError { SystemError(errno) }

  package static let wouldBlock = EAGAIN

  /// The error for a file outside of the folder of ``ReadingBorder``.
  ///
  /// The system uses its code for other errors.
  package static let outsideFolder = SystemError(EXDEV)
  /// The error for a file that isn't regular, because only regular files can be read within ``ReadingBorder``.
  package static let notRegular = SystemError(ENODEV)

  /// Whether no process is listening on the port.
  package var isRefusal: Bool { code == ECONNREFUSED }
  /// Whether the process or the system is out of descriptors or memory.
  package var isShortage: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }
  /// The advice for a shortage of descriptors, for use in messages.
  package static let shortageSuggestion = "raise the limit with `ulimit -n 4096`"
  /// Whether a file with that name already exists.
  package var isTaken: Bool { code == EEXIST }
  /// Whether the system doesn't allow the operation, as in a sandbox.
  package var isForbidden: Bool { code == EPERM || code == EACCES }
  /// Whether the arguments and environment of a new process are larger than the system allows.
  package var isTooMuch: Bool { code == E2BIG }

  /// Returns the result of a function that returns `-errno` on failure.
  @discardableResult
  package static func check(_ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(-result) }
    return result
  }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .outsideFolder: return "is outside the folder that may be read"
    case .notRegular: return "isn't a regular file"
    default: break
    }
    return strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}

extension [String] {
  /// Runs `body` with a null-terminated array of C strings, as system functions expect it.
  package func withCStrings(_ body: ([UnsafeMutablePointer<CChar>?]) -> Int32) -> Int32 {
    let copies = map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
