internal import MockHTTPServer

/// The actions available at a path.
struct Endpoint: Sendable {
  /// The action for one HTTP method.
  ///
  /// This is a struct, because a function type with typed throws can be a generic argument only on macOS 15 and later.
  struct Action: Sendable {
    let run: @Sendable (Inspector, HTTPExchange, [String]) throws(Refusal) -> Void

    init(_ run: @escaping @Sendable (Inspector, HTTPExchange, [String]) throws(Refusal) -> Void) {
      self.run = run
    }
  }

  /// The actions by HTTP method.
  var actions: [String: Action]
  /// The path components that are names.
  var names: [String] = []

  /// Finds the endpoint for a path after `/__admin`.
  static func find(_ path: ArraySlice<String>) -> Endpoint? {
    let parts = Array(path)
    for (pattern, actions) in table where pattern.count == parts.count {
      let pairs = zip(pattern, parts)
      guard pairs.allSatisfy({ $0 == "*" || $0 == $1 }) else { continue }
      return Endpoint(actions: actions, names: pairs.filter { $0.0 == "*" }.map(\.1))
    }
    return nil
  }

  /// The path patterns, in which `*` matches a name, with the actions of their methods.
  ///
  /// `openapi.json` describes them.
  static let table: [([String], [String: Action])] = [
    (
      ["requests"],
      [
        "GET": Action { (inspector, exchange, _) throws(Refusal) in
          try inspector.listCalls(exchange)
        }
      ]
    ),
    (
      ["requests", "*"],
      [
        "GET": Action { (inspector, exchange, names) throws(Refusal) in
          try inspector.showCall(names[0], exchange)
        }
      ]
    ),
    (
      ["requests", "*", "resend"],
      [
        "POST": Action { (inspector, exchange, names) throws(Refusal) in
          try inspector.resend(names[0], exchange)
        }
      ]
    ),
    (
      ["requests", "*", "route"],
      [
        "POST": Action { (inspector, exchange, names) throws(Refusal) in
          try inspector.addRoute(names[0], exchange)
        }
      ]
    ),
    (["services"], ["GET": Action { inspector, exchange, _ in inspector.listServices(exchange) }]),
    (
      ["services", "*", "*", "override"],
      [
        "PUT": Action { (inspector, exchange, names) throws(Refusal) in
          try inspector.override(names[0], names[1], exchange)
        },
        "DELETE": Action { (inspector, exchange, names) throws(Refusal) in
          try inspector.withdraw(names[0], names[1], exchange)
        },
      ]
    ),
    (
      ["lua"],
      [
        "POST": Action { (inspector, exchange, _) throws(Refusal) in
          try inspector.writeLua(exchange)
        }
      ]
    ),
    (
      ["state"],
      [
        "GET": Action { inspector, exchange, _ in inspector.showState(exchange) },
        "PUT": Action { (inspector, exchange, _) throws(Refusal) in try inspector.setState(exchange)
        },
      ]
    ),
    (["gates"], ["GET": Action { inspector, exchange, _ in inspector.listGates(exchange) }]),
    (
      ["gates", "*"],
      [
        "PUT": Action { (inspector, exchange, names) throws(Refusal) in
          try inspector.setGate(names[0], exchange)
        }
      ]
    ),
    (
      ["clock"],
      [
        "GET": Action { inspector, exchange, _ in inspector.showClock(exchange) },
        "PUT": Action { (inspector, exchange, _) throws(Refusal) in
          try inspector.chooseClock(exchange)
        },
        "POST": Action { (inspector, exchange, _) throws(Refusal) in
          try inspector.moveClock(exchange)
        },
      ]
    ),
    (
      ["variants"],
      [
        "GET": Action { inspector, exchange, _ in inspector.listVariants(exchange) },
        "PUT": Action { (inspector, exchange, _) throws(Refusal) in
          try inspector.chooseVariant(exchange)
        },
      ]
    ),
    (
      ["reset"],
      ["POST": Action { inspector, exchange, _ in inspector.restart(.nothing, exchange) }]
    ),
    (
      ["call"],
      ["POST": Action { (inspector, exchange, _) throws(Refusal) in try inspector.play(exchange) }]
    ),
    (
      ["completions"],
      [
        "POST": Action { (inspector, exchange, _) throws(Refusal) in
          try inspector.complete(exchange)
        }
      ]
    ),
    (["script"], ["GET": Action { inspector, exchange, _ in inspector.showScript(exchange) }]),
    (
      ["events"],
      [
        "GET": Action { (inspector, exchange, _) throws(Refusal) in
          try inspector.subscribe(exchange)
        }
      ]
    ),
  ]
}
