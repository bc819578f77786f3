/// A live session, as seen by code that launches an app.
///
/// It belongs to the scenario of a test, in the test's process.
public protocol MockSession: AnyObject, Sendable {
  /// The environment variables that the app needs: `MOCK_SERVICE_SESSION`.
  var environment: [String: String] { get }

  /// Called before an app is launched with the session.
  ///
  /// - Parameter printed: Returns the app's output so far; nil if the output isn't known.
  func willLaunch(printed: (@Sendable () -> String)?)

  /// Messages about problems with apps and connections so far.
  var issues: [String] { get }

  /// Ends the session.
  ///
  /// If an app was launched but none has joined, an issue is reported.
  func close()
}

/// The environment variable of a live session.
package enum MockSessionVariable {
  /// The environment variable with the address and the token: `MOCK_SERVICE_SESSION`.
  public static let name = "MOCK_SERVICE_SESSION"
}
