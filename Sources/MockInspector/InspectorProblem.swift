internal import MockHTTPServer
internal import MockPlatform

/// Why an inspector does not open.
package enum InspectorProblem: Error, CustomStringConvertible {
  /// The system does not let it listen.
  case cannotListen(port: Int, reason: String)
  /// The process has no descriptor left; what the system says.
  case shortage(String)
  /// The library that speaks HTTP was not there when this was built.
  case notBuilt

  init(_ problem: HTTPServerProblem, port: Int) {
    switch problem {
    case .cannotListen(let reason): self = .cannotListen(port: port, reason: reason)
    case .shortage(let reason): self = .shortage(reason)
    case .notBuilt: self = .notBuilt
    }
  }

  /// The problem as `127.0.0.1:7000: the inspector cannot listen: ...; what to write`.
  package var description: String {
    switch self {
    case .cannotListen(let port, let reason):
      "127.0.0.1:\(port): the inspector cannot listen: \(reason); leave `--inspector-port` out, and the system"
        + " chooses a free port"
    case .shortage(let reason):
      "the inspector cannot listen: \(reason); \(SystemError.shortageRemedy)"
    case .notBuilt:
      "there is no inspector in this command, which was built without libmicrohttpd; install that"
        + " (`brew install libmicrohttpd`, or Debian's libmicrohttpd-dev), and build `mocklua` again"
    }
  }
}
