internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform
internal import MockRoutes

/// A WebSocket to the live service, which receives the messages of a client.
///
/// The service's messages go directly to the client. Each message is also recorded as a value of the latest call that
/// was passed: first `open`, and later the client's latest message.
final class LiveSocket: Sendable {
  private typealias Values = AsyncThrowingStream<AnyCodableValue, any Error>

  private struct State {
    /// The client; nil before it is open, and after the end.
    var client: HTTPSocket?
    /// The values of the latest passed call.
    var values: Values.Continuation?
    /// The values before the first call has begun; nil after that.
    var unclaimed: [AnyCodableValue]? = []
    /// The events before the client was open.
    var early: [HTTPSocket.Event] = []
    var hasEnded = false
  }

  private let state = Locked(State())
  private let socket = Locked<HTTPSocket?>(nil)

  /// Headers of a handshake that belong to a single connection (RFC 6455, 4.1), and compression, which isn't supported.
  private static let ofTransport: Set<String> = [
    "connection", "content-length", "host", "keep-alive", "proxy-connection",
    "sec-websocket-accept", "sec-websocket-extensions", "sec-websocket-key",
    "sec-websocket-version", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Opens the socket, and blocks the caller's thread until the service has responded.
  ///
  /// - Parameter handshake: The client's handshake, with the service's origin.
  /// - Returns: The service's response: the protocol that it has chosen, or the status and headers of a refusal.
  /// - Throws: `MockServiceError` with the reason why there is no response.
  func open(_ handshake: RoutedRequest) throws(MockServiceError) -> RoutedValue {
    let socket = HTTPSocket(isClient: true) { self.take($0) }
    self.socket.withLock { $0 = socket }
    let (status, headers) = try socket.dial(
      handshake.origin, handshake.path,
      handshake.headers.filter { !Self.ofTransport.contains($0.name.lowercased()) })
    let isOpen = status == 101
    if !isOpen { self.socket.withLock { $0 = nil } }
    var answer = RoutedValue(.nothing, status: isOpen ? nil : status)
    for (name, value) in headers {
      let plain = name.lowercased()
      // The body of a refusal isn't passed, because no client of a socket reads it.
      let isPassed =
        isOpen
        ? plain == "sec-websocket-protocol"
        : !Self.ofTransport.contains(plain) && !plain.hasPrefix("content-")
      if isPassed { answer.headers[name, default: []].append(value) }
    }
    return answer
  }

  /// Begins to send the service's messages to a client.
  func begin(_ client: HTTPSocket) {
    while true {
      // Until the last early event is sent, later events are appended to the early events, to keep the order.
      let early = state.withLock { state in
        if state.early.isEmpty { state.client = client }
        defer { state.early = [] }
        return state.early
      }
      if early.isEmpty { return }
      for event in early { send(event, to: client) }
    }
  }

  /// Passes a message to the service; `message` is nil for an event without one.
  ///
  /// The response consists of the service's messages from now until the next call to this method.
  func pass(_ message: HTTPSocket.Event?) -> LiveServiceResponse {
    let (stream, next) = Values.makeStream()
    let latest = state.withLock { state in
      let latest = state.values
      state.values = state.hasEnded ? nil : next
      // The service may send messages before `open` has begun.
      if message == nil { for value in state.unclaimed ?? [] { next.yield(value) } }
      state.unclaimed = nil
      if state.hasEnded { next.finish() }
      return latest
    }
    latest?.finish()
    switch message {
    case .text(let bytes)?: socket.withLock { $0 }?.send(bytes, isText: true)
    case .bytes(let bytes)?: socket.withLock { $0 }?.send(bytes, isText: false)
    case .end?, nil: break
    }
    return LiveServiceResponse(stream: stream)
  }

  /// Closes the socket because the client has closed.
  func close(_ end: HTTPSocket.End) { finish(Self.close(end)) }

  /// Closes the socket of a client whose handshake is refused.
  func close() { finish(SocketClose(code: 1001, reason: "")) }

  /// Closes the socket, or ends its connection if `close` is nil.
  private func finish(_ close: SocketClose?) {
    end()?.finish()
    let socket = socket.exchange(nil)
    if let close { socket?.close(close.code, close.reason) } else { socket?.abort() }
  }

  /// Returns how to close the other side; nil if the connection was lost.
  private static func close(_ end: HTTPSocket.End) -> SocketClose? {
    switch end.code {
    case 1005: SocketClose(code: 1000, reason: "")
    case 1006: nil
    default: SocketClose(code: end.code, reason: end.reason)
    }
  }

  private func end() -> Values.Continuation? {
    state.withLock { state in
      state.hasEnded = true
      state.client = nil
      defer { state.values = nil }
      return state.values
    }
  }

  private func add(_ value: RoutedValue) {
    state.withLock { state in
      if let values = state.values {
        values.yield(value.value)
      } else {
        state.unclaimed?.append(value.value)
      }
    }
  }

  private func take(_ event: HTTPSocket.Event) {
    let client = state.withLock { state in
      if state.client == nil, !state.hasEnded { state.early.append(event) }
      return state.client
    }
    if let client { send(event, to: client) }
  }

  private func send(_ event: HTTPSocket.Event, to client: HTTPSocket) {
    switch event {
    case .text(let text):
      // Data that is nested too deeply to be read, or has numbers that a script can't write, is recorded as text.
      let body = (try? RoutedSocket.arguments(text: text))?["body"]
      let isExact = body.map { !$0.hasLongNumbers } ?? false
      add(
        RoutedValue(
          .body(isExact ? body ?? .null : .string(String(decoding: text, as: UTF8.self)))))
      client.send(text, isText: true)
    case .bytes(let bytes):
      add(RoutedValue(.bytes(bytes.base64)))
      client.send(bytes, isText: false)
    case .end(let end):
      let close = Self.close(end)
      if let close {
        var value = RoutedValue(.nothing)
        value.close = close
        add(value)
      }
      let values = self.end()
      if let close {
        values?.finish()
        client.close(close.code, close.reason)
      } else {
        values?.finish(
          throwing: MockServiceError(
            code: "networkConnectionLost", message: "the connection to the service was lost"))
        client.abort()
      }
      socket.withLock { $0 = nil }
    }
  }
}
