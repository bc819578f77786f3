/// A live session as those see it who launch an app: the scenario of a test, in the process of that test.
public protocol MockSession: AnyObject, Sendable {
  /// What an app has to find in its environment: `MOCK_SERVICE_SESSION`.
  var environment: [String: String] { get }

  /// Hears that an app is about to be launched with the session.
  ///
  /// - Parameter printed: What the app has printed so far; nil where nobody knows.
  func willLaunch(printed: (@Sendable () -> String)?)

  /// What was wrong with apps and connections so far, in words.
  var findings: [String] { get }

  /// Ends the session; that no app has joined, where one was to be launched, is a finding.
  func close()
}

/// The names of what a live session is handed over with.
package enum MockSessionVariable {
  /// The environment variable with address and token: `MOCK_SERVICE_SESSION`.
  public static let name = "MOCK_SERVICE_SESSION"
}
