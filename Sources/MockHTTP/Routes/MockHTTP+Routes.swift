internal import MockCalls
internal import MockConfiguration
public import MockContainer
internal import MockData

extension MockHTTP {
  /// Adds routes in Swift to the scenario of the current test.
  ///
  /// ```swift
  /// @Test(.mocked) func name() async throws {
  ///   MockHTTP.routes {
  ///     get("/users/{id}") { request in .json(User(id: request.path["id"], name: "Ada")) }
  ///     post("/login").returns(status: 401)
  ///   }
  ///   let client = UserClient(session: URLSession(configuration: .mocked))
  ///   #expect(try await client.name(of: 7) == "Ada")
  ///   verify(.get("/users/7"), called: 1)
  /// }
  /// ```
  ///
  /// The routes last until the test ends or its scenario is reset. They take precedence over a script's routes. A route
  /// replaces an earlier one with the same host, method, and path.
  ///
  /// An app in another process only gets the routes that were added before it joined the test.
  ///
  /// If a route has an error, the route isn't added, and the test fails at the route's line.
  ///
  /// - Parameters:
  ///   - host: The host, such as `api.example.com`, or an address with a path that all routes begin with, such as
  ///     `https://api.example.com/v1`; nil, the default, for any host.
  ///   - source: The scenario, such as a `ScenarioRuntime` or `MockSequencers`; nil, the default, for the scenario of
  ///     the current test or of the process.
  ///   - file: The file to report; the caller's by default.
  ///   - line: The line to report; the caller's by default.
  ///   - routes: The routes.
  public static func routes(
    host: String? = nil, in source: (any MockSequencerSource)? = nil,
    file: StaticString = #filePath, line: UInt = #line,
    @MockHTTPRoutesBuilder _ routes: () -> [MockHTTPRoute]
  ) {
    let location = MockSourceLocation(file: file, line: line)
    let source = source ?? MockCurrentSource.current
    let base: (host: HTTPHost, path: String)
    let routed: any RouteSource & AnyObject
    do throws(RouteProblem) {
      routed = try routeSource(source)
      base = try HTTPHost.split(host ?? "//*")
      if base.path.contains(where: { "?#{} ".contains($0) }) {
        throw RouteProblem(
          "the address `\((host ?? "").escaped)` has more than a host and a path",
          "write `https://api.example.com/v1`")
      }
    } catch {
      return report(error, to: source, at: location)
    }
    let added = checked(routes(), at: base, in: routed)
    guard routed.add(added) else {
      let problem = RouteProblem(
        "another process responds to this process's calls",
        "declare the routes in the test, before the app is launched")
      return report(problem, to: source, at: location)
    }
    RequestInterception.noteRoutes(of: routed)
  }

  /// Returns the routes that have no errors, and reports the errors of all other routes.
  private static func checked(
    _ routes: [MockHTTPRoute], at base: (host: HTTPHost, path: String),
    in source: any RouteSource & AnyObject
  ) -> [RouteInSwift] {
    var known: [RouteTemplate: MockHTTPRoute] = [:]
    return routes.compactMap { route in
      do throws(RouteProblem) {
        let lowered = try route.lowered(at: base, in: source)
        let key = try RouteTemplate(lowered.method).key
        if let other = known.updateValue(route, forKey: key) {
          throw RouteProblem(
            "the route `\(route.method) \(route.path.escaped)` matches the same requests as the one at \(other.location)",
            "keep one, and write several responses as `.returns(first, second)`")
        }
        return lowered
      } catch {
        report(error, to: source, at: route.location)
        return nil
      }
    }
  }

  private static func report(
    _ problem: RouteProblem, to source: any MockSequencerSource, at location: MockSourceLocation
  ) {
    MockFailure(severity: .report, message: problem.description, sourceLocation: location)
      .report(to: source)
  }
}

extension MockFailure {
  /// Reports the failure to a scenario, or to the handler of the current task if the scenario isn't running.
  func report(to source: any MockSequencerSource) {
    if let source = source as? any RouteSource, !source.context.hasNoScenario {
      source.context.report(self)
    } else {
      MockFailureHandler.report(self)
    }
  }
}

/// Throws the problem if no scenario is running, or if it can't respond to requests.
func routeSource(
  _ source: any MockSequencerSource
) throws(RouteProblem) -> any RouteSource & AnyObject {
  guard let routed = source as? any RouteSource & AnyObject else {
    throw RouteProblem(
      "a \(type(of: source)) cannot respond to requests",
      "pass a ScenarioRuntime or MockSequencers")
  }
  if routed.context.hasNoScenario {
    throw RouteProblem(
      "no scenario is running in this task",
      "add `.mocked` or `.scenario(...)` to the test, and call this from the test's own task")
  }
  return routed
}
