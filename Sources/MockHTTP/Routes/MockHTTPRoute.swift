internal import MockCalls

/// A route in Swift, with its responses.
///
/// ```swift
/// get("/users/{id}") { request in .json(User(id: request.path["id"])) }
/// post("/login").returns(.status(503), .json(Token("t"))).after(.seconds(1))
/// ```
///
/// Requests get the responses in the order in which you write them, and then the last one repeatedly. A closure is the first
/// response.
public struct MockHTTPRoute: Sendable {
  /// Returns the response of a request.
  public typealias Closure = @Sendable (MockHTTPRequest) async throws -> MockHTTPResponse

  let method: String
  let path: String
  let location: MockSourceLocation
  let closure: Closure?
  /// The responses that follow the closure's, each with the number of requests that get it.
  ///
  /// Nil is one request, or all further requests for the last response.
  private(set) var responses: [(response: MockHTTPResponse, times: Int?)] = []
  private(set) var delay: Duration?
  private(set) var gate: String?
  private(set) var isOptional = false

  init(_ method: String, _ path: String, _ closure: Closure?, _ location: MockSourceLocation) {
    (self.method, self.path, self.closure, self.location) = (method, path, closure, location)
  }

  private func with(_ change: (inout MockHTTPRoute) -> Void) -> MockHTTPRoute {
    var route = self
    change(&route)
    return route
  }

  /// Returns responses, one for each request.
  ///
  /// - Parameters:
  ///   - response: The first response.
  ///   - others: The responses of the requests after it.
  /// - Returns: The route.
  public func returns(
    _ response: MockHTTPResponse, _ others: MockHTTPResponse...
  ) -> MockHTTPRoute {
    with { $0.responses += ([response] + others).map { ($0, nil) } }
  }

  /// Returns a response for a number of requests.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - count: The number of requests, at least 1. If nothing comes after the response, a further request is an issue.
  /// - Returns: The route.
  public func returns(_ response: MockHTTPResponse, times count: Int) -> MockHTTPRoute {
    with { $0.responses.append((response, count)) }
  }

  /// Returns a status without a body.
  ///
  /// - Parameter status: The status, from 200 to 599.
  /// - Returns: The route.
  public func returns(status: Int) -> MockHTTPRoute { returns(.status(status)) }

  /// Delays each response on the scenario's clock.
  ///
  /// - Parameter delay: The time, 0 or more, rounded up to whole milliseconds.
  /// - Returns: The route.
  public func after(_ delay: Duration) -> MockHTTPRoute { with { $0.delay = delay } }

  /// Lets each request wait at a gate, before any delay begins.
  ///
  /// - Parameter name: The gate, which a test opens.
  /// - Returns: The route.
  public func gate(_ name: String) -> MockHTTPRoute { with { $0.gate = name } }

  /// Lets a strict test leave the route's responses unused.
  ///
  /// - Returns: The route.
  public func optional() -> MockHTTPRoute { with { $0.isOptional = true } }
}

/// Collects the routes of a closure, with `if`, `switch`, and `for`.
@resultBuilder public enum MockHTTPRoutesBuilder {
  /// Takes a route.
  public static func buildExpression(_ route: MockHTTPRoute) -> [MockHTTPRoute] { [route] }
  /// Takes routes that a function returned.
  public static func buildExpression(_ routes: [MockHTTPRoute]) -> [MockHTTPRoute] { routes }
  /// Joins the routes of a block.
  public static func buildBlock(_ routes: [MockHTTPRoute]...) -> [MockHTTPRoute] {
    routes.flatMap { $0 }
  }
  /// Takes the routes of an `if`, if there are any.
  public static func buildOptional(_ routes: [MockHTTPRoute]?) -> [MockHTTPRoute] { routes ?? [] }
  /// Takes the routes of an `if` or a case.
  public static func buildEither(first routes: [MockHTTPRoute]) -> [MockHTTPRoute] { routes }
  /// Takes the routes of an `else` or a case.
  public static func buildEither(second routes: [MockHTTPRoute]) -> [MockHTTPRoute] { routes }
  /// Joins the routes of a loop.
  public static func buildArray(_ routes: [[MockHTTPRoute]]) -> [MockHTTPRoute] {
    routes.flatMap { $0 }
  }
}

