internal import MockCalls
internal import MockConfiguration
internal import MockContainer
internal import MockData
internal import MockPlatform
internal import MockRoutes

/// A WebSocket of a client, whose events are calls of the scenario.
///
/// The handler of the underlying socket keeps this object alive until the socket has ended.
final class RouteSocket: Sendable {
  private struct State {
    /// The calls that haven't ended, by number.
    var calls: [Int: StreamCancellation] = [:]
    var count = 0
    var hasEnded = false
    /// The end of the client's socket, which is also passed to the live service.
    var end: HTTPSocket.End?
  }

  /// The maximum number of calls of one socket that haven't ended.
  private static let callLimit = 1000

  /// An event that waits for the responses to earlier events to begin.
  private struct Pending: Sendable {
    var event: SocketEvent
    var call: RoutedCall
    var message: HTTPSocket.Event?
    var number: Int
    var cancellation: StreamCancellation
  }

  private let routed: RoutedSocket
  private let source: @Sendable () -> any RouteSource
  /// The socket to which messages can be passed; nil if the scenario doesn't pass any messages.
  private let live: LiveSocket?
  private let pending: AsyncStream<Pending>.Continuation?
  private let events: AsyncStream<Pending>?
  private let state = Locked(State())
  private let socket = Locked<HTTPSocket?>(nil)

  init(
    _ routed: RoutedSocket, live: LiveSocket? = nil,
    _ source: @escaping @Sendable () -> any RouteSource
  ) {
    (self.routed, self.live, self.source) = (routed, live, source)
    let pending = live.map { _ in AsyncStream<Pending>.makeStream() }
    (events, self.pending) = (pending?.stream, pending?.continuation)
  }

  /// Opens the socket: makes the call for `open`, and then accepts the handshake.
  func open(_ exchange: HTTPExchange, _ headers: [(name: String, value: String)]) {
    let socket = HTTPSocket { self.take($0) }
    self.socket.withLock { $0 = socket }
    if let live, let events {
      live.begin(socket)
      // Passing a message may have to wait. The next message then waits too, so that the service gets all messages in
      // order.
      Task(priority: .high) {
        for await event in events { await pass(event) }
        // The service gets the client's last messages before the end.
        if let end = state.withLock({ $0.end }) { live.close(end) }
      }
    }
    call(.open)
    let key = exchange.singleHeader("Sec-WebSocket-Key") ?? ""
    socket.open(
      exchange,
      HTTPHeaders(
        [("Upgrade", "websocket"), ("Sec-WebSocket-Accept", HTTPSocket.accept(key))] + headers))
  }

  /// Closes the socket because its server has closed.
  func close() { close(SocketClose(code: 1001, reason: "the server is closed")) }

  private func close(_ close: SocketClose) {
    var reason = close.reason.prefix(SocketClose.reasonLengthLimit)
    while reason.utf8.count > SocketClose.reasonLengthLimit { reason.removeLast() }
    socket.withLock { $0 }?.close(close.code, String(reason))
  }

  // MARK: - Events

  private func take(_ event: HTTPSocket.Event) {
    switch event {
    case .text(let text):
      do throws(MockServiceError) {
        call(.message, try RoutedSocket.arguments(text: text), event)
      } catch {
        close(SocketClose(code: 1009, reason: error.message))
      }
    case .bytes(let bytes): call(.message, RoutedSocket.arguments(bytes: bytes), event)
    case .end(let end): take(end)
    }
  }

  private func take(_ end: HTTPSocket.End) {
    let calls = state.withLock { state in
      (state.hasEnded, state.end) = (true, end)
      defer { state.calls = [:] }
      return state.calls.sorted { $0.key < $1.key }.map(\.value)
    }
    for call in calls where live == nil { call.cancel() }
    if end.isRefused {
      source().report(
        MockFailure(
          severity: .report,
          message: "`\(routed.name.escaped)`: the server closed socket \(routed.number) with code "
            + "\(end.code), because the client sent \(Self.problem(of: end.code))"))
    }
    if end.isByClient, routed.responds(to: .close) {
      call(.close, ["code": .int(end.code), "reason": .string(end.reason)])
    }
    pending?.finish()
    socket.withLock { $0 = nil }
  }

  private static func problem(of code: Int) -> String {
    switch code {
    case 1007: "a text that isn't UTF-8"
    case 1008: "a message too slowly"
    case 1009: "a message of more than \(HTTPSocket.messageLengthLimit >> 20) MiB"
    default: "an invalid frame"
    }
  }

