package import MockCalls
package import MockConfiguration
package import MockContainer
package import MockData
internal import MockPlatform

/// A WebSocket of a client: its handshake, and the calls for its events.
package struct RoutedSocket: Sendable {
  private var request: RoutedRequest
  private let match: RouteTable.Match
  private let events: [SocketEvent: String]
  /// The number of the socket, starting at 1 for each server.
  package let number: Int

  /// Creates the socket for a handshake; nil if the request isn't a handshake, or if no route matches it.
  package init?(_ request: RoutedRequest, _ routes: RouteTable, number: () -> Int) {
    guard request.isHandshake,
      let match = routes.socket(at: request.target.path, of: request.origin)
    else { return nil }
    self.init(request, match, routes, number: number())
  }

  private init(
    _ request: RoutedRequest, _ match: RouteTable.Match, _ routes: RouteTable, number: Int
  ) {
    (self.request, self.match, self.number) = (request, match, number)
    if request.origin.scheme == nil {
      self.request.origin.scheme = match.host.scheme ?? "http"
      self.request.origin.port = match.host.port ?? request.origin.namedPort
    }
    var events: [SocketEvent: String] = [:]
    for event in SocketEvent.allCases { events[event] = routes.method(for: event, of: match) }
    self.events = events
  }

  /// Creates a socket without a route; nil if the request isn't a handshake, or if no route can have its path.
  ///
  /// It is used while the scenario records, and its messages are passed to the live service.
  package init?(unrouted request: RoutedRequest, _ routes: RouteTable, number: () -> Int) {
    guard request.isHandshake,
      let call = RoutedCall(unrouted: request, routes, method: SocketEvent.word),
      let match = RouteTable.match(unrouted: call.method, of: call.service)
    else { return nil }
    self.request = request
    self.request.origin = routes.completed(request.origin)
    self.match = match
    self.number = number()
    events = [.open: "\(call.method) open", .message: "\(call.method) message"]
  }

  /// Returns the call for a handwritten event, such as `WS /chat/red message`; nil for any other request.
  ///
  /// The call belongs to the server's first socket.
  static func call(for request: RoutedRequest, _ routes: RouteTable) -> RoutedCall? {
    // A request from a client has no space in its path.
    guard
      let (name, event) = SocketEvent.split("\(request.method) \(request.path)"),
      case let path = String(name.dropFirst(request.method.count + 1)),
      case let handshake = RoutedRequest("GET", path, at: request.origin),
      let match = routes.socket(at: handshake.target.path, of: request.origin)
    else { return nil }
    return RoutedSocket(handshake, match, routes, number: 1).call(for: event)
  }

  /// The name of the socket, such as `WS /chat/{room}`.
  package var name: String { match.method }

  /// Whether the scenario has a method for an event.
  package func responds(to event: SocketEvent) -> Bool { events[event] != nil }

  /// Returns whether the scenario may pass the socket's messages to the live service.
  package func mayPass(_ source: any RouteSource) -> Bool {
    let sequencer = source.sequencer(for: match.service)
    return events.values.contains { sequencer.mayPass($0) }
  }

  /// `more` are the arguments in addition to the socket's own.
  package func call(
    for event: SocketEvent, _ more: [String: AnyCodableValue] = [:]
  ) -> RoutedCall {
    let method = events[event] ?? "\(name) \(event.rawValue)"
    // Messages don't repeat the headers, because the log would keep a copy for each message.
    let isHandshake = event == .connect || event == .open
    let body = RequestBody.nothing
    let all = request.arguments(match.parameters, body, isRaw: isHandshake && match.isRaw)
    guard case .dictionary(var members) = all else {
      return RoutedCall(service: match.service, method: method, arguments: all)
    }
    if !isHandshake { (members["headers"], members["method"]) = (nil, nil) }
    if event != .connect { members["socket"] = .int(number) }
    return RoutedCall(
      service: match.service, method: method,
      arguments: .dictionary(members.merging(more) { $1 }))
  }

  /// Returns the arguments for a message of text: JSON as data if it is an object or a list, and otherwise the text.
  ///
  /// - Throws: The reason why the server doesn't accept the message.
  package static func arguments(
    text: [UInt8]
  ) throws(MockServiceError) -> [String: AnyCodableValue] {
    ["body": try RequestBody(text, type: nil).value ?? ""]
  }

  package static func arguments(bytes: [UInt8]) -> [String: AnyCodableValue] {
    ["base64": .string(bytes.base64)]
  }
}

extension RoutedRequest {
  /// Whether the request is the handshake of a WebSocket (RFC 6455, 4.1).
  package var isHandshake: Bool {
    method == "GET" && lists("websocket", in: "Upgrade") && lists("upgrade", in: "Connection")
  }

  private func lists(_ token: String, in name: String) -> Bool {
    headers.contains { header in
      header.name.lowercased() == name.lowercased()
        && header.value.lowercased().split(separator: ",").contains {
          $0.drop { $0 == " " }.prefix { $0 != " " } == token
        }
    }
  }
}

extension RouteSource {
  /// Begins the call for an event of a socket that may be passed to the live service.
  ///
  /// `pass` passes the event to the service. It returns nil if the service doesn't respond to the event.
  package func begun(
    _ call: RoutedCall, passing pass: @Sendable () -> LiveServiceResponse?
  ) async -> Call {
    await sequencer(for: call.service).begun(call.call, comparing: false) {
      pass() ?? LiveServiceResponse(returning: (), as: RoutedValue(.nothing).value)
    }
  }

  /// Makes the call for an event of a socket, or continues a call that has begun.
  ///
  /// The call runs on the caller's thread until it has to wait. The returned function cancels it. `receive` gets the
  /// messages in order. `finish` is called once at the end, with an error if the connection must end.
  package func answer(
    _ call: Call, of service: String, receive: @escaping @Sendable (RoutedValue) -> Void,
    finish: @escaping @Sendable (RoutedFailure?) -> Void
  ) -> @Sendable () -> Void {
    let calling = StreamCancellation()
    let problem = Locked<RouteProblem?>(nil)
    calling.set(
      sequencer(for: service).stream(call, beginsAtOnce: true) { value, _ in
        do throws(RouteProblem) {
          receive(try RoutedValue(value))
        } catch {
          problem.withLock { $0 = error }
          calling.cancel()
        }
      } finish: { end in
        if let problem = problem.withLock({ $0 }) {
          let error = MockServiceError(code: "decodingFailed", message: problem.description)
          return finish(.mock(error))
        }
        switch end?.content {
        case .error(let error): finish(RoutedFailure(error))
        case .cancelled: finish(RoutedFailure(CancellationError()))
        case .value, .values, .live, nil: finish(nil)
        }
      })
    return { calling.cancel() }
  }
}
