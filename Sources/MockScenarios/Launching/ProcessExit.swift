/// How a process ended.
public enum ProcessExit: Sendable, Equatable {
  /// It ended by itself, with this code: 0 for success.
  case code(Int32)
  /// A signal ended it.
  case signal(Int32)
  /// It ended, and another part of this program took the status before it could be read.
  case unknown
}

extension ProcessExit: CustomStringConvertible {
  /// The end in words: `exit code 0`, `signal 9`.
  public var description: String {
    switch self {
    case .code(let code): "exit code \(code)"
    case .signal(let signal): "signal \(signal)"
    case .unknown: "an unknown status"
    }
  }
}