// MARK: - Methods of HTTP

/// Declares a route for `GET` requests, in ``MockHTTP/routes(host:in:file:line:_:)``.
///
/// - Parameters:
///   - path: The path, such as `/users/{id}`. `{name}` is one part of it, `{name...}` the rest. The route also
///     responds to `HEAD`, unless another route does.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response of a request; nil, the default, for a route that `returns` responses. If it throws
///     a `URLError`, the request fails with it. Any other error also fails the test.
/// - Returns: The route.
public func get(
  _ path: String, file: StaticString = #filePath, line: UInt = #line,
  _ response: MockHTTPRoute.Closure? = nil
) -> MockHTTPRoute {
  MockHTTPRoute("GET", path, response, MockSourceLocation(file: file, line: line))
}

/// Declares a route for `POST` requests, in ``MockHTTP/routes(host:in:file:line:_:)``.
///
/// - Parameters:
///   - path: The path, such as `/users/{id}`. `{name}` is one part of it, `{name...}` the rest.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response of a request; nil, the default, for a route that `returns` responses. If it throws
///     a `URLError`, the request fails with it. Any other error also fails the test.
/// - Returns: The route.
public func post(
  _ path: String, file: StaticString = #filePath, line: UInt = #line,
  _ response: MockHTTPRoute.Closure? = nil
) -> MockHTTPRoute {
  MockHTTPRoute("POST", path, response, MockSourceLocation(file: file, line: line))
}

/// Declares a route for `PUT` requests, in ``MockHTTP/routes(host:in:file:line:_:)``.
///
/// - Parameters:
///   - path: The path, such as `/users/{id}`. `{name}` is one part of it, `{name...}` the rest.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response of a request; nil, the default, for a route that `returns` responses. If it throws
///     a `URLError`, the request fails with it. Any other error also fails the test.
/// - Returns: The route.
public func put(
  _ path: String, file: StaticString = #filePath, line: UInt = #line,
  _ response: MockHTTPRoute.Closure? = nil
) -> MockHTTPRoute {
  MockHTTPRoute("PUT", path, response, MockSourceLocation(file: file, line: line))
}

/// Declares a route for `PATCH` requests, in ``MockHTTP/routes(host:in:file:line:_:)``.
///
/// - Parameters:
///   - path: The path, such as `/users/{id}`. `{name}` is one part of it, `{name...}` the rest.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response of a request; nil, the default, for a route that `returns` responses. If it throws
///     a `URLError`, the request fails with it. Any other error also fails the test.
/// - Returns: The route.
public func patch(
  _ path: String, file: StaticString = #filePath, line: UInt = #line,
  _ response: MockHTTPRoute.Closure? = nil
) -> MockHTTPRoute {
  MockHTTPRoute("PATCH", path, response, MockSourceLocation(file: file, line: line))
}

/// Declares a route for `DELETE` requests, in ``MockHTTP/routes(host:in:file:line:_:)``.
///
/// - Parameters:
///   - path: The path, such as `/users/{id}`. `{name}` is one part of it, `{name...}` the rest.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response of a request; nil, the default, for a route that `returns` responses. If it throws
///     a `URLError`, the request fails with it. Any other error also fails the test.
/// - Returns: The route.
public func delete(
  _ path: String, file: StaticString = #filePath, line: UInt = #line,
  _ response: MockHTTPRoute.Closure? = nil
) -> MockHTTPRoute {
  MockHTTPRoute("DELETE", path, response, MockSourceLocation(file: file, line: line))
}

/// Declares a route for `HEAD` requests, in ``MockHTTP/routes(host:in:file:line:_:)``.
///
/// - Parameters:
///   - path: The path, such as `/users/{id}`. `{name}` is one part of it, `{name...}` the rest.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response of a request; nil, the default, for a route that `returns` responses. If it throws
///     a `URLError`, the request fails with it. Any other error also fails the test.
/// - Returns: The route.
public func head(
  _ path: String, file: StaticString = #filePath, line: UInt = #line,
  _ response: MockHTTPRoute.Closure? = nil
) -> MockHTTPRoute {
  MockHTTPRoute("HEAD", path, response, MockSourceLocation(file: file, line: line))
}
