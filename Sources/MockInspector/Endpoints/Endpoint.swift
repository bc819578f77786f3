internal import MockHTTPServer

/// An action of the inspector, for one HTTP method and the paths of one pattern.
struct Endpoint: Sendable {
  let method: String
  /// The path after `/__admin`, in which `*` matches a name.
  let pattern: String
  private let components: [Substring]
  private let action: @Sendable (Inspector, [String], HTTPExchange) throws(Refusal) -> Void

  private init(
    _ method: String, _ pattern: String,
    action: @escaping @Sendable (Inspector, [String], HTTPExchange) throws(Refusal) -> Void
  ) {
    (self.method, self.pattern, self.action) = (method, pattern, action)
    components = pattern.split(separator: "/")
  }

  private init(
    _ method: String, _ pattern: String,
    _ action: @escaping @Sendable (Inspector) -> (HTTPExchange) throws(Refusal) -> Void
  ) {
    self.init(method, pattern) { (inspector, _, exchange) throws(Refusal) in
      try action(inspector)(exchange)
    }
  }

  private init(
    _ method: String, _ pattern: String,
    _ action: @escaping @Sendable (Inspector) -> (String, HTTPExchange) throws(Refusal) -> Void
  ) {
    self.init(method, pattern) { (inspector, names, exchange) throws(Refusal) in
      try action(inspector)(names[0], exchange)
    }
  }

  private init(
    _ method: String, _ pattern: String,
    _ action:
      @escaping @Sendable (Inspector) -> (String, String, HTTPExchange) throws(Refusal) -> Void
  ) {
    self.init(method, pattern) { (inspector, names, exchange) throws(Refusal) in
      try action(inspector)(names[0], names[1], exchange)
    }
  }

  /// Returns whether the pattern matches a path after `/__admin`.
  func matches(_ path: ArraySlice<String>) -> Bool {
    path.count == components.count
      && zip(components, path).allSatisfy { $0 == "*" || $0 == $1 }
  }

  func run(
    _ inspector: Inspector, _ path: ArraySlice<String>, _ exchange: HTTPExchange
  ) throws(Refusal) {
    let names = zip(components, path).filter { $0.0 == "*" }.map(\.1)
    try action(inspector, names, exchange)
  }

  /// All endpoints, which `openapi.json` describes.
  static let all = [
    Endpoint("GET", "requests", Inspector.listCalls),
    Endpoint("GET", "requests/*", Inspector.showCall),
    Endpoint("POST", "requests/*/resend", Inspector.resend),
    Endpoint("POST", "requests/*/route", Inspector.addRoute),
    Endpoint("GET", "services", Inspector.listServices),
    Endpoint("PUT", "services/*/*/override", Inspector.override),
    Endpoint("DELETE", "services/*/*/override", Inspector.withdraw),
    Endpoint("POST", "lua", Inspector.writeLua),
    Endpoint("GET", "state", Inspector.showState),
    Endpoint("PUT", "state", Inspector.setState),
    Endpoint("GET", "gates", Inspector.listGates),
    Endpoint("PUT", "gates/*", Inspector.setGate),
    Endpoint("GET", "clock", Inspector.showClock),
    Endpoint("PUT", "clock", Inspector.chooseClock),
    Endpoint("POST", "clock", Inspector.moveClock),
    Endpoint("GET", "variants", Inspector.listVariants),
    Endpoint("PUT", "variants", Inspector.chooseVariant),
    Endpoint("POST", "reset", Inspector.reset),
    Endpoint("POST", "call", Inspector.play),
    Endpoint("POST", "completions", Inspector.complete),
    Endpoint("GET", "script", Inspector.showScript),
    Endpoint("GET", "events", Inspector.subscribe),
  ]
}
