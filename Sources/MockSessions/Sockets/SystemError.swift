#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What a function of the system failed with.
struct SystemError: Error {
  /// The value of `errno`.
  var code: Int32

  static let wouldBlock = EAGAIN

  /// Nobody listens on the port.
  var isRefusal: Bool { code == ECONNREFUSED }
  /// The time was up.
  var isTimeout: Bool { code == ETIMEDOUT }
  /// The system does not allow it, as in a sandbox.
  var isForbidden: Bool { code == EPERM || code == EACCES }

  /// The result of a function that returns -errno where it fails.
  static func check(_ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(code: -result) }
    return result
  }
}

extension SystemError: CustomStringConvertible {
  var description: String { String(cString: strerror(code)) }
}
