internal import MockPlatform
internal import MockSessions

/// The part of a live session that ends with its scenario.
final class OpenSession: Sendable {
  let host: LiveSessionHost
  let listener: SessionListener

  init(
    _ host: LiveSessionHost, port: Int, redialLimit: Duration
  ) throws(SessionProblem) {
    self.host = host
    listener = try SessionListener(port: port, host: host, redialLimit: redialLimit)
    listener.start()
  }

  deinit { close("the test released its scenario; keep it until the app has ended") }

  /// Ends the session.
  ///
  /// - Parameters:
  ///   - reason: The reason that apps are given.
  ///   - isOfTest: Whether the test that opened the session for an app has ended. If so, it is reported if no app has
  ///     joined, even if no launch was announced.
  func close(_ reason: String, isOfTest: Bool = false) {
    listener.close(reason)
    if listener.joined == 0 { host.reportMissing(isOfTest: isOfTest) }
  }
}

extension ScenarioRuntime {
  /// Whether apps in other processes can make calls.
  package nonisolated var hasSession: Bool { sessions.withLock { !$0.isEmpty } }

  /// Ends the scenario's sessions at the end of a test.
  package nonisolated func closeSessions() {
    for session in sessions.exchange([]) { session.close("the test has ended", isOfTest: true) }
  }
}
