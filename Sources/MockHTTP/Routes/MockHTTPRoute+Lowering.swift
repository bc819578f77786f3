internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockData

#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

extension MockHTTPRoute {
  /// Converts the route to the form that a scenario uses.
  ///
  /// `base` is the host, and the path that all routes begin with. The route doesn't retain `source`.
  func lowered(
    at base: (host: HTTPHost, path: String), in source: any RouteSource & AnyObject
  ) throws(RouteProblem) -> RouteInSwift {
    try checkPath()
    let prefix = base.path.hasSuffix("/") ? base.path.dropLast() : base.path[...]
    let (service, name) = (base.host.service, "\(method) \(prefix)\(path)")
    _ = try RouteTemplate(name)
    return RouteInSwift(
      service: service, method: name, config: try configuration(service, name),
      place: location.place, closure: closure.map { answering($0, in: source) })
  }

  private func checkPath() throws(RouteProblem) {
    let function = method.lowercased()
    guard path.hasPrefix("/") else {
      throw RouteProblem(
        "the path `\(path.escaped)` doesn't begin with a slash",
        "write `\(function)(\"/\(path.prefix { !"?#".contains($0) }.drop { $0 == "/" })\")`; to name a host,"
          + " use `MockHTTP.routes(host:)`"
      )
    }
    if let mark = path.firstIndex(where: { "?# ".contains($0) }) {
      let suggestion =
        path[mark] == " "
        ? "write `%20`" : "write only the path, and read `request.query` in a closure"
      throw RouteProblem("the path `\(path.escaped)` has a `\(path[mark])`", suggestion)
    }
  }

  private func configuration(
    _ service: String, _ name: String
  ) throws(RouteProblem) -> MockMethodConfig {
    guard closure != nil || !responses.isEmpty else {
      throw RouteProblem(
        "the route `\(name.escaped)` has no response",
        "give it a closure, or `.returns(.status(204))`")
    }
    var all: [MockResponse] = []
    if closure != nil {
      let callback = RouteInSwift.callback(of: service, name)
      all.append(MockResponse(result: .callback, callback: callback))
    }
    for (response, times) in responses {
      if let times, times < 1 {
        throw RouteProblem(
          "`times: \(times)` never uses the response", "write at least 1, or remove `times:`")
      }
      all += Array(repeating: try response.content.get(), count: times ?? 1)
    }
    let delay = try delay.map(Self.milliseconds)
    for index in all.indices {
      all[index].gate = gate
      all[index].delayMs = delay.map { .fixed(ms: $0) }
      if isOptional { all[index].optional = true }
    }
    let isLimited = responses.last?.times != nil
    return MockMethodConfig(responses: all, exhaustBehavior: isLimited ? .error : nil)
  }

  private static func milliseconds(_ delay: Duration) throws(RouteProblem) -> Int {
    let milliseconds = (delay / .milliseconds(1)).rounded(.up)
    guard delay >= .zero, let whole = Int(exactly: milliseconds) else {
      throw RouteProblem("`.after(\(delay))` is not a valid delay", "write 0 or more")
    }
    return whole
  }

  private func answering(
    _ closure: @escaping Closure, in source: any RouteSource & AnyObject
  ) -> ResponsesInSwift.Closure {
    let location = location
    // The scenario retains the closure.
    let report = { @Sendable [weak source] (problem: String) in
      source?.report(
        MockFailure(severity: .report, message: problem, sourceLocation: location)) ?? ()
    }
    return { call in
      do {
        let response = try await closure(MockHTTPRequest(call, report: report))
        return .response(try response.content.get())
      } catch {
        return .response(try Self.response(throwing: error, at: location))
      }
    }
  }

  /// Returns the response to a request whose closure threw an error.
  ///
  /// - Throws: The original `CancellationError`, or a `MockServiceError` that fails the test.
  private static func response(
    throwing error: any Error, at location: MockSourceLocation
  ) throws -> MockResponse {
    switch error {
    case is CancellationError: throw error
    case let error as URLError: return try MockHTTPResponse.failure(error.code).content.get()
    case let problem as RouteProblem:
      throw MockServiceError(problem: .scriptError, problem.description, at: location.place)
    case let error as MockHTTPRequestError:
      throw MockServiceError(problem: .scriptError, error.description, at: location.place)
    default:
      throw MockServiceError(
        problem: .scriptError,
        "the closure of the route threw \(error); return a response, or throw a `URLError`",
        at: location.place)
    }
  }
}
