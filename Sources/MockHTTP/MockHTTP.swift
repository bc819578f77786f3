internal import MockConfiguration
public import MockContainer
internal import MockPlatform

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Lets a scenario answer the requests of `URLSession`, by the routes that it declares with `http`.
///
/// ```lua
/// http "https://api.example.com" { ["GET /users/{id}"] = reply { name = "Ada" } }
/// ```
///
/// A test gives its own configuration to the session of what it tests, so that tests beside it have other answers:
///
/// ```swift
/// @Test(.scenario("users.lua")) func name() async throws {
///   let client = UserClient(session: URLSession(configuration: .mocked))
///   #expect(try await client.user("7").name == "Ada")
/// }
/// ```
///
/// An app that is launched with a scenario says in its first lines that its requests are to be answered:
///
/// ```swift
/// MockHTTP.intercept()
/// MockServiceBootstrap.configureIfNeeded()
/// let session = URLSession(configuration: MockHTTP.mockedIfConfigured(.default))
/// ```
///
/// A request that no route takes fails, and is reported with the nearest route.
public enum MockHTTP {
  /// Lets the scenario of the process answer the requests of `URLSession.shared` from now on.
  ///
  /// In a test with the trait `.scenario(...)`, this isn't needed: requests of `URLSession.shared` that the test's own tasks
  /// make are answered by its scenario, and others to its hosts fail with an issue.
  ///
  /// Call it before `MockServiceBootstrap.configureIfNeeded()`. Where the process has no scenario, or one without
  /// hosts, all requests go their usual way. Sessions with a configuration of their own are not reached, as of any
  /// `URLProtocol`: give them ``mockedIfConfigured(_:)``.
  public static func intercept() {
    RequestInterception.isOn = true
    SharedURLProtocol.install()
  }

  /// A configuration that the scenario of the process answers, where it has one with hosts; else the same.
  ///
  /// - Parameter configuration: The configuration of an app's session.
  /// - Returns: A copy whose requests are answered, or the configuration itself.
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
  /// A default configuration whose requests the scenario of the current test answers, or that of the process.
  public static var mocked: URLSessionConfiguration {
    URLSessionConfiguration.default.mocked(by: MockCurrentSource.current)
  }

  /// A default configuration whose requests a scenario answers.
  ///
  /// - Parameter source: The scenario, such as a `ScenarioRuntime` or `MockSequencers`; it has to be kept as long as
  ///   sessions of the configuration are used.
  /// - Returns: A configuration for one or more sessions.
  public static func mocked(by source: any MockSequencerSource) -> URLSessionConfiguration {
    URLSessionConfiguration.default.mocked(by: source)
  }

  /// A copy of the configuration whose requests a scenario answers; what else it says holds, but for its cache.
  ///
  /// Its timeouts hold on the clock of the scenario.
  ///
  /// Answers of a scenario are never cached. Give the copy a `urlCache` again if you test what hosts that pass send.
  ///
  /// - Parameter source: The scenario; it has to be kept as long as sessions of the configuration are used.
  /// - Returns: A configuration for one or more sessions.
  public func mocked(by source: any MockSequencerSource) -> URLSessionConfiguration {
    // A copy of a configuration is one.
    let copy = (self.copy() as? URLSessionConfiguration) ?? self
    let taker = RequestTaker(source, copy)
    // Foundation on Linux looks for each request on the disk, which takes as long as all that is done here for it: 16 of
    // 67 us are ours, and 20 the cache's.
    copy.urlCache = nil
    copy.protocolClasses = [RequestTakers.add(taker)] + (copy.protocolClasses ?? [])
    return copy
  }
}
