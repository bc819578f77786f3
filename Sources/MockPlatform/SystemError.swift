internal import CLibrary

/// What a function of the system failed with.
package struct SystemError: Error, Equatable {
  /// The value of `errno`.
  package var code: Int32

  package init(_ code: Int32) { self.code = code }

  /// The failure of the function that has just returned.
  package static var last: SystemError { SystemError(errno) }

  package static let wouldBlock = EAGAIN

  /// The file lies outside of the folder of ``ReadingBorder``; the system itself gives this for other things.
  package static let outsideFolder = SystemError(EXDEV)
  /// The file is no regular one, and only those are read within ``ReadingBorder``.
  package static let notRegular = SystemError(ENODEV)

  /// Nobody listens on the port.
  package var isRefusal: Bool { code == ECONNREFUSED }
  /// The process, or the system, has no descriptor or no memory left.
  package var isShortage: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }
  /// The advice for a shortage of descriptors, for use in messages.
  package static let shortageRemedy = "raise the limit with `ulimit -n 4096`"
  /// There is a file of that name already.
  package var isTaken: Bool { code == EEXIST }
  /// The system does not allow it, as in a sandbox.
  package var isForbidden: Bool { code == EPERM || code == EACCES }
  /// The arguments and the environment of a new process are larger than the system hands over.
  package var isTooMuch: Bool { code == E2BIG }

  /// The result of a function that returns -errno where it fails.
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
