internal import MockData

extension MockServiceConfiguration {
  /// The services whose names are hosts.
  package var hosts: [String: MockServiceEntry] {
    services.filter { HTTPHost.isName($0.key) }
  }

  func checkRoutes(at root: ConfigurationNode) throws {
    let services = root.child(.null, .name(Key.services.rawValue))
    for (name, entry) in self.services.sortedByKeyBytes() {
      let service = services.child(.null, .name(name))
      guard HTTPHost.isName(name) else {
        if entry.methods.values.contains(where: { $0.responses.contains { $0.dribble != nil } }) {
          let problem = RouteProblem(
            "`dribble` is for routes, and `\(name.escaped)` isn't a host", "remove it")
          try root.context.note(service.error(.route(problem), atKey: true))
        }
        continue
      }
      let methods = service.child(.null, .name(MockServiceEntry.Key.methods.rawValue))
      for problem in RouteCheck.problems(of: name, methods: entry.methods.keys) {
        let node = problem.route.map { methods.child(.null, .name($0)) } ?? service
        try root.context.note(node.error(.route(problem.problem), atKey: true))
      }
      for (method, config) in entry.methods.sortedByKeyBytes() {
        let responses = methods.child(.null, .name(method))
          .child(.null, .name(MockMethodConfig.Key.responses.rawValue))
        for (index, response) in config.responses.enumerated() {
          do throws(RouteProblem) {
            try RouteCheck.check(response, of: method)
          } catch {
            let node = responses.child(.null, .index(index))
            try root.context.note(node.error(.route(error)))
          }
        }
      }
    }
  }
}

package enum RouteCheck {
  /// For a problem of the host's name, the route is nil.
  package static func problems(
    of service: String, methods: some Collection<String>
  ) -> [(route: String?, problem: RouteProblem)] {
    var problems: [(route: String?, problem: RouteProblem)] = []
    do throws(RouteProblem) {
      let host = try HTTPHost(service)
      if host.service != service {
        problems.append(
          (
            nil,
            RouteProblem(
              "the host `\(service.escaped)` isn't normalized", "write `\(host.service)`")
          ))
      }
    } catch {
      problems.append((nil, error))
    }
    var known: [RouteTemplate: String] = [:]
    var sockets: Set<String> = []
    for method in methods.sorted(by: { $0.precedesInBytes($1) }) {
      let socket = SocketEvent.split(method)?.socket
      if let socket, !sockets.insert(socket).inserted { continue }
      do throws(RouteProblem) {
        let template = try RouteTemplate(method)
        let name = socket ?? method
        guard let other = known.updateValue(name, forKey: template.key) else { continue }
        problems.append(
          (
            method,
            RouteProblem(
              "the route `\(name.escaped)` matches the same requests as `\(other.escaped)`",
              "keep one, and distinguish requests with `when({ path = ... }, ...)`")
          ))
      } catch {
        problems.append((method, error))
      }
    }
    return problems
  }

  private static func check(
    _ answer: RoutedValue, _ event: SocketEvent?
  ) throws(RouteProblem) {
    if let event { return try event.check(answer) }
    if answer.close != nil {
      throw RouteProblem(
        "`close` is for sockets", "write `[\"WS /path\"] = socket { ... }`, or remove `close`")
    }
  }

  private static func checkStream(of answers: [RoutedValue]) throws(RouteProblem) {
    if answers.dropFirst().contains(where: { $0.status != nil || !$0.headers.isEmpty }) {
      throw RouteProblem(
        "only the first value of a stream can have a status and headers",
        "move them to the first value")
    }
    let contents = answers.map(\.content).filter { $0 != .nothing }
    guard contents.count > 1 else { return }
    guard contents.allSatisfy(\.isOfStream) else {
      throw RouteProblem(
        "a `body` is sent as a whole, but the stream has \(answers.count) values",
        "write each value as an `event` or a `chunk`")
    }
    let events = contents.filter { if case .event = $0 { true } else { false } }
    guard events.isEmpty || events.count == contents.count else {
      throw RouteProblem("a stream can't have both `event` and `chunk`", "write only one of them")
    }
  }

  package static let changedPassthrough = RouteProblem(
    "a function can't change what a service sends to a socket", "write `passthrough()`")

  /// If `route` is nil, the route isn't a socket.
  package static func check(
    _ response: MockResponse, of route: String? = nil
  ) throws(RouteProblem) {
    let event = route.flatMap { SocketEvent.split($0)?.event }
    switch response.result {
    case .passthrough where event == .connect || event == .close:
      throw RouteProblem(
        "only a socket's messages and `open` can have `passthrough()`",
        "remove it here; the handshake and the close are passed through if messages or `open` are"
      )
    case .passthrough where event != nil && response.callback != nil:
      throw changedPassthrough
    case .callback, .passthrough: return
    case .success:
      let answer = try RoutedValue(response.value)
      try check(answer, event)
      if event == nil, answer.content.isOfStream {
        throw RouteProblem(
          "`event` and `chunk` are for streams",
          "write a `body`, or \"result\": \"stream\" with \"values\"")
      }
      if response.dribble != nil, let fault = answer.fault {
        throw RouteProblem(
          "the fault `\(fault.rawValue)` can't be sent in pieces", "remove `dribble`")
      }
    case .stream:
      let answers = try (response.values ?? []).map { value throws(RouteProblem) in
        try RoutedValue(value)
      }
      for answer in answers {
        try check(answer, event)
        if case .chunk(.string(let text)) = answer.content { _ = try answers[0].encoded(text) }
      }
      if event == nil { try checkStream(of: answers) }
    case .error: break
    }
    guard let code = response.error?.code, URLErrorName.code(of: code) == nil else { return }
    let hint =
      NearestName.hint(for: code, candidates: Array(URLErrorName.all)) ?? "write `timedOut`"
    throw RouteProblem(
      "`\(code.escaped)` isn't a request error",
      "\(hint)\(hint.hasSuffix("?") ? "" : ".") For a response such as 404, write a `status`"
    )
  }
}
