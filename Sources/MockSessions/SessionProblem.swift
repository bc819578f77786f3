internal import MockData

/// The reason why a session couldn't start, or why it ended.
public enum SessionProblem: Error, Sendable, Equatable {
  /// The variable doesn't contain an address.
  case unusableAddress(size: Int)
  /// The environment also contains a configuration.
  case configuredTwice(variable: String)
  /// The test can't listen: the port, and the system's message.
  case cannotListen(port: Int, reason: String, isForbidden: Bool)
  /// The app can't connect: the address, and the system's message.
  case cannotConnect(address: String, reason: String, isRefused: Bool)
  /// The test didn't respond in time.
  case noWelcome(address: String, seconds: Int)
  /// The test refused the app, with a reason.
  case refused(String)
  /// The test ended the session, with a reason.
  case ended(String)
  /// The connection was lost, and the test no longer listens.
  case lost(address: String)
  /// The connection was lost, and couldn't be restored in time.
  case notResumed(address: String, seconds: Int)
  /// The received data doesn't conform to the protocol.
  case notTheProtocol(String)
  /// The launch has a session, and also presets or configurations.
  ///
  /// The string describes the presets and configurations.
  case besideSession(String)
  /// No app joined in time.
  ///
  /// `seconds` is the time limit, if any, and `applied` the number of launches with the session. `printed` is the
  /// output of the launched process, if it is known.
  case notJoined(seconds: Int?, applied: Int, printed: String?)
}

extension SessionProblem: CustomStringConvertible {
  /// The problem as `place: problem; what to do`.
  public var description: String {
    switch self {
    case .unusableAddress(let size):
      "MOCK_SERVICE_SESSION (\(size) bytes): this is not the address of a session;"
        + " launch the app with `session.environment`, which sets it to `127.0.0.1:PORT/TOKEN`"
    case .configuredTwice(let variable):
      "MOCK_SERVICE_SESSION: \(variable) is set as well; an app has one scenario, so set only one of them"
    case .cannotListen(let port, let reason, let isForbidden):
      "127.0.0.1:\(port): cannot listen: \(reason)"
        + (isForbidden
          ? "; a sandboxed test runner needs the entitlement com.apple.security.network.server"
          : port == 0 ? "" : "; remove the port to let the system choose a free one")
    case .cannotConnect(let address, let reason, let isRefused):
      "MOCK_SERVICE_SESSION: cannot connect to \(address): \(reason); "
        + (isRefused
          ? "keep the LiveSession in the test until the app has ended"
          : "a sandboxed app needs the entitlement com.apple.security.network.client")
    case .noWelcome(let address, let seconds):
      "MOCK_SERVICE_SESSION: the test at \(address) did not respond within \(seconds) seconds;"
        + " check whether its process is stopped, for example in a debugger"
    case .refused(let message): "MOCK_SERVICE_SESSION: the test refused this app: \(message)"
    case .ended(let message): "the session has ended: \(message)"
    case .lost(let address):
      "the connection to the test at \(address) was lost, and nothing is listening"
        + " there anymore"
    case .notResumed(let address, let seconds):
      "the connection to the test at \(address) was lost, and could not be restored"
        + " within \(seconds) seconds"
    case .notTheProtocol(let problem):
      "the other side does not follow the session's protocol: \(problem)"
    case .besideSession(let text):
      "the app was launched with \(text) and a session; in a session, the test's scenario responds to all calls, so add"
        + " these responses to its script"
    case .notJoined(let seconds, let applied, let printed):
      Self.notJoined(seconds, applied, printed)
    }
  }

  private static func notJoined(_ seconds: Int?, _ applied: Int, _ printed: String?) -> String {
    var text = "no app has joined the session" + (seconds.map { " within \($0) seconds" } ?? "")
    text +=
      applied == 0
      ? "; write `MockScenario.build().with(session).apply(to: app)` before the launch"
      : "; call `MockServiceBootstrap.configureIfNeeded()` when the app launches, and check that it is a debug build"
    if let printed {
      text += "\nthe app printed\(printed.isEmpty ? " nothing" : ":\n\(printed)")"
    }
    return text
  }
}
