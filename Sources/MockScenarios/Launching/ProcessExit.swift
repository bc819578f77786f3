/// The way in which a process ended.
public enum ProcessExit: Sendable, Equatable {
  /// It exited with this code; 0 means success.
  case code(Int32)
  /// A signal terminated it.
  case signal(Int32)
  /// It ended, but another part of this program consumed its status.
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