  // MARK: - Calls

  private func call(
    _ event: SocketEvent, _ more: [String: AnyCodableValue] = [:],
    _ message: HTTPSocket.Event? = nil
  ) {
    guard event == .message || routed.responds(to: event) else { return }
    let cancellation = StreamCancellation()
    let number = state.withLock { state -> Int? in
      guard state.calls.count < Self.callLimit else { return nil }
      state.count += 1
      if !state.hasEnded { state.calls[state.count] = cancellation }
      return state.count
    }
    guard let number else {
      return close(
        SocketClose(
          code: 1008,
          reason: "\(Self.callLimit) messages haven't been answered yet; wait for their responses"))
    }
    let call = routed.call(for: event, more)
    if let pending {
      pending.yield(
        Pending(
          event: event, call: call, message: message, number: number, cancellation: cancellation))
      return
    }
    cancellation.set(
      source().answer(call.call, of: call.service) { [self] answer in
        send(answer)
      } finish: { [self] failure in
        finish(number, failure)
      })
  }

  /// Makes a call, and passes its message to the live service if the scenario passes the call through.
  private func pass(_ event: Pending) async {
    let source = source()
    let begun = await source.begun(event.call) {
      event.event == .close ? nil : live?.pass(event.message)
    }
    // The client gets the messages of the service directly.
    let isPassed = begun.isPassed
    event.cancellation.set(
      source.answer(begun, of: event.call.service) { [self] answer in
        if !isPassed { send(answer) }
      } finish: { [self] failure in
        finish(event.number, isPassed ? nil : failure)
      })
  }

  private func finish(_ number: Int, _ failure: RoutedFailure?) {
    state.withLock { $0.calls[number] = nil }
    if let failure { end(failure) }
  }

  private func send(_ answer: RoutedValue) {
    let socket = socket.withLock { $0 }
    switch answer.content {
    case .body(.string(let text)): socket?.send(Array(text.utf8), isText: true)
    case .body(let data): socket?.send(data.compactJSON, isText: true)
    case .bytes: socket?.send(answer.bytes ?? [], isText: false)
    case .nothing, .event, .chunk, .piece: break
    }
    if let close = answer.close { self.close(close) }
  }

  private func end(_ failure: RoutedFailure) {
    switch failure {
    case .url: socket.withLock { $0 }?.abort()
    case .mock(let error): close(SocketClose(code: 1011, reason: error.message))
    }
  }
}

struct SocketHandshake {
  struct Refusal: Error {
    var status: Int
    var message: String
    var headers: [(name: String, value: String)] = []
  }

  /// Checks a handshake (RFC 6455, 4.2.1).
  ///
  /// Browsers let pages from any origin open sockets, so the server checks the origin unless `allowsOtherOrigins` is
  /// true.
  static func check(_ exchange: HTTPExchange, allowsOtherOrigins: Bool) throws(Refusal) {
    guard HTTPSocket.isAvailable else {
      throw Refusal(
        status: 501,
        message: "this build has no sockets, because it was built without wslay; install it"
          + " (`brew install wslay`, or Debian's libwslay-dev), and build again")
    }
    guard exchange.singleHeader("Sec-WebSocket-Version") == "13" else {
      throw Refusal(
        status: 426, message: "the handshake needs `Sec-WebSocket-Version: 13`",
        headers: [("Sec-WebSocket-Version", "13")])
    }
    guard let key = exchange.singleHeader("Sec-WebSocket-Key"),
      [UInt8](base64: Array(key.utf8))?.count == 16
    else {
      throw Refusal(
        status: 400, message: "the handshake needs one `Sec-WebSocket-Key` of 16 bytes as base64")
    }
    guard exchange.body?.isEmpty != false else {
      throw Refusal(status: 400, message: "the handshake of a socket can't have a body; remove it")
    }
    if !allowsOtherOrigins, let origin = exchange.header("Origin"),
      origin.firstRange(of: "//").map({ origin[$0.upperBound...].lowercased() })
        != exchange.singleHeader("Host")?.lowercased()
    {
      throw Refusal(
        status: 403,
        message:
          "`Origin: \(origin.escaped)` isn't this server's origin; to allow sockets from its pages, pass "
          + "`--cors` or `crossOrigin: .allowed`")
    }
  }
}
