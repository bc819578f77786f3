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
  ///   - reason: What apps are told.
  ///   - isOfTest: Whether a test has ended that opened the session for an app: one that never joined is reported even
  ///     where nothing said that it was to be launched.
  func close(_ reason: String, isOfTest: Bool = false) {
    listener.close(reason)
    if listener.joined == 0 { host.reportMissing(isOfTest: isOfTest) }
  }
}

extension ScenarioRuntime {
  /// Whether apps in other processes may make calls.
  package nonisolated var hasSession: Bool { sessions.withLock { !$0.isEmpty } }

  /// Ends the sessions of the scenario, at the end of a test.
  package nonisolated func closeSessions() {
    for session in sessions.exchange([]) { session.close("the test has ended", isOfTest: true) }
  }
}
