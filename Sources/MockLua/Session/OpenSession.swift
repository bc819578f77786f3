internal import MockServices

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

  deinit { close("the test has let go of its scenario; keep it until the app has ended") }

  func close(_ reason: String) {
    listener.close(reason)
    if listener.joined == 0 { host.reportMissing() }
  }
}

extension ScenarioRuntime {
  /// Ends the sessions of the scenario, at the end of a test.
  package nonisolated func closeSessions() {
    for session in sessions.exchange([]) { session.close("the test has ended") }
  }
}
