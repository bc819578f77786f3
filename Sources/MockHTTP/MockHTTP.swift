internal import MockConfiguration
public import MockContainer
internal import MockPlatform

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Directs the requests of `URLSession` to a scenario, which declares its routes with `http`.
///
/// ```lua
/// http "https://api.example.com" { ["GET /users/{id}"] = reply { name = "Ada" } }
/// ```
///
/// A test passes its own configuration to the session under test, so that concurrent tests can have different
/// responses:
///
/// ```swift
/// @Test(.scenario("users.lua")) func name() async throws {
///   let client = UserClient(session: URLSession(configuration: .mocked))
///   #expect(try await client.user("7").name == "Ada")
/// }
/// ```
///
/// A test can also declare its routes in Swift, with ``MockHTTP/routes(host:in:file:line:_:)``.
///
/// An app that can be launched with a scenario intercepts requests at launch:
///
/// ```swift
/// MockHTTP.intercept()
/// MockServiceBootstrap.configureIfNeeded()
/// let session = URLSession(configuration: MockHTTP.mockedIfConfigured(.default))
/// ```
///
/// If no route matches a request, the request fails. The failure's message contains the most similar route.
public enum MockHTTP {
  /// Directs the requests of `URLSession.shared` to the process's scenario from now on.
  ///
  /// In a test with the trait `.scenario(...)`, create a session with `URLSessionConfiguration.mocked` instead. On
  /// Apple platforms, requests of such a test through `URLSession.shared` to the scenario's hosts fail with an issue.
  /// On Linux, the scenario responds, unless a detached task makes the request.
  ///
  /// Call the method before `MockServiceBootstrap.configureIfNeeded()`. If the process has no scenario, or its scenario
  /// has no hosts, all requests go to the network as usual. The method doesn't affect sessions with their own
  /// configuration. For these sessions, use ``mockedIfConfigured(_:)``.
  public static func intercept() {
    RequestInterception.isOn = true
    SharedURLProtocol.install()
  }

  /// Returns a mocked copy of a configuration, or the unchanged configuration if the process has no hosts to mock.
  ///
  /// - Parameter configuration: The configuration of an app's session.
  /// - Returns: A mocked copy if the process has a scenario with hosts; otherwise, the configuration itself.
  public static func mockedIfConfigured(
    _ configuration: URLSessionConfiguration
  ) -> URLSessionConfiguration {
    guard let source = MockCurrentSource.shared as? any RouteSource, source.takesRequests else {
      return configuration
    }
    return configuration.mocked(by: source)
  }
}

extension URLSessionConfiguration {
  /// An ephemeral configuration whose requests go to the scenario of the current test or of the process.
  ///
  /// Its cookies and credentials are its own, so that a test doesn't send the cookies of another one.
  public static var mocked: URLSessionConfiguration {
    URLSessionConfiguration.ephemeral.mocked(by: MockCurrentSource.current)
  }

  /// Returns an ephemeral configuration whose requests go to a scenario.
  ///
  /// Its cookies and credentials are its own, so that a test doesn't send the cookies of another one.
  ///
  /// - Parameter source: The scenario, such as a `ScenarioRuntime` or `MockSequencers`. Keep a reference to it as long
  ///   as you use sessions with the configuration.
  /// - Returns: A configuration for one or more sessions.
  public static func mocked(by source: any MockSequencerSource) -> URLSessionConfiguration {
    URLSessionConfiguration.ephemeral.mocked(by: source)
  }

  /// Returns a copy of the configuration whose requests go to a scenario.
  ///
  /// The copy has the same settings, except for its cache. A copy of `.default` stores cookies where all sessions of
  /// the process do; to give each test its own, copy `.ephemeral`.
  ///
  /// Timeouts use the scenario's clock. While a request waits at a closed gate, a virtual clock reaches the timeout
  /// only if `advance(by:)` or the delay of another call advances it. Requests from an app in another process don't
  /// time out.
  ///
  /// On Linux, the `progress` and the byte counts of a task stay at zero, and download tasks fail. On Apple platforms,
  /// `Explored.settle()` can return before a completion handler has run, so await the result.
  ///
  /// Responses of a scenario are never cached. To test the caching of hosts that are passed through, set a `urlCache`
  /// on the copy.
  ///
  /// - Parameter source: The scenario. Keep a reference to it as long as you use sessions with the configuration.
  /// - Returns: A configuration for one or more sessions.
  public func mocked(by source: any MockSequencerSource) -> URLSessionConfiguration {
    // A copy of a configuration is always a `URLSessionConfiguration`.
    let copy = (self.copy() as? URLSessionConfiguration) ?? self
    let taker = RequestTaker(source, copy)
    // Foundation on Linux checks the disk cache for each request, which takes longer than MockHTTP.
    copy.urlCache = nil
    copy.protocolClasses = [RequestTakers.add(taker)] + (copy.protocolClasses ?? [])
    return copy
  }
}
