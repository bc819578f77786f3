internal import MockCalls

/// A route in Swift, with its responses.
///
/// ```swift
/// get("/users/{id}") { request in .json(User(id: request.path["id"])) }
/// post("/login").returns(.status(503), .json(Token("t"))).after(.seconds(1))
/// ```
///
/// Each request gets the next response, in the order in which you write them. The last response repeats, unless you add
/// it with `times:`. If the route has a closure, the closure's response comes first.
public struct MockHTTPRoute: Sendable {
  /// A closure that returns the response to a request.
  public typealias Closure = @Sendable (MockHTTPRequest) async throws -> MockHTTPResponse

  let method: String
  let path: String
  let location: MockSourceLocation
  let closure: Closure?
  /// The responses after the closure's response, each with the number of requests that get it.
  ///
  /// If the number is nil, one request gets the response. If it's the last response, all further requests get it, too.
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

  /// Adds responses, one for each request.
  ///
  /// - Parameters:
  ///   - response: The first response.
  ///   - others: The responses to the following requests.
  /// - Returns: The route.
  public func returns(
    _ response: MockHTTPResponse, _ others: MockHTTPResponse...
  ) -> MockHTTPRoute {
    with { $0.responses += ([response] + others).map { ($0, nil) } }
  }

  /// Adds a response for a number of requests.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - count: The number of requests, at least 1. If it's the route's last response, any further request fails the
  ///     test.
  /// - Returns: The route.
  public func returns(_ response: MockHTTPResponse, times count: Int) -> MockHTTPRoute {
    with { $0.responses.append((response, count)) }
  }

  /// Adds a response with a status and without a body.
  ///
  /// - Parameter status: The status, from 200 to 599.
  /// - Returns: The route.
  public func returns(status: Int) -> MockHTTPRoute { returns(.status(status)) }

  /// Delays each response on the scenario's clock.
  ///
  /// - Parameter delay: The time, 0 or more, rounded up to whole milliseconds.
  /// - Returns: The route.
  public func after(_ delay: Duration) -> MockHTTPRoute { with { $0.delay = delay } }

  /// Makes each request wait at a gate before its delay begins.
  ///
  /// - Parameter name: The gate, which a test opens.
  /// - Returns: The route.
  public func gate(_ name: String) -> MockHTTPRoute { with { $0.gate = name } }

  /// Allows the route's responses to remain unused in a strict test.
  ///
  /// - Returns: The route.
  public func optional() -> MockHTTPRoute { with { $0.isOptional = true } }
}

/// Builds a list of routes from a closure, which can contain `if`, `switch`, and `for`.
@resultBuilder public enum MockHTTPRoutesBuilder {
  /// Builds a list from a single route.
  public static func buildExpression(_ route: MockHTTPRoute) -> [MockHTTPRoute] { [route] }
  /// Includes a list of routes, such as the result of a function.
  public static func buildExpression(_ routes: [MockHTTPRoute]) -> [MockHTTPRoute] { routes }
  /// Joins the routes of a block.
  public static func buildBlock(_ routes: [MockHTTPRoute]...) -> [MockHTTPRoute] {
    routes.flatMap { $0 }
  }
  /// Includes the routes of an `if` without `else`.
  public static func buildOptional(_ routes: [MockHTTPRoute]?) -> [MockHTTPRoute] { routes ?? [] }
  /// Includes the routes of the first branch of an `if` or a `switch`.
  public static func buildEither(first routes: [MockHTTPRoute]) -> [MockHTTPRoute] { routes }
  /// Includes the routes of another branch of an `if` or a `switch`.
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
///   - path: The path, such as `/users/{id}`. `{name}` matches one part of the path, and `{name...}` matches the rest.
///     The route also responds to `HEAD`, unless another route does.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response to a request; nil, the default, if you add responses with `returns`. If it throws
///     a `URLError`, the request fails with that error. Any other error fails the request and the test.
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
///   - path: The path, such as `/users/{id}`. `{name}` matches one part of the path, and `{name...}` matches the rest.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response to a request; nil, the default, if you add responses with `returns`. If it throws
///     a `URLError`, the request fails with that error. Any other error fails the request and the test.
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
///   - path: The path, such as `/users/{id}`. `{name}` matches one part of the path, and `{name...}` matches the rest.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response to a request; nil, the default, if you add responses with `returns`. If it throws
///     a `URLError`, the request fails with that error. Any other error fails the request and the test.
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
///   - path: The path, such as `/users/{id}`. `{name}` matches one part of the path, and `{name...}` matches the rest.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response to a request; nil, the default, if you add responses with `returns`. If it throws
///     a `URLError`, the request fails with that error. Any other error fails the request and the test.
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
///   - path: The path, such as `/users/{id}`. `{name}` matches one part of the path, and `{name...}` matches the rest.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response to a request; nil, the default, if you add responses with `returns`. If it throws
///     a `URLError`, the request fails with that error. Any other error fails the request and the test.
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
///   - path: The path, such as `/users/{id}`. `{name}` matches one part of the path, and `{name...}` matches the rest.
///   - file: The file of the route; the caller's by default.
///   - line: The line of the route; the caller's by default.
///   - response: Returns the response to a request; nil, the default, if you add responses with `returns`. If it throws
///     a `URLError`, the request fails with that error. Any other error fails the request and the test.
/// - Returns: The route.
public func head(
  _ path: String, file: StaticString = #filePath, line: UInt = #line,
  _ response: MockHTTPRoute.Closure? = nil
) -> MockHTTPRoute {
  MockHTTPRoute("HEAD", path, response, MockSourceLocation(file: file, line: line))
}
