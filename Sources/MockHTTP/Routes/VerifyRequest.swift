public import MockCalls
internal import MockConfiguration
public import MockContainer
internal import MockData
internal import MockRoutes

/// The method and path of requests that ``verify(_:host:query:headers:body:called:in:file:line:)`` counts.
///
/// A path is exact, such as `/users/7`, or has parameters, such as `/users/{id}`.
public struct MockHTTPRequestPattern: Sendable {
  let method: String
  let path: String

  private init(_ method: String, _ path: String) { (self.method, self.path) = (method, path) }

  /// Returns a pattern for `GET` requests with a path.
  public static func get(_ path: String) -> MockHTTPRequestPattern {
    MockHTTPRequestPattern("GET", path)
  }

  /// Returns a pattern for `POST` requests with a path.
  public static func post(_ path: String) -> MockHTTPRequestPattern {
    MockHTTPRequestPattern("POST", path)
  }

  /// Returns a pattern for `PUT` requests with a path.
  public static func put(_ path: String) -> MockHTTPRequestPattern {
    MockHTTPRequestPattern("PUT", path)
  }

  /// Returns a pattern for `PATCH` requests with a path.
  public static func patch(_ path: String) -> MockHTTPRequestPattern {
    MockHTTPRequestPattern("PATCH", path)
  }

  /// Returns a pattern for `DELETE` requests with a path.
  public static func delete(_ path: String) -> MockHTTPRequestPattern {
    MockHTTPRequestPattern("DELETE", path)
  }

  /// Returns a pattern for `HEAD` requests with a path.
  public static func head(_ path: String) -> MockHTTPRequestPattern {
    MockHTTPRequestPattern("HEAD", path)
  }
}

/// Expects that a request was made a number of times in the scenario of the current test, and records an issue otherwise.
///
/// ```swift
/// verify(.get("/search"), query: ["q": "tea"], called: 1)
/// verify(.post("/login"), headers: ["Accept": "application/json"], body: ["user": "ada"])
/// ```
///
/// It counts the requests of routes in Swift and in scripts, with any response. If there are too few, the message
/// names the nearest request and its differences.
///
/// - Parameters:
///   - request: The method and the path, in which `{name}` is any part.
///   - host: The host, such as `api.example.com`; nil, the default, for any.
///   - query: Names and values that the query has, among others; none by default.
///   - headers: Headers that the request has, among others; their names in any case. None by default.
///   - body: A value that the body has once it's encoded. An object may have other members, too. Nil, the default, for any
///     body, or none.
///   - expected: The number of requests, such as `2`, `1...2`, or `.never`; at least one by default.
///   - source: The scenario; nil, the default, for that of the current test, or of the process.
///   - file: The file to report; the caller's by default.
///   - line: The line to report; the caller's by default.
public func verify(
  _ request: MockHTTPRequestPattern, host: String? = nil, query: [String: String] = [:],
  headers: [String: String] = [:], body: (any Encodable)? = nil,
  called expected: some MockCallCountExpression = .atLeast(1),
  in source: (any MockSequencerSource)? = nil, file: StaticString = #filePath, line: UInt = #line
) {
  let source = source ?? MockCurrentSource.current
  var problem: String
  do {
    let routed = try routeSource(source)
    let expectation = try RequestExpectation(request, host, query, headers, body)
    return try expectation.check(expected.callCount, in: routed)
  } catch let error as RouteProblem {
    problem = error.description
  } catch {
    problem = "\(error)"
  }
  MockFailure(
    severity: .expectation, message: problem,
    sourceLocation: MockSourceLocation(file: file, line: line)
  ).report(to: source)
}
