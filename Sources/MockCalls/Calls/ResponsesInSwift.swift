package import MockConfiguration
package import MockData
internal import MockPlatform

/// A route whose responses a test declares in Swift.
package struct RouteInSwift: Sendable {
  /// The name of the route's service, which is its host.
  package var service: String
  /// The name of the route's method, such as `GET /users/{id}`.
  package var method: String
  package var config: MockMethodConfig
  /// The line of the test that declares the route.
  package var place: ScriptLocation
  /// Computes the responses that are callbacks, or is nil if the route doesn't have any.
  package var closure: ResponsesInSwift.Closure?

  package init(
    service: String, method: String, config: MockMethodConfig, place: ScriptLocation,
    closure: ResponsesInSwift.Closure?
  ) {
    (self.service, self.method, self.config) = (service, method, config)
    (self.place, self.closure) = (place, closure)
  }

  /// Returns the name of the closure of a route in a configuration.
  package static func callback(of service: String, _ method: String) -> String {
    "\(service).\(method)#swift"
  }

  /// The location of each response, by index.
  package var places: [Int: ScriptLocation] {
    Dictionary(uniqueKeysWithValues: config.responses.indices.map { ($0, place) })
  }

  /// A key that is the same for all routes that match the same requests to a host.
  fileprivate var key: RouteTemplate? { try? RouteTemplate(method).key }
}

/// The responses that Swift code adds to a running scenario.
///
/// They stay until the scenario is reset.
package final class ResponsesInSwift: Sendable {
  package typealias Closure = @Sendable (MockCall) async throws -> MockAnswer

  private struct State {
    var closures: [String: ClosureResponder] = [:]
    var routes: [String: Set<String>] = [:]
  }

  /// A closure that is called when routes are added.
  ///
  /// It is a struct, because bare closures in generic storage gain a thunk each time they are moved.
  private struct Observer {
    let run: @Sendable () -> Void
  }

  private let state = Locked(State(), isLeaf: true)
  private let observer = Locked<Observer?>(nil, isLeaf: true)

  /// The names of the routes of each service.
  package var routes: [String: Set<String>] { state.withLock(\.routes) }

  package func set(_ callback: String, _ closure: @escaping Closure) {
    let old = state.withLock {
      $0.closures.updateValue(ClosureResponder(closure: closure), forKey: callback)
    }
    RankedLock.whenFree { withExtendedLifetime(old) {} }
  }

  /// Adds routes, and returns the names of earlier routes that match the same requests, which the new routes replace.
  package func add(_ routes: [RouteInSwift]) -> [(service: String, method: String)] {
    for route in routes {
      guard let closure = route.closure else { continue }
      set(RouteInSwift.callback(of: route.service, route.method), closure)
    }
    return state.withLock { state in
      routes.flatMap { route in
        let known = state.routes[route.service] ?? []
        let replaced = known.filter {
          $0 != route.method && (try? RouteTemplate($0).key) == route.key
        }
        state.routes[route.service] = known.subtracting(replaced).union([route.method])
        return replaced.map { (route.service, $0) }
      }
    }
  }

  package func removeAll() {
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    // Freeing an object that a closure captures may run the app's code.
    RankedLock.whenFree { withExtendedLifetime(old) {} }
  }

  /// Sets the closure to call when a test has added routes, or removes it if the closure is nil.
  package func whenRouted(_ run: (@Sendable () -> Void)?) {
    let old = observer.exchange(run.map { Observer(run: $0) })
    withExtendedLifetime(old) {}
  }

  /// Calls the closure that ``whenRouted(_:)`` has set, because a test has added routes.
  package func noteRoutes() { observer.withLock { $0 }?.run() }

  func responder(_ callback: String) -> (any MockResponder)? {
    state.withLock { $0.closures[callback] }
  }
}

/// A responder that calls a closure.
///
/// The closure can wait, so the responder can't respond to a caller that isn't `async`.
private struct ClosureResponder: MockResponder {
  let closure: ResponsesInSwift.Closure

  nonisolated(nonsending) func answer(_ call: MockCall) async throws -> MockAnswer {
    try await closure(call)
  }

  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool { false }
}
