/// The way in which a process ended.
public enum ProcessExit: Sendable, Equatable {
  /// The process exited with this code.
  ///
  /// 0 means success.
  case code(Int32)
  /// A signal terminated the process.
  case signal(Int32)
  /// The process ended, but other code in this program has already collected its status.
  case unknown
}

extension ProcessExit: CustomStringConvertible {
  /// The exit in words, such as `exit code 0` and `signal 9`.
  public var description: String {
    switch self {
    case .code(let code): "exit code \(code)"
    case .signal(let signal): "signal \(signal)"
    case .unknown: "an unknown status"
    }
  }
}
