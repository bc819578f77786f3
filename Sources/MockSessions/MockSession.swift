package import MockData

/// The part of a live session that is needed to launch an app.
///
/// A session belongs to a scenario in the test's process.
public protocol MockSession: AnyObject, Sendable {
  /// The environment variables that the app needs: `MOCK_SERVICE_SESSION`.
  var environment: [String: String] { get }

  /// Notifies the session that an app is about to be launched with it.
  ///
  /// - Parameter printed: A closure that returns the app's output so far; nil if the output isn't known.
  func willLaunch(printed: (@Sendable () -> String)?)

  /// Messages about problems with apps and connections so far.
  var issues: [String] { get }

  /// Ends the session.
  ///
  /// If an app was launched but no app has joined, an issue is reported.
  func close()
}

/// The environment variable of a live session.
package enum MockSessionVariable {
  /// The environment variable with the address and the token: `MOCK_SERVICE_SESSION`.
  public static let name = "MOCK_SERVICE_SESSION"
}

/// An app that has joined a live session.
public struct SessionApp: Sendable, Hashable {
  /// The name of the app's executable.
  public let name: String
  /// The process identifier.
  public let process: Int
  /// The names of the services that the app mocks, sorted.
  public let services: [String]

  package init(name: String, process: Int, services: [String]) {
    self.name = name
    self.process = process
    self.services = services
  }
}

extension SessionApp: CustomStringConvertible {
  /// The app as shown in the call log, such as `BankingApp (process 812)`.
  public var description: String { "\(name.escaped) (process \(process))" }
}

/// Provides the trace of a test.
///
/// The session of a scenario implements it.
package protocol MockTraceSource {
  /// Returns the trace so far, as UTF-8 text.
  ///
  /// The issues have their lines in the test if they are known.
  func trace(test: String, issues: [(text: String, place: ScriptLocation?)]) -> [UInt8]
}
